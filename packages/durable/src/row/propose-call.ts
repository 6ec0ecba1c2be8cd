import type { ToolOutcome } from '@haft/core';
import type { CallRow, ProposedCall, ProposeOptions, RowChange } from '@haft/runtime';
import { interruptedCall } from '@haft/runtime/internal';
import type { LedgerKeeper } from '../keeper/ledger-keeper.js';
import { endOf } from './outcome-of-row.js';

/** The row of a call, which this write or an earlier one made. */
export type WrittenCall = RowChange & {
  readonly row: CallRow;
  /** The outcome of a call in progress that was cancelled, and that must not wait. */
  readonly stopped?: ToolOutcome;
};

/**
 * Writes a call. Ends the attempt of a call that the ledger does not replace, since it was
 * cancelled.
 *
 * @param stopped - its outcome then
 * @throws {Error} if the ledger returns no row. A call without a row would be lost.
 */
export async function proposeCall(
  { store, clock }: LedgerKeeper,
  call: ProposedCall,
  options: ProposeOptions = {},
  stopped: ToolOutcome = interruptedCall(call.callId, call.tool),
): Promise<WrittenCall> {
  const [change] = await store.propose([call], options);
  if (change?.row === undefined) throw new Error(`The ledger of calls did not write the row ${call.key}.`);
  const { changed, row } = change;
  const [held] = changed ? [] : (options.replaces ?? []);
  // A lease that is lost ends nothing.
  const isStopped = held !== undefined && (await store.settle(held, { ...endOf(stopped), now: clock.now() }));
  return { ...change, row, ...(isStopped && { stopped }) };
}
