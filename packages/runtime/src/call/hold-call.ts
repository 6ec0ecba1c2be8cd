import type { Call } from './call.js';
import { putInFlight } from './finish-call.js';
import { isTraced } from './is-traced.js';
import { measureCall } from './measure-call.js';
import { callTool } from './plan/take-steps.js';
import { traced } from './traced.js';

/**
 * Holds a call until its turn. The wait counts as time of the call.
 *
 * @returns a function that begins the call. Do not call it if the call was answered before.
 */
export function holdCall(call: Call): (call: Call) => void {
  measureCall(call);
  if (isTraced()) return heldByPromise(call);
  putInFlight(call);
  return callTool;
}

/** Keeps the stores that are bound to the channel, by a promise. */
function heldByPromise(call: Call): () => void {
  let begin = (): void => undefined;
  traced(call, () => {
    putInFlight(call);
    const turn = new Promise<void>((resolve) => {
      begin = resolve;
    });
    void turn.then(() => {
      callTool(call);
    });
  });
  return begin;
}
