import { Call } from '../call/call.js';
import { TRIAL } from '../call/call-parts.js';
import type { RunPort } from '../call/run-port.js';
import { ToolState } from '../call/tools/tool-state.js';

/** Returns a call that is not made. It has a separate state: it counts and reports nothing. */
export function trialCall(run: RunPort, state: ToolState, id: string, sent: unknown): Call {
  const own = new ToolState(state.planned, state.maxRetries);
  own.goOn(state.counted.counters());
  const trial = new Call(run, own, id, sent);
  trial.counting = TRIAL;
  return trial;
}
