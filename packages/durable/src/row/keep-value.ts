import type { JsonValue } from '@haft/schema';
import type { Call } from '@haft/runtime/internal';
import type { LedgerKeeper } from '../keeper/ledger-keeper.js';
import { leaseLost } from './lease-lost.js';

/**
 * Keeps a value in the row of a call, for later attempts.
 *
 * @returns false if the call has no row in this process, or the ledger keeps no values
 * @throws {HaftError} `HAFT_LEASE_LOST`
 */
export async function keepValue(call: Call, { store }: LedgerKeeper, json: string): Promise<boolean> {
  const { row } = call.stored;
  if (row?.lease === undefined || store.keep === undefined) return false;
  if (!(await store.keep(row.lease, json))) throw leaseLost(call);
  row.kept = JSON.parse(json) as JsonValue;
  return true;
}
