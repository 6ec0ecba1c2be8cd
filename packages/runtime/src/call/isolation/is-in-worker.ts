import type { Call } from '../call.js';
import { IN_WORKER, type CallFacts } from '../../isolation/isolated-job.js';

/** Returns whether the call came from another thread, which accepted and decided it. */
export function isInWorker(call: Call): boolean {
  return factsFromOutside(call) !== undefined;
}

/** Returns the facts of a call from another thread. Undefined if the call began in this one. */
export function factsFromOutside({ run }: Call): CallFacts | undefined {
  return (run.options as { readonly [IN_WORKER]?: CallFacts })[IN_WORKER];
}
