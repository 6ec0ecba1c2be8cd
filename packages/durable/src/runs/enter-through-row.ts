import type { ToolOutcome } from '@haft/core';
import type { SuspendedCall } from '@haft/runtime';
import { type Call, callOfRun, waitingOutcome } from '@haft/runtime/internal';
import type { LedgerKeeper } from '../keeper/ledger-keeper.js';
import { beginAttempt } from '../row/begin-attempt.js';
import { outcomeOfRow } from '../row/outcome-of-row.js';
import { inAttempt, takenOver } from '../row/through-ledger.js';

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
  const { row, begun } = await beginAttempt(keeper, ref, ['awaiting', 'approved', 'queued'], true);
  if (begun === undefined) return (row && outcomeOfRow(row)) ?? waitingOutcome({ suspended });
  const outcome = await inAttempt(call, keeper, begun, enter);
  const taken = outcome.status === 'interrupted' ? await takenOver(keeper, begun.lease) : undefined;
  return taken === undefined ? outcome : (outcomeOfRow(taken) ?? waitingOutcome({ suspended }));
}
