import type { ToolOutcome } from '@haft/core';
import type { CallRow } from '@haft/runtime';
import { unknownEnd } from '@haft/runtime/internal';
import type { LedgerKeeper } from '../keeper/ledger-keeper.js';
import { beginAttempt } from '../row/begin-attempt.js';
import { cancelInner } from '../row/cancel-inner.js';
import { settleWithout } from '../row/through-ledger.js';

/**
 * Ends a call whose process died as unknown, and cancels the calls that wait inside it. A person
 * decides about it.
 *
 * @returns undefined if a process has it
 */
export async function endUnknown(keeper: LedgerKeeper, row: CallRow): Promise<ToolOutcome | undefined> {
  const { begun } = await beginAttempt(keeper, row, [], true);
  const { callId, tool } = row;
  const outcome = unknownEnd({ callId, tool });
  if (begun === undefined || !(await settleWithout(keeper, begun.lease, outcome))) return undefined;
  await cancelInner(keeper, row);
  return outcome;
}
