import type { ToolOutcome } from '@haft/core';
import type { CallRow } from '../../ledger/call-ledger.js';

/**
 * Marks the recorded outcome of a call that is made again.
 *
 * @param turn - the turn of the call. If it is not known, the model may mean another call, so that
 *   the text says that this one was made before.
 */
export function replayed(outcome: ToolOutcome, { tool, createdAt }: CallRow, turn: string): ToolOutcome {
  if (turn !== '') return { ...outcome, replayed: true };
  const time = new Date(createdAt).toISOString();
  const text = `This call was made before (${tool}, ${time}). Its result was:\n\n${outcome.text}`;
  return { ...outcome, text, replayed: true };
}
