import type { ToolOutcome } from '@haft/core';
import type { CallRow, ProposedCall, ProposeOptions, RowChange } from '@haft/runtime';
import { interruptedCall } from '@haft/runtime/internal';
import type { LedgerKeeper } from '../keeper/ledger-keeper.js';
import { cancelInner } from './cancel-inner.js';
import { endOf } from './outcome-of-row.js';

/** The row of a call, which this write or an earlier one made. */
export type WrittenCall = RowChange & {
  readonly row: CallRow;
  /** The outcome of a call in progress that was cancelled, and that must not wait. */
  readonly stopped?: ToolOutcome;
};

/**
 * Writes a call. Ends the attempt of a call that the ledger does not replace, since it was
 * cancelled, and its inner calls.
 *
 * @param stopped - its outcome then
 * @throws {Error} if the ledger returns no row. A call without a row would be lost.
 */
export async function proposeCall(
  keeper: LedgerKeeper,
  call: ProposedCall,
  options: ProposeOptions = {},
  stopped: ToolOutcome = interruptedCall(call.callId, call.tool),
): Promise<WrittenCall> {
  const { store, clock } = keeper;
  const [change] = await store.propose([call], options);
  if (change?.row === undefined) throw new Error(`The ledger of calls did not write the row ${call.key}.`);
  const { changed, row } = change;
  const [held] = options.replaces ?? [];
  if (changed || held === undefined || !row.isCancelled) return { ...change, row };
  await cancelInner(keeper, row);
  // A lease that is lost ends nothing.
  const isOurs = await store.settle(held, { ...endOf(stopped), now: clock.now() });
  return { ...change, row, ...(isOurs && { stopped }) };
}
