import type { Call } from './call.js';
import { callTool } from './call-tool.js';
import { putInFlight } from './finish-call.js';
import type { GeneralPath } from './general-path.js';
import { isTraced } from './is-traced.js';
import { measureCall } from './measure-call.js';

/**
 * Holds a call until its turn. The wait counts as time of the call.
 *
 * @returns a function that begins the call. Do not call it if the call was answered before.
 */
export function holdCall(call: Call): (call: Call) => void {
  measureCall(call);
  const { loaded } = call.run.runtime.generalPath;
  if (loaded !== undefined && isTraced()) return heldByPromise(call, loaded);
  putInFlight(call);
  return callTool;
}

/** Keeps the stores that are bound to the channel, by a promise. */
function heldByPromise(call: Call, { traced }: GeneralPath): () => void {
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
