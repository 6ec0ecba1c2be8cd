import type { Call } from '../call.js';

/** Returns whether the call came from another thread or process, which accepted and decided it. */
export function isInWorker(call: Call): boolean {
  return call.run.factsFromOutside !== undefined;
}

/** Returns whether the call is already in a thread of its own. */
export function isInThread(call: Call): boolean {
  const facts = call.run.factsFromOutside;
  return facts !== undefined && facts.remote === undefined;
}
