import type { ToolOutcome } from '@haft/core';
import type { Call } from '../../call/call.js';
import { waitingOutcome, type SuspendedCall } from '../../call/deferral/suspended-call.js';
import { beginAttempt } from '../../call/ledger/begin-attempt.js';
import { outcomeOfRow } from '../../call/ledger/outcome-of-row.js';
import { holdRow, settleUnstarted } from '../../call/ledger/through-ledger.js';
import { callOfRun } from '../../ledger/owner.js';
import type { LedgerKeeper } from '../../ledger/ledger-keeper.js';

/**
 * Enters a suspended call again, as an attempt of its row. Only one of several processes enters it.
 *
 * @param enter - executes the call
 */
export async function enterThroughRow(
  call: Call,
  keeper: LedgerKeeper,
  suspended: SuspendedCall,
  enter: () => Promise<ToolOutcome>,
): Promise<ToolOutcome> {
  const { key } = suspended;
  if (key === undefined) return enter();
  const ref = callOfRun(call.run, key);
  const { row, lease, isRecovered } = await beginAttempt(keeper, ref, ['awaiting', 'approved', 'queued'], true);
  if (row === undefined || lease === undefined) return (row && outcomeOfRow(row)) ?? waitingOutcome({ suspended });
  call.stored = { ...call.stored, row: { key, effectKey: row.effectKey, lease, ...(isRecovered && { isRecovered }) } };
  holdRow(call, keeper, lease);
  const outcome = await settleUnstarted(call, await enter());
  if (outcome.status !== 'interrupted') return outcome;
  const current = await keeper.store.get(lease);
  const isTaken = current !== undefined && current.attempt !== lease.attempt;
  return isTaken ? (outcomeOfRow(current) ?? waitingOutcome({ suspended })) : outcome;
}
