import type { SuccessOutcome, ToolOutcome } from '@haft/core';
import type { BackgroundTask, CallRow } from '@haft/runtime';
import { isEndState } from '@haft/runtime/internal';
import { outcomeOfRow } from '../row/outcome-of-row.js';
import { readStored } from '../row/stored-call.js';

/** Returns the answer of a background call. */
export function taskOutcome(
  { key, callId, tool, state }: Pick<CallRow, 'key' | 'callId' | 'tool' | 'state'>,
  hasTaskTools: boolean,
): SuccessOutcome<BackgroundTask> {
  const text = `Started as task ${key}.${hasTaskTools ? ' Ask task_status for its progress.' : ''}`;
  return { status: 'success', callId, tool, text, repairs: [], value: { task: key, status: state } };
}

/**
 * Returns the answer that the caller of a row got: its outcome if it has ended, or its task if it
 * is executed in the background. Undefined for another row in progress.
 *
 * @throws {HaftError} `HAFT_INVALID_PENDING` if the row was changed
 */
export function answerOfRow(row: CallRow, secret: string | undefined): ToolOutcome | undefined {
  if (isEndState(row.state)) return outcomeOfRow(row);
  if (row.state !== 'queued' && row.state !== 'running') return undefined;
  return readStored(row, secret).background === true ? taskOutcome(row, true) : undefined;
}
