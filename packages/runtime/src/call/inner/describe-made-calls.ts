import type { RunContext } from '@haft/core';
import { CallContext } from '../context/call-context.js';
import { effectsOf, madeCallsText } from './made-calls.js';

/**
 * Returns the text for a model about the calls with effects that a tool made so far, for a result
 * that does not tell of them, such as `These calls were made: pay c_81f2a0b1: done. Do not repeat
 * them.`
 *
 * @param run - the context of the call of the tool
 * @returns undefined if there are no such calls
 */
export function describeMadeCalls(run: RunContext): string | undefined {
  const call = CallContext.callOf(run);
  return call === undefined ? undefined : madeCallsText(effectsOf(call));
}
