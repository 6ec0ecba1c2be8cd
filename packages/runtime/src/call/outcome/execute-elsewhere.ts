import type { ToolOutcome } from '@haft/core';
import type { Call } from '../call.js';
import { unknownEndOf } from '../executor/unknown-end.js';
import { outcomeOfHookError } from './outcome-of-error.js';

/**
 * Executes a call in another thread or process, which turns errors of the tool into outcomes.
 * Errors here are not from the tool, so that it may have taken effect.
 */
export async function executeElsewhere(call: Call, perform: () => Promise<ToolOutcome>): Promise<ToolOutcome> {
  if (call.stopped !== undefined) throw call.stopped;
  try {
    return await perform();
  } catch (error) {
    if (call.answered) throw error;
    const outcome = outcomeOfHookError(call, error);
    const { row } = call.stored;
    const { thrown } = call.effects;
    const isKnown = row === undefined || !call.hasBegun || thrown?.error !== error;
    return isKnown || call.state.planned.tool.definition.hints?.readOnly === true ? outcome : unknownEndOf(call);
  }
}
