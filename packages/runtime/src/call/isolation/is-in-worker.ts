import type { Call } from '../call.js';
import { IN_WORKER, type CallFacts } from '../../isolation/isolated-job.js';

/** Returns whether the call came from another thread or process, which accepted and decided it. */
export function isInWorker(call: Call): boolean {
  return factsFromOutside(call) !== undefined;
}

/** Returns whether the call is already in a thread of its own. */
export function isInThread(call: Call): boolean {
  const facts = factsFromOutside(call);
  return facts !== undefined && facts.remote === undefined;
}

/**
 * Returns the facts of a call from another thread or process. Undefined if the call began in this
 * one.
 */
export function factsFromOutside({ run }: Call): CallFacts | undefined {
  return (run.options as { readonly [IN_WORKER]?: CallFacts })[IN_WORKER];
}
