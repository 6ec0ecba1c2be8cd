import { waitFor } from '../../async/wait-for.js';
import { tryParseJson } from '../../arguments/text/try-parse-json.js';
import { outcomeOfRow } from '../../call/ledger/outcome-of-row.js';
import { readStored } from '../../call/ledger/stored-call.js';
import { interruptedCall } from '../../call/outcome/outcomes.js';
import type { CallRow } from '../../ledger/call-ledger.js';
import type { LedgerKeeper } from '../../ledger/ledger-keeper.js';
import type { BackgroundTasks, TaskOwner, TaskResult, TaskStatus } from '../../toolsets/tasks/background-tasks.js';

/** The background calls in a ledger, for the tools that ask about them. */
export class LedgerTasks implements BackgroundTasks {
  /** @param checkCancellations - stops cancelled calls of this process */
  constructor(
    private readonly keeper: LedgerKeeper,
    private readonly secret: string | undefined,
    private readonly checkCancellations: () => Promise<void>,
  ) {}

  async statusOf(task: string, owner: TaskOwner): Promise<TaskStatus | undefined> {
    const row = await this.find(task, owner);
    if (row === undefined) return undefined;
    const { tool, state: status, attempt: attempts, createdAt, updatedAt } = row;
    const progress = row.progress == null ? undefined : tryParseJson(row.progress);
    const times = { createdAt: new Date(createdAt).toISOString(), updatedAt: new Date(updatedAt).toISOString() };
    return { task, tool, status, attempts, ...(progress === undefined ? {} : { progress }), ...times };
  }

  async resultOf(
    task: string,
    owner: TaskOwner,
    { ms, signal }: { readonly ms: number; readonly signal: AbortSignal },
  ): Promise<TaskResult | undefined> {
    for (let left = ms; ; left -= POLL_MS) {
      const row = await this.find(task, owner);
      if (row === undefined) return undefined;
      const outcome = outcomeOfRow(row);
      if (outcome !== undefined) return { status: row.state, outcome };
      if (left <= 0 || signal.aborted || row.state === 'awaiting') return { status: row.state };
      await waitFor(Math.min(left, POLL_MS));
    }
  }

  async cancel(
    task: string,
    owner: TaskOwner,
  ): Promise<{ readonly task: string; readonly status: CallRow['state'] } | undefined> {
    const row = await this.find(task, owner);
    if (row === undefined) return undefined;
    const outcome = JSON.stringify(interruptedCall(row.callId, row.tool));
    const { changed, row: after = row } = await this.keeper.store.cancel(task, { outcome, now: Date.now() });
    if (changed && after.state === 'running') await this.checkCancellations();
    return { task, status: after.state };
  }

  /** Returns the row of a background call of this owner. */
  private async find(task: string, { tenantId, userId }: TaskOwner): Promise<CallRow | undefined> {
    const row = await this.keeper.store.get(task);
    if (row?.tenantId !== tenantId || row.userId !== userId) return undefined;
    return readStored(row, this.secret).background === true ? row : undefined;
  }
}

const POLL_MS = 500;
