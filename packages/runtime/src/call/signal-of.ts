import type { Call } from './call.js';

/** The signal of a call, made when a tool first reads it; aborted already when the call was stopped before. */
export function signalOf(call: Call): AbortSignal {
  if (call.controller === undefined) {
    call.controller = new AbortController();
    if (call.stopped !== undefined) call.controller.abort(call.stopped);
  }
  return call.controller.signal;
}
