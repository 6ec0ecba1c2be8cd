import type { RunContext } from '@haft/core';
import { CallContext } from './call-context.js';

/**
 * The context of the run that a call's context belongs to: the same object for all calls of the run, and what containers make scopes of.
 * It says nothing of a call. A context that no run made is its own.
 */
export function runContextOf(context: RunContext): RunContext {
  return CallContext.runOf(context);
}
