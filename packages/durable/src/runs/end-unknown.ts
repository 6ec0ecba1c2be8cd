import type { ToolOutcome } from '@haft/core';
import type { CallRow } from '@haft/runtime';
import { unknownEnd } from '@haft/runtime/internal';
import type { LedgerKeeper } from '../keeper/ledger-keeper.js';
import { beginAttempt } from '../row/begin-attempt.js';
import { settleWithout } from '../row/through-ledger.js';

/**
 * Ends a call whose process died as unknown. A person decides about it.
 *
 * @returns undefined if a process has it
 */
export async function endUnknown(keeper: LedgerKeeper, row: CallRow): Promise<ToolOutcome | undefined> {
  const { begun } = await beginAttempt(keeper, row, [], true);
  const { callId, tool } = row;
  const outcome = unknownEnd({ callId, tool });
  return begun !== undefined && (await settleWithout(keeper, begun.lease, outcome)) ? outcome : undefined;
}
