import type { CallRow, ProposedCall, ProposeOptions, RowChange } from '@haft/runtime';
import type { LedgerKeeper } from '../keeper/ledger-keeper.js';

/** The row of a call, which this write or an earlier one made. */
export type WrittenCall = RowChange & { readonly row: CallRow };

/**
 * Writes a call.
 *
 * @throws {Error} if the ledger returns no row. A call without a row would be lost.
 */
export async function proposeCall(
  { store }: LedgerKeeper,
  call: ProposedCall,
  options: ProposeOptions = {},
): Promise<WrittenCall> {
  const [change] = await store.propose([call], options);
  if (change?.row === undefined) throw new Error(`The ledger of calls did not write the row ${call.key}.`);
  return { ...change, row: change.row };
}
