import type { Call } from '../call.js';

/** The signal of a call, made when a tool first reads it; aborted already when the call was stopped before. */
export function signalOf(call: Call): AbortSignal {
  const { controller = controlled(call) } = call.optional;
  return controller.signal;
}

function controlled(call: Call): AbortController {
  const controller = new AbortController();
  if (call.stopped !== undefined) controller.abort(call.stopped);
  call.setOptional({ controller });
  return controller;
}
