import type { Call } from '../call.js';

/**
 * Returns the signal of a call. Creates it when it is first read, aborted if the call is stopped.
 */
export function signalOf(call: Call): AbortSignal {
  const { controller = controlled(call) } = call.timing;
  return controller.signal;
}

function controlled(call: Call): AbortController {
  const controller = new AbortController();
  if (call.stopped !== undefined) controller.abort(call.stopped);
  call.timing = { ...call.timing, controller };
  return controller;
}
