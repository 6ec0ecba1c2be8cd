import type { CallRow } from '@haft/runtime';
import type { LedgerKeeper } from '../keeper/ledger-keeper.js';

/**
 * Denies calls that got no decision in time.
 *
 * @param limit - most calls
 * @returns their rows, to continue like those of a person who denied and whose process died
 */
export async function denyExpired(
  { store, host }: LedgerKeeper,
  limit: number,
  now: number,
): Promise<readonly CallRow[]> {
  const rows = await store.list({
    states: ['awaiting'],
    isDecidable: true,
    createdBefore: now - host.runtime.people.requestExpiryMs,
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
