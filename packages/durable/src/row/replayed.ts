import type { ToolOutcome } from '@haft/core';
import type { CallRow } from '@haft/runtime';
import { type Call, turnOf } from '@haft/runtime/internal';

/**
 * Marks the recorded outcome of a call that is made again. If it is not certain that it is the same
 * call, the model may mean another one, so that the text says that this one was made before.
 */
export function replayed(call: Call, row: CallRow, outcome: ToolOutcome): ToolOutcome {
  const again = { ...outcome, callId: call.id, replayed: true as const };
  if (isCertain(call, row)) return again;
  const time = new Date(row.createdAt).toISOString();
  return { ...again, text: `This call was made before (${row.tool}, ${time}). Its result was:\n\n${outcome.text}` };
}

/** The turn or the outer call tells that a call is the same one. */
function isCertain(call: Call, { turn }: CallRow): boolean {
  return call.origin.parent !== undefined || (turn !== '' && turn === turnOf(call));
}
