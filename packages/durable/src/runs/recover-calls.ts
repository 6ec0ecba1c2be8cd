import { type OptionNames, refuseUnknownOptions, requireCount } from '@haft/core';
import type { CallRow, Recovered, RecoveredRun, RecoverOptions } from '@haft/runtime';
import { Gate } from '@haft/runtime/internal';
import { handOver, isQueued } from '../background/hand-over.js';
import type { LedgerKeeper } from '../keeper/ledger-keeper.js';
import { ifUnchanged, readStored } from '../row/stored-call.js';
import { canContinue } from './can-continue.js';
import { denyExpired } from './deny-expired.js';
import { emptyRun } from './empty-run.js';
import { endUnknown } from './end-unknown.js';
import { isPoison, recoverAlone } from './poison-call.js';
import { rowsToRecover } from './rows-to-recover.js';

/**
 * Continues calls of the ledger that no process works on: expired requests, then the calls that
 * wait longest. They run at the same time, except that a program waits for its inner calls. An
 * error of one call does not stop the others.
 */
export async function recoverCalls(keeper: LedgerKeeper, options: RecoverOptions): Promise<Recovered> {
  refuseUnknownOptions('runtime.recover', options, RECOVER_OPTIONS);
  const { limit = 100, maxAttempts = 5, idleMs = keeper.host.leaseMs, calls = 'all', runOptions } = options;
  requireCount('recover limit', limit, 1);
  requireCount('recover maxAttempts', maxAttempts, 1);
  await keeper.clock.ready();
  const now = keeper.clock.now();
  const idleSince = now - requireCount('recover idleMs', idleMs, 0);
  // A process whose event loop was blocked still executes its calls after their leases.
  await keeper.leases.renew();
  const expired = calls === 'background' ? [] : await denyExpired(keeper, limit, now);
  const found = await rowsToRecover(keeper, { limit: limit - expired.length, now, idleSince, calls });
  return new Recovery(keeper, maxAttempts, runOptions).continueAll([...expired, ...found.rows], found.skipped);
}

const RECOVER_OPTIONS: OptionNames<RecoverOptions> = {
  limit: true,
  calls: true,
  idleMs: true,
  maxAttempts: true,
  runOptions: true,
};

/** How the call of a row continues. `elsewhere`: another process was first. */
type Continued = keyof Omit<Recovered, 'failed'> | 'elsewhere';

/** One pass over the ledger. */
class Recovery {
  private readonly gate: Gate;

  constructor(
    private readonly keeper: LedgerKeeper,
    private readonly maxAttempts: number,
    private readonly runOptions: RecoverOptions['runOptions'],
  ) {
    this.gate = new Gate(keeper.host.runtime.limits.concurrency.runtime);
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
        this.keeper.retries.failed(row.key, Date.now());
        return 'failed' as const;
      });
      results.push(continued.finally(() => recovering.delete(row.key)));
      const outer = ifUnchanged(() => readStored(row, this.keeper.secret).outer);
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
      if (continued === 'skipped') this.keeper.retries.failed(row.key, Date.now());
      else this.keeper.retries.continued(row.key);
      return continued;
    } finally {
      this.gate.leave();
    }
  }

  private async inRun(row: CallRow): Promise<Continued> {
    const { keeper } = this;
    const own = (await this.runOptions?.(factsOf(row))) ?? {};
    const run = keeper.host.continueRun(emptyRun(row), own);
    try {
      await run.definitions();
      if (!(await canContinue(run, row))) return 'skipped';
      if (isPoison(row, this.maxAttempts)) return (await endUnknown(keeper, row)) ? 'ended' : 'elsewhere';
      if (isQueued(row, keeper.secret)) return (await handOver(keeper, run, row, own)) ? 'started' : 'elsewhere';
      const outcome = await recoverAlone(run, keeper, row);
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

function factsOf({ runId, tenantId, userId, tool }: CallRow): RecoveredRun {
  return { runId, tool, ...(userId === '' ? {} : { userId }), ...(tenantId === '' ? {} : { tenantId }) };
}
