import type { ToolOutcome } from '@haft/core';
import type { SuspendedCall } from '@haft/runtime';
import { type Call, callOfRun, waitingOutcome } from '@haft/runtime/internal';
import type { LedgerKeeper } from '../keeper/ledger-keeper.js';
import { beginAttempt, rowOfAttempt } from '../row/begin-attempt.js';
import { outcomeOfRow } from '../row/outcome-of-row.js';
import { holdRow, settleUnstarted } from '../row/through-ledger.js';

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
  call.stored = { ...call.stored, row: rowOfAttempt(row, lease, isRecovered) };
  holdRow(call, keeper, lease);
  const outcome = await settleUnstarted(call, keeper, await enter());
  if (outcome.status !== 'interrupted') return outcome;
  const current = await keeper.store.get(lease);
  const isTaken = current !== undefined && current.attempt !== lease.attempt;
  return isTaken ? (outcomeOfRow(current) ?? waitingOutcome({ suspended })) : outcome;
}
