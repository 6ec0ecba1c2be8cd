import { HaftError } from '@haft/core';
import type { StoredCall } from '../../call/executor/stored-call.js';
import { loadLazy } from '../../call/load-lazy.js';
import type { RunPort } from '../../call/run-port.js';

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
