import type { CallRow } from '@haft/runtime';
import type { LedgerKeeper } from '../keeper/ledger-keeper.js';

/** Selects calls that got no decision in time. */
interface Expired {
  /** Most calls. */
  readonly limit: number;
  readonly now: number;
  /** The time that a request of this runtime is open, in milliseconds. */
  readonly requestExpiryMs: number;
}

/**
 * Denies calls that got no decision in time.
 *
 * @returns their rows, to continue like those of a person who denied and whose process died
 */
export async function denyExpired(
  { store }: LedgerKeeper,
  { limit, now, requestExpiryMs }: Expired,
): Promise<readonly CallRow[]> {
  const rows = await store.list({
    states: ['awaiting'],
    isDecidable: true,
    createdBefore: now - requestExpiryMs,
    expiresBefore: now,
    limit,
  });
  const denied: CallRow[] = [];
  for (const waiting of rows) {
    const { fingerprint } = waiting;
    const decided = { fingerprint, state: 'approved', decision: DENIAL, now, ignoresExpiry: true } as const;
    const { changed, row } = await store.decide(waiting, decided);
    if (changed && row !== undefined) denied.push(row);
  }
  return denied;
}

const DENIAL = JSON.stringify({ kind: 'deny', reason: 'expired' });
