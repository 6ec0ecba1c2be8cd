import type { ShownPreview, ToolOutcome } from '@haft/core';
import type { Call } from '../call.js';
import { contextOf } from '../context/context-of.js';
import { asksToWait } from '../outcome/asks-to-wait.js';
import { outcomeOfError } from '../outcome/outcome-of-error.js';
import type { ResolvedTool } from '../steps/09-resolve.js';
import { shownPreview } from './shown-preview.js';

/** Returns whether a tool can tell now what its call would do: its user has supplied the input. */
export function hasPreview({ state, decided }: Call): boolean {
  const { body, input } = state.planned.tool;
  return body.preview !== undefined && (input === undefined || decided.input !== undefined);
}

/**
 * Calls the preview method of a tool. Returns its answer, or a promise of it.
 *
 * @param args - Default: the accepted arguments of the call
 */
export function askPreview(call: Call, { instance, host }: ResolvedTool, args = call.args): unknown {
  return call.state.planned.tool.body.preview?.(instance as never, args as never, contextOf(call), host);
}

/**
 * Reads the answer of a preview method.
 *
 * @returns the preview, or the outcome of the error that the method threw
 */
export async function readPreview(call: Call, ask: () => unknown): Promise<ShownPreview | ToolOutcome> {
  try {
    return shownPreview(await ask(), call.name);
  } catch (error) {
    if (call.answered) throw error;
    return outcomeOfError(call, asksToWait(error) ? deferring(call, error) : error);
  }
}

/** Returns whether a preview method answered, so that there is no outcome. */
export function isPreview(answer: ShownPreview | ToolOutcome): answer is ShownPreview {
  return !('status' in answer);
}

/** A preview belongs to a request. It cannot make another one. */
function deferring({ name }: Call, cause: unknown): Error {
  return new Error(`The preview method of '${name}' deferred the call.`, { cause });
}
