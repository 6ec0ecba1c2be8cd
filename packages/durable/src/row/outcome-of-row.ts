import type { ToolOutcome } from '@haft/core';
import type { CallRow, EndState } from '@haft/runtime';
import { tryParseJson } from '@haft/arguments/internal';
import { isEndState, isOutcome, isUnknownEnd, plainOutcome, unknownEnd } from '@haft/runtime/internal';

/** Returns the outcome of a row that has ended. Undefined if it has not. */
export function outcomeOfRow(row: CallRow): ToolOutcome | undefined {
  if (!isEndState(row.state)) return undefined;
  const { callId, tool } = row;
  const outcome = tryParseJson(row.outcome ?? '');
  return isOutcome(outcome) && outcome.status !== 'deferred'
    ? { ...outcome, callId, tool }
    : unknownEnd({ callId, tool });
}

/** Returns the state and the outcome that a row ends with. */
export function endOf(outcome: ToolOutcome): { readonly state: EndState; readonly outcome: string } {
  return { state: stateOf(outcome), outcome: JSON.stringify(plainOutcome(outcome)) };
}

function stateOf(outcome: ToolOutcome): EndState {
  if (outcome.status === 'success') return 'done';
  if (outcome.status === 'denied') return outcome.reason ?? 'denied';
  if (outcome.status === 'interrupted') return 'cancelled';
  return isUnknownEnd(outcome) ? 'unknown_outcome' : 'failed';
}
