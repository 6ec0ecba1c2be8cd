import { HaftError, type ToolOutcome } from '@haft/core';
import type { CallRow, InnerWait } from '@haft/runtime';
import { type Call, type RowOfCall, waitingOutcome } from '@haft/runtime/internal';
import { openCallOfRow } from './open-call-of-row.js';
import { outcomeOfRow } from './outcome-of-row.js';
import { replayed } from './replayed.js';
import { readStored } from './stored-call.js';

/**
 * Returns the answer to a call whose row exists: its outcome, or the request that it waits for.
 * Undefined if it is in progress.
 *
 * @throws {HaftError} `HAFT_CALL_DIFFERS` if the row is of another call
 */
export function answerOfKnown(
  call: Call,
  own: RowOfCall,
  known: CallRow,
  fingerprint: string,
): ToolOutcome | undefined {
  if (!isSame(own, known, fingerprint)) throw callDiffers(call, known);
  const ended = outcomeOfRow(known);
  if (ended !== undefined) return replayed(call, known, ended);
  const wait = waitOfRow(known, call.run.runtime.people.pendingSecret);
  return wait && { ...waitingOutcome(wait), callId: call.id };
}

/** Rows of older versions have no content. */
function isSame({ content }: RowOfCall, known: CallRow, fingerprint: string): boolean {
  return known.content === '' ? known.fingerprint === fingerprint : known.content === content;
}

/** Returns the decisions that a row waits for, also if one was made and the call has not begun. */
export function waitOfRow(row: CallRow, secret: string | undefined): InnerWait | undefined {
  if (row.state === 'running') return undefined;
  const open = openCallOfRow(row, secret);
  if (open !== undefined) return { open };
  const { suspended } = readStored(row, secret);
  return suspended && { suspended };
}

function callDiffers({ id, name, run }: Call, known: CallRow): HaftError {
  const message = `The call ${id} of '${name}' has the id of another call of the same turn, of '${known.tool}'.`;
  return new HaftError('HAFT_CALL_DIFFERS', message, {
    hint: `Give each answer of the model another turn: run ${run.id}, turn '${known.turn}'.`,
  });
}
