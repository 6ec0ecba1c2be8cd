import { HaftError } from '@haft/core';
import { tryParseJson } from '../../arguments/text/try-parse-json.js';
import { readStored, type StoredCall } from '../../call/ledger/stored-call.js';
import { loadLazy } from '../../call/load-lazy.js';
import { isObject } from '@haft/schema/basics';
import type { CallRow } from '../../ledger/call-ledger.js';
import type { RunPort } from '../../call/run-port.js';
import type { RunState } from '../state/run-state.js';

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

/** Returns whether this runtime has a tool that accepts the stored arguments of a call. */
export async function hasToolFor(
  run: RunPort,
  {
    tool,
    arguments: args,
    definition,
  }: Pick<StoredCall, 'tool' | 'arguments'> & Partial<Pick<StoredCall, 'definition'>>,
): Promise<boolean> {
  const state = run.toolbox.findWaiting(tool);
  if (state === undefined) return false;
  const { definition: current, check, body } = state.planned.tool;
  if (definition === current.fingerprint) return true;
  const { validateFromPerson } = await loadLazy();
  try {
    const checked = { check, ...(body.visitRules !== undefined && { visitRules: body.visitRules }) };
    return (await validateFromPerson(run, checked, args)).refusal === undefined;
  } catch (error) {
    if (error instanceof HaftError) throw error;
    // Code of the application threw. The call reads the arguments again, and reports the error.
    return true;
  }
}

/** Returns whether a row waits only for its denial to be written. */
export function isDenied({ decision }: Pick<CallRow, 'decision'>): boolean {
  const read = tryParseJson(decision ?? '');
  return isObject(read) && read['kind'] === 'deny';
}
