import type { RunContext } from '@haft/core';
import type { CallRow, CallState, PendingCall, Task } from '@haft/runtime';
import { tryParseJson } from '@haft/arguments/internal';
import { CallContext, interruptedCall, waitFor } from '@haft/runtime/internal';
import type { LedgerKeeper } from '../keeper/ledger-keeper.js';
import { pendingCall } from '../pending/pending-call.js';
import { cancelInner } from '../row/cancel-inner.js';
import { outcomeOfRow } from '../row/outcome-of-row.js';
import { readStored } from '../row/stored-call.js';

/**
 * The background calls of a user whose tools the user may call, for `runtime.tasks` and for the
 * tools that ask about them. Each method returns undefined if the run may not see the task.
 */
export class LedgerTasks {
  constructor(
    private readonly keeper: LedgerKeeper,
    private readonly run: RunContext,
  ) {}

  /** Returns a task with its open requests and its outcome. */
  async read(task: string): Promise<Task | undefined> {
    const row = await this.find(task);
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

  /** Returns how far a task is. A model reads no facts for the approver. */
  async statusOf(task: string): Promise<object | undefined> {
    const read = await this.read(task);
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

  /** Returns the end of a task. Waits for it, at most this time. */
  async resultOf(task: string, ms: number): Promise<Pick<Task, 'state' | 'outcome'> | undefined> {
    for (let left = ms; ; left -= POLL_MS) {
      const row = await this.find(task);
      if (row === undefined) return undefined;
      const outcome = outcomeOfRow(row);
      const { state } = row;
      if (outcome !== undefined) return { state, outcome };
      if (left <= 0 || this.run.signal.aborted || state === 'awaiting') return { state };
      // Another process may end the call, too.
      const over = this.keeper.background.whenOver(task);
      await Promise.race([waitFor(Math.min(left, POLL_MS)), ...(over === undefined ? [] : [over])]);
    }
  }

  /** Cancels a task, and returns its state after that. */
  async cancel(task: string): Promise<CallState | undefined> {
    const row = await this.find(task);
    if (row === undefined) return undefined;
    const { store, clock } = this.keeper;
    const outcome = JSON.stringify(interruptedCall(row.callId, row.tool));
    const { changed, row: after = row } = await store.cancel(row, { outcome, now: clock.now() });
    if (changed) await cancelInner(this.keeper, row);
    if (changed && after.state === 'running') await this.keeper.background.checkCancellations();
    return after.state;
  }

  /** Returns the requests of a waiting call, and those of its inner calls at any depth. */
  private async requestsOf({ key, tenantId, userId, runId }: CallRow): Promise<readonly PendingCall[]> {
    const owned = { tenantId, userId, runId };
    const waiting = await this.keeper.store.list({ ...owned, states: ['awaiting'], limit: MOST_WAITING });
    const rows = waiting.map((row) => ({
      row,
      outer: row.key === key ? key : readStored(row, this.keeper.secret).outer,
    }));
    const within = new Set([key]);
    for (let size = 0; size < within.size;) {
      size = within.size;
      for (const { row, outer } of rows) if (outer !== undefined && within.has(outer)) within.add(row.key);
    }
    return rows.flatMap(({ row }) => {
      const call = within.has(row.key) ? pendingCall(row, this.keeper.secret) : undefined;
      return call?.request === undefined ? [] : [call];
    });
  }

  /** Returns the row of a background call that the run may see. */
  private async find(task: string): Promise<CallRow | undefined> {
    // Clients and models send any text, and Postgres stores no NUL.
    if (task.includes('\0')) return undefined;
    const { tenantId = '', userId = '' } = this.run;
    const row = await this.keeper.store.get({ key: task, tenantId, userId });
    if (row === undefined || !isOwn(row, this.run)) return undefined;
    if (readStored(row, this.keeper.secret).background !== true) return undefined;
    return (await CallContext.permits(this.run, row.tool)) ? row : undefined;
  }
}

const POLL_MS = 500;
const MOST_WAITING = 1000;

/** Without a user, the id of a task proves that it is the caller's. It must not be a guess. */
function isOwn(row: CallRow, { tenantId = '', userId = '', runId }: RunContext): boolean {
  if (row.tenantId !== tenantId || row.userId !== userId) return false;
  return userId !== '' || row.runId === runId || SECRET.test(row.runId);
}

/** A random UUID, which the runtime puts into the ids of its runs. */
const SECRET = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/;
