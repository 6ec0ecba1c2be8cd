import type { RunContext } from '@haft/core';
import { CallContext } from './call-context.js';

/**
 * Returns the context of the run that a call belongs to, without the call. It is the same object
 * for all calls of the run, and containers use it as the key of a scope. Returns a context of
 * another origin unchanged.
 */
export function runContextOf(context: RunContext): RunContext {
  return CallContext.runOf(context);
}
