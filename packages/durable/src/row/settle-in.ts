import { HaftError } from '@haft/core';
import { type Call, canEncode, encodeResult, loadLazy, notKept, withChanges } from '@haft/runtime/internal';
import type { LedgerKeeper } from '../keeper/ledger-keeper.js';
import { leaseLost } from './lease-lost.js';
import { endOf } from './outcome-of-row.js';

/**
 * Settles the row of a call in a transaction of the application.
 *
 * @throws {HaftError} `HAFT_LEASE_LOST`, `HAFT_INVALID_OPTION`
 */
export async function settleIn(call: Call, ledger: LedgerKeeper, client: unknown, value: unknown): Promise<void> {
  const { row } = call.stored;
  if (row?.lease === undefined || ledger.store.settleIn === undefined) throw notKept(call);
  if (!canEncode(call)) await loadLazy();
  const outcome = encodeResult(call, value);
  if (outcome.status !== 'success') throw invalidValue(call);
  const isOurs = await ledger.store.settleIn(client, row.lease, {
    ...endOf(withChanges(call, outcome)),
    now: ledger.clock.now(),
  });
  if (!isOurs) throw leaseLost(call);
  row.isSettled = true;
  // The row is no longer running, so that a renewal would report the lease as lost.
  ledger.leases.release(row.lease);
}

function invalidValue({ name }: Call): HaftError {
  return new HaftError(
    'HAFT_INVALID_OPTION',
    `RunContext.ledger.settleIn() of '${name}' got a value that is not its result.`,
    {
      hint: 'Give it the value that the method returns, of the type that it declares.',
    },
  );
}
