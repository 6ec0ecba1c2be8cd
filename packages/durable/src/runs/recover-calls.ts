import { requireCount, type ToolOutcome } from '@haft/core';
import type { CallRow, PendingRun, Recovered, RecoveredRun, RecoverOptions, RunOptions } from '@haft/runtime';
import { Gate, type ResumableRun } from '@haft/runtime/internal';
import { handOver, isQueued } from '../background/hand-over.js';
import type { LedgerKeeper } from '../keeper/ledger-keeper.js';
import { RetryTimes } from '../keeper/retry-times.js';
import { readStored } from '../row/stored-call.js';
import { canContinue } from './can-continue.js';
import { denyExpired } from './deny-expired.js';
import { emptyRun } from './empty-run.js';
import { endPoisonCall, isPoison, isSuspect } from './end-poison-call.js';
import { recoverCall } from './recover-call.js';
import { rowsToRecover, type RowsToRecover } from './rows-to-recover.js';

/** The options of `runtime.recover`, and settings of the runtime. */
export interface RecoverSettings
  extends RecoverOptions, Pick<RowsToRecover, 'leavesBackground' | 'secret' | 'lacksTool'> {
  readonly idleMs: number;
  /** The time that a request is open, in milliseconds. */
  readonly requestExpiryMs: number;
  /** Most calls at the same time. */
  readonly concurrency: number;
}

/** Starts a run that continues a pending run. */
export type ContinueRun = (pending: PendingRun, options: RunOptions) => ResumableRun;

/**
 * Continues calls of the ledger that no process works on: expired requests, then the calls that
 * wait longest. They run at the same time, except that a program waits for its inner calls. An
 * error of one call does not stop the others.
 */
export async function recoverCalls(
  keeper: LedgerKeeper,
  continueRun: ContinueRun,
  { limit = 100, maxAttempts = 5, idleMs, calls = 'all', ...settings }: RecoverSettings,
): Promise<Recovered> {
  const { requestExpiryMs, leavesBackground, secret, lacksTool } = settings;
  requireCount('recover limit', limit, 1);
  requireCount('recover maxAttempts', maxAttempts, 1);
  await keeper.clock.ready();
  const now = keeper.clock.now();
  const idleSince = now - requireCount('recover idleMs', idleMs, 0);
  // A process whose event loop was blocked still executes its calls after their leases.
  await keeper.leases.renew();
  const expired = calls === 'background' ? [] : await denyExpired(keeper, { limit, now, requestExpiryMs });
  const which = { now, idleSince, calls, leavesBackground, secret, lacksTool };
  const found = await rowsToRecover(keeper, { limit: limit - expired.length, ...which });
  const recovery = new Recovery(keeper, continueRun, { ...settings, maxAttempts });
  return recovery.continueAll([...expired, ...found.rows], found.skipped);
}

/** How the call of a row continues. `elsewhere`: another process was first. */
type Continued = keyof Omit<Recovered, 'failed'> | 'elsewhere';

/** One pass over the ledger. */
class Recovery {
  private readonly gate: Gate;

  constructor(
    private readonly keeper: LedgerKeeper,
    private readonly continueRun: ContinueRun,
    private readonly settings: Omit<RecoverSettings, 'idleMs'> & { readonly maxAttempts: number },
  ) {
    this.gate = new Gate(settings.concurrency);
  }

  async continueAll(rows: readonly CallRow[], skipped: readonly string[]): Promise<Recovered> {
    const { recovering } = this.keeper;
    const failed: { readonly key: string; readonly error: unknown }[] = [];
    const results: Promise<Continued | 'failed'>[] = [];
    for (const row of rows) recovering.add(row.key);
    // The calls of a program come before it.
    const inOrder = [...rows].sort((one, other) => Number(isProgram(one)) - Number(isProgram(other)));
    const started = new Map<string, Promise<unknown>[]>();
    for (const row of inOrder) {
      const continued = this.continueOne(row, started.get(row.key) ?? []).catch((error: unknown) => {
        failed.push({ key: row.key, error });
        (this.keeper.retries ??= new RetryTimes()).failed(row.key, Date.now());
        return 'failed' as const;
      });
      results.push(continued.finally(() => recovering.delete(row.key)));
      const outer = outerOf(row, this.settings.secret);
      if (outer !== undefined) started.set(outer, [...(started.get(outer) ?? []), continued]);
    }
    const ends = await Promise.all(results);
    const keys = (end: Continued): readonly string[] =>
      rows.map(({ key }) => key).filter((key) => ends[inOrder.findIndex((row) => row.key === key)] === end);
    return {
      ended: keys('ended'),
      waiting: keys('waiting'),
      started: keys('started'),
      skipped: [...skipped, ...keys('skipped')],
      failed,
    };
  }

  private async continueOne(row: CallRow, inner: readonly Promise<unknown>[]): Promise<Continued> {
    await Promise.all(inner);
    await this.gate.enter();
    try {
      const continued = await this.inRun(row);
      if (continued === 'skipped') (this.keeper.retries ??= new RetryTimes()).failed(row.key, Date.now());
      else this.keeper.retries?.continued(row.key);
      return continued;
    } finally {
      this.gate.leave();
    }
  }

  private async inRun(row: CallRow): Promise<Continued> {
    const { runOptions, secret, maxAttempts } = this.settings;
    const own = (await runOptions?.(factsOf(row))) ?? {};
    const run = this.continueRun(emptyRun(row), own);
    try {
      await run.definitions();
      if (!(await canContinue(run, row))) return 'skipped';
      if (isPoison(row, maxAttempts)) return (await endPoisonCall(this.keeper, row)) ? 'ended' : 'elsewhere';
      if (isQueued(row, secret)) return (await handOver(this.keeper, run, row, own)) ? 'started' : 'elsewhere';
      const recover = (): Promise<ToolOutcome | undefined> => recoverCall(run, this.keeper, row);
      const outcome = await (isSuspect(row) ? this.keeper.quarantine.run(recover) : recover());
      if (outcome === undefined) return 'elsewhere';
      return outcome.status === 'deferred' ? 'waiting' : 'ended';
    } finally {
      await run.end();
    }
  }
}

function isProgram({ kind }: CallRow): boolean {
  return kind === 'program';
}

/** Returns the key of the call that made a call. A changed row fails when it continues. */
function outerOf(row: CallRow, secret: string | undefined): string | undefined {
  try {
    return readStored(row, secret).outer;
  } catch {
    return undefined;
  }
}

function factsOf({ runId, tenantId, userId, tool }: CallRow): RecoveredRun {
  return { runId, tool, ...(userId === '' ? {} : { userId }), ...(tenantId === '' ? {} : { tenantId }) };
}
