import type { CallRow } from '@haft/runtime';
import { tryParseJson } from '@haft/arguments/internal';
import { hasToolFor, type RunState } from '@haft/runtime/internal';
import { isObject } from '@haft/schema/basics';
import { readStored } from '../row/stored-call.js';

/**
 * Returns whether this runtime can continue the call of a row. If it lacks the tool, or if another
 * version of the tool rejects the stored arguments, the row is for a process that has the tool. A
 * denial executes nothing, so that it needs no tool.
 *
 * @param run - a run with the user of the call, whose tools are prepared
 * @throws {HaftError} `HAFT_INVALID_PENDING` if the row was changed
 */
export async function canContinue(run: RunState, row: CallRow): Promise<boolean> {
  return isDenied(row) || hasToolFor(run, readStored(row, run.runtime.people.pendingSecret));
}

/** Returns whether a row waits only for its denial to be written. */
export function isDenied({ decision }: Pick<CallRow, 'decision'>): boolean {
  const read = tryParseJson(decision ?? '');
  return isObject(read) && read['kind'] === 'deny';
}
