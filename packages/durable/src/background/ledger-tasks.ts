import type { Awaitable, CallRow, PendingCall, RowChange, Task } from '@haft/runtime';
import { tryParseJson } from '@haft/arguments/internal';
import { interruptedCall, waitFor } from '@haft/runtime/internal';
import type { LedgerKeeper } from '../keeper/ledger-keeper.js';
import { pendingCall } from '../pending/pending-call.js';
import { outcomeOfRow } from '../row/outcome-of-row.js';
import { readStored } from '../row/stored-call.js';
import type { BackgroundTasks, TaskOwner, TaskResult, TaskStatus } from '../tasks/background-tasks.js';

/** The background calls that this process executes. */
interface CallsHere {
  checkCancellations(): Promise<void>;
  /** Resolves when a call is over. Undefined if this process does not have it. */
  whenOver(key: string): Promise<void> | undefined;
}

/** The background calls in a ledger, for `runtime.tasks` and for the tools that ask about them. */
export class LedgerTasks implements BackgroundTasks {
  constructor(
    private readonly keeper: LedgerKeeper,
    private readonly secret: string | undefined,
    private readonly background: CallsHere,
    /** Returns whether the caller may use the tool of a task. */
    private readonly mayUse: (tool: string) => Promise<boolean>,
  ) {}

  /** Returns a task with its open requests and its outcome. */
  async read(task: string, owner: TaskOwner): Promise<Task | undefined> {
    const row = await this.find(task, owner);
    if (row === undefined) return undefined;
    const { key, runId, callId, tenantId, userId, tool, state, attempt: attempts, createdAt, updatedAt } = row;
    const progress = row.progress == null ? undefined : tryParseJson(row.progress);
    const outcome = outcomeOfRow(row);
    return {
      ...{ key, runId, callId, tool, state, attempts },
      ...(tenantId === '' ? {} : { tenantId }),
      ...(userId === '' ? {} : { userId }),
      ...(progress === undefined ? {} : { progress }),
      requests: outcome === undefined ? await this.requestsOf(row) : [],
      ...(outcome === undefined ? {} : { outcome }),
      createdAt: new Date(createdAt).toISOString(),
      updatedAt: new Date(updatedAt).toISOString(),
    };
  }

  async statusOf(task: string, owner: TaskOwner): Promise<TaskStatus | undefined> {
    const read = await this.read(task, owner);
    if (read === undefined) return undefined;
    const { tool, state: status, attempts, progress, requests, createdAt, updatedAt } = read;
    const waitsFor = requests.flatMap(({ request }) =>
      request === undefined ? [] : [{ kind: request.kind, tool: request.tool }],
    );
    return {
      ...{ task, tool, status, attempts },
      ...(progress === undefined ? {} : { progress }),
      ...(waitsFor.length === 0 ? {} : { waitsFor }),
      ...{ createdAt, updatedAt },
    };
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
      // Another process may end the call, too.
      await Promise.race([waitFor(Math.min(left, POLL_MS)), this.background.whenOver(task)].filter(isPresent));
    }
  }

  async cancel(
    task: string,
    owner: TaskOwner,
  ): Promise<{ readonly task: string; readonly status: CallRow['state'] } | undefined> {
    const row = await this.find(task, owner);
    if (row === undefined) return undefined;
    const waiting = await this.requestsOf(row);
    const { changed, row: after = row } = await this.cancelRow(row);
    // An approval must not execute an inner call of a cancelled task.
    for (const { key } of waiting) {
      const inner = key === row.key ? undefined : await this.keeper.store.get({ ...row, key });
      if (changed && inner !== undefined) await this.cancelRow(inner);
    }
    if (changed && after.state === 'running') await this.background.checkCancellations();
    return { task, status: after.state };
  }

  private cancelRow(row: CallRow): Awaitable<RowChange> {
    const outcome = JSON.stringify(interruptedCall(row.callId, row.tool));
    return this.keeper.store.cancel(row, { outcome, now: this.keeper.clock.now() });
  }

  /** Returns the requests of a waiting call, and those of its inner calls at any depth. */
  private async requestsOf({ key, tenantId, userId, runId }: CallRow): Promise<readonly PendingCall[]> {
    const waiting = await this.keeper.store.list({
      tenantId,
      userId,
      runId,
      states: ['awaiting'],
      limit: MOST_WAITING,
    });
    const rows = waiting.map((row) => ({ row, outer: row.key === key ? key : readStored(row, this.secret).outer }));
    const within = new Set([key]);
    for (let size = 0; size < within.size;) {
      size = within.size;
      for (const { row, outer } of rows) if (outer !== undefined && within.has(outer)) within.add(row.key);
    }
    return rows.flatMap(({ row }) => {
      const call = within.has(row.key) ? pendingCall(row, this.secret) : undefined;
      return call?.request === undefined ? [] : [call];
    });
  }

  /** Returns the row of a background call of this owner. */
  private async find(task: string, owner: TaskOwner): Promise<CallRow | undefined> {
    // Clients and models send any text, and Postgres stores no NUL.
    if (task.includes('\0')) return undefined;
    const row = await this.keeper.store.get({ key: task, tenantId: owner.tenantId, userId: owner.userId });
    if (row === undefined || !isOwn(row, owner)) return undefined;
    if (readStored(row, this.secret).background !== true) return undefined;
    return (await this.mayUse(row.tool)) ? row : undefined;
  }
}

const POLL_MS = 500;
const MOST_WAITING = 1000;

/** Without a user, the id of a task proves that it is the caller's. It must not be a guess. */
function isOwn(row: CallRow, { tenantId, userId, runId }: TaskOwner): boolean {
  if (row.tenantId !== tenantId || row.userId !== userId) return false;
  return userId !== '' || row.runId === runId || SECRET.test(row.runId);
}

/** A random UUID, which the runtime puts into the ids of its runs. */
const SECRET = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/;

function isPresent<Value>(value: Value | undefined): value is Value {
  return value !== undefined;
}
