import type { ToolCall, ToolOutcome } from '@haft/core';
import { admitCall, admitLoaded } from './admit-call.js';
import { Call } from './call.js';
import { callTool } from './call-tool.js';
import { isTraced } from './is-traced.js';
import { measureCall } from './measure-call.js';
import type { RunPort } from './run-port.js';

/** Makes one call, from the name to the outcome. Rejects only for mistakes of the developer. */
export function makeCall(run: RunPort, request: ToolCall): Promise<ToolOutcome> {
  let call: Call | ToolOutcome | undefined;
  try {
    call = admitCall(run, request);
  } catch (error) {
    return rejected(error);
  }
  if (call === undefined) return makeLoaded(run, request);
  return call instanceof Call ? performCall(call) : Promise.resolve(call);
}

/** Makes a call that the general path admits. */
async function makeLoaded(run: RunPort, request: ToolCall): Promise<ToolOutcome> {
  const call = await admitLoaded(run, request);
  return call instanceof Call ? performCall(call) : call;
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
  const { loaded } = call.run.runtime.generalPath;
  // It is loaded before a call is admitted that is traced.
  if (loaded !== undefined && isTraced()) loaded.traced(call, callTool);
  else callTool(call);
}
