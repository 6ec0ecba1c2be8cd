import type { SuccessOutcome, ToolOutcome } from '@haft/core';
import { outcomeOfRow } from '../ledger/outcome-of-row.js';
import { readStored } from '../ledger/stored-call.js';
import type { CallRow } from '../../ledger/call-ledger.js';
import { isEndState } from '../../ledger/call-states.js';
import type { BackgroundTask } from '../../toolsets/tasks/background-task.js';

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
