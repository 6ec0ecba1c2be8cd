import { requireCount } from '@haft/core';
import type { CallRow } from '../../ledger/call-ledger.js';
import type { LedgerKeeper } from '../../ledger/ledger-keeper.js';
import { RecentKeys } from '../../ledger/recent-keys.js';
import type { PendingRun } from '../deferral/pending-run.js';
import type { RunOptions } from '../run-options.js';
import type { ResumableRun } from '../pending/resumable-run.js';
import { handOver, isQueued } from '../../call/background/hand-over.js';
import { emptyRun } from './empty-run.js';
import { denyExpired } from './deny-expired.js';
import { endPoisonCall, isPoison } from './end-poison-call.js';
import { recoverCall } from './recover-call.js';
import type { Recovered, RecoveredRun, RecoverOptions } from './recover-options.js';
import { rowsToRecover, type RowsToRecover } from './rows-to-recover.js';

/** The options of `runtime.recover`, and settings of the runtime. */
export interface RecoverSettings extends RecoverOptions, Pick<RowsToRecover, 'leavesBackground' | 'secret'> {
  readonly idleMs: number;
  /** The time that a request is open, in milliseconds. */
  readonly requestExpiryMs: number;
}

/** Starts a run that continues a pending run. */
export type ContinueRun = (pending: PendingRun, options: RunOptions) => ResumableRun;

/**
 * Continues calls of the ledger that no process works on, one after the other: expired requests,
 * then the calls that wait longest. An error of one call does not stop the others.
 */
export async function recoverCalls(
  keeper: LedgerKeeper,
  continueRun: ContinueRun,
  options: RecoverSettings,
): Promise<Recovered> {
  const {
    limit = 100,
    maxAttempts = 5,
    idleMs,
    runOptions,
    calls = 'all',
    requestExpiryMs,
    leavesBackground,
    secret,
  } = options;
  requireCount('recover limit', limit, 1);
  requireCount('recover maxAttempts', maxAttempts, 1);
  const now = Date.now();
  const idleSince = now - requireCount('recover idleMs', idleMs, 0);
  const expired = calls === 'background' ? [] : await denyExpired(keeper, { limit, now, requestExpiryMs });
  const rest = limit - expired.length;
  const found = await rowsToRecover(keeper, { limit: rest, now, idleSince, calls, leavesBackground, secret });
  const ended: string[] = [];
  const waiting: string[] = [];
  const started: string[] = [];
  const failed: { readonly key: string; readonly error: unknown }[] = [];
  for (const row of [...expired, ...found]) {
    const { key } = row;
    try {
      if (isPoison(row, maxAttempts)) {
        if (await endPoisonCall(keeper, row)) ended.push(key);
        continue;
      }
      const own = (await runOptions?.(factsOf(row))) ?? {};
      const run = continueRun(emptyRun(row), own);
      try {
        await run.definitions();
        if (isQueued(row, secret)) {
          if (await handOver(run, row, own)) started.push(key);
          continue;
        }
        const outcome = await recoverCall(run, keeper, row);
        if (outcome !== undefined) (outcome.status === 'deferred' ? waiting : ended).push(key);
      } finally {
        await run.end();
      }
    } catch (error) {
      failed.push({ key, error });
      // The next rounds take other calls first, so that these never block them.
      (keeper.failedLately ??= new RecentKeys()).add(key, now);
    }
  }
  return { ended, waiting, started, failed };
}

function factsOf({ runId, tenantId, userId, tool }: CallRow): RecoveredRun {
  return { runId, tool, ...(userId === '' ? {} : { userId }), ...(tenantId === '' ? {} : { tenantId }) };
}
