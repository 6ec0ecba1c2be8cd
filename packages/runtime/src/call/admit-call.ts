import type { ToolCall, ToolOutcome } from '@haft/core';
import { Call, IN_BATCH, NO_OPTIONAL_STATE } from './call.js';
import { refuseCall } from './outcome/refuse-call.js';
import type { RunPort } from './run-port.js';
import { isTraced } from './is-traced.js';
import { isCall, requireCall } from './require-call.js';
import { admit } from './steps/02-admit.js';
import type { ToolState } from './tools/tool-state.js';
import { uniqueName } from './unique-name.js';

/** The state of the run before the first call of a batch. */
export interface BatchStart {
  readonly unknownNames: number;
  /** Calls that were rejected before any call began. They count for the budget with the others. */
  readonly refused: Call[];
}

/**
 * Takes steps 1 and 2. All calls of a batch take them before one call continues.
 *
 * @returns undefined if these steps need the general path, which is not loaded
 * @throws {HaftError} the errors of step 1
 */
export function admitCall(run: RunPort, request: ToolCall, batch?: BatchStart): Call | ToolOutcome | undefined {
  requireCall(request);
  const { loaded } = run.runtime.generalPath;
  const state = run.find(request.name);
  if (loaded === undefined && (needsGeneralPath(state) || isTraced())) return undefined;
  if (state === undefined) {
    const found = loaded?.find(run, request, batch?.unknownNames);
    return found instanceof Call ? admitFound(found, request, batch) : found;
  }
  const call = new Call(run, state, request.id ?? uniqueName('call'), request.arguments);
  return admitFound(call, request, batch);
}

/** Takes steps 1 and 2. Loads the general path before, if they need it. */
export async function admitLoaded(run: RunPort, request: ToolCall): Promise<Call | ToolOutcome> {
  const admitted = admitCall(run, request);
  if (admitted !== undefined) return admitted;
  await run.runtime.generalPath.load();
  return admitLoaded(run, request);
}

/** Loads the general path if a call of a batch needs it for steps 1 and 2. */
export function readyToAdmit(run: RunPort, requests: readonly ToolCall[]): Promise<unknown> | undefined {
  const { generalPath } = run.runtime;
  if (generalPath.loaded !== undefined) return undefined;
  const needsIt = isTraced() || requests.some((one) => isCall(one) && needsGeneralPath(run.find(one.name)));
  return needsIt ? generalPath.load() : undefined;
}

/** Returns whether steps 1 and 2 of a tool need the general path, since they cannot wait for it. */
function needsGeneralPath(state: ToolState | undefined): boolean {
  return state === undefined || state.planned.recordsRefusals;
}

/** Takes step 2 of a call whose tool is known. */
export function admitFound(call: Call, request: ToolCall, batch?: BatchStart): Call | ToolOutcome {
  if (batch !== undefined)
    call.optional = call.optional === NO_OPTIONAL_STATE ? IN_BATCH : { ...call.optional, ...IN_BATCH };
  if (request.truncated === true) call.setOptional({ isTruncated: true });
  const refused = admit(call);
  if (refused !== undefined) {
    batch?.refused.push(call);
    return refuseCall(call, refused);
  }
  if (request.turn !== undefined) call.setOptional({ turn: request.turn });
  call.inDialect = call.run.dialectOf !== undefined;
  return call;
}
