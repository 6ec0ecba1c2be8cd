import { equalFailure } from './budget/retry-budget.js';
import type { Call } from './call.js';
import { isFast, runFast } from './fast/run-fast.js';
import { finishCall, rejectCall, whenLoaded } from './finish-call.js';
import { loadLazy } from './load-lazy.js';
import { canEncode } from './outcome/encode-result.js';
import { noteRefused } from './outcome/refuse-call.js';
import { unadmit } from './steps/02-admit.js';

/**
 * Takes steps 3 to 11 of a call: in one function (`fast/`) if the call needs no optional step, or
 * else in the chain (`chain.ts`).
 */
export function callTool(call: Call): void {
  try {
    if (call.state.failures > call.state.maxRetries && answersEqual(call)) return;
    // Loaded before the method runs, since its result is encoded as soon as it returns.
    if (!canEncode(call))
      whenLoaded(call, loadLazy(), () => {
        callTool(call);
      });
    else if (isFast(call)) runFast(call);
    else takeChain(call);
  } catch (error) {
    rejectCall(call, error);
  }
}

/** Answers a call that equals a failed one without work. Returns whether it did. */
function answersEqual(call: Call): boolean {
  const failure = equalFailure(call);
  if (failure === undefined) return false;
  unadmit(call);
  noteRefused(call, failure);
  finishCall(call, failure);
  return true;
}

function takeChain(call: Call): void {
  const { generalPath } = call.run.runtime;
  if (generalPath.loaded !== undefined) generalPath.loaded.runChain(call);
  else {
    whenLoaded(call, generalPath.load(), ({ runChain }) => {
      runChain(call);
    });
  }
}
