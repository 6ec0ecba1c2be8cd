import type { ToolCall, ToolOutcome } from '@haft/core';
import { admitCall } from './admit-call.js';
import { Call } from './call.js';
import { isTraced } from './is-traced.js';
import { measureCall } from './measure-call.js';
import { callTool } from './plan/take-steps.js';
import type { RunPort } from './run-port.js';
import { traced } from './traced.js';

/** Makes one call, from the name to the outcome. Rejects only for mistakes of the developer. */
export function makeCall(run: RunPort, request: ToolCall): Promise<ToolOutcome> {
  let call: Call | ToolOutcome;
  try {
    call = admitCall(run, request);
  } catch (error) {
    return rejected(error);
  }
  return call instanceof Call ? performCall(call) : Promise.resolve(call);
}

/** Returns a promise that rejects with an error of the steps. */
function rejected(error: unknown): Promise<never> {
  return new Promise(() => {
    throw error;
  });
}

/** Takes steps 3 to 12. */
export function performCall(call: Call): Promise<ToolOutcome> {
  try {
    beginCall(call);
  } catch (error) {
    return rejected(error);
  }
  return call.promisedAnswer();
}

/** Takes steps 3 to 12. The caller of the call gets the answer. */
export function beginCall(call: Call): void {
  measureCall(call);
  if (isTraced()) traced(call, callTool);
  else callTool(call);
}
