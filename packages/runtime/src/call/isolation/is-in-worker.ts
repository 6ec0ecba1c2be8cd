import type { Call } from '../call.js';
import { IN_WORKER, type CallFacts } from '../../isolation/isolated-job.js';

/** Whether the call came from another thread, where it was accepted and decided. */
export function isInWorker(call: Call): boolean {
  return factsFromOutside(call) !== undefined;
}

/** What the thread that the call came from knows of it; undefined when the call began in this one. */
export function factsFromOutside({ run }: Call): CallFacts | undefined {
  return (run.options as { readonly [IN_WORKER]?: CallFacts })[IN_WORKER];
}
