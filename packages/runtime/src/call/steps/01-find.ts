import type { ToolCall, ToolOutcome } from '@haft/core';
import { Call } from '../call.js';
import { PERMITTED } from '../call-parts.js';
import { isCallTool, isLimited } from '@haft/compose/internal';
import { unknownTool } from '../outcome/unknown-tool.js';
import { meantCall, type MeantCall } from '../tools/meant-call.js';
import type { ToolState } from '../tools/tool-state.js';
import { requireCall } from '../require-call.js';
import type { RunPort } from '../run-port.js';
import { uniqueName } from '../unique-name.js';

/**
 * Step 1: finds the tool by its name or alias, or by its name with a prefix. A call of `call_tool`
 * is from here on the call of its target.
 *
 * @param unknownNames - the number of unknown names before the batch of the call
 * @returns the call, or the answer to an unknown name
 * @throws {HaftError} `HAFT_RETRY_BUDGET_EXHAUSTED` with `onExhausted: 'throw'`
 * @throws {HaftError} `HAFT_INVALID_OPTION` if the request is not a call
 */
export function find(run: RunPort, request: ToolCall, unknownNames?: number): Call | ToolOutcome {
  requireCall(request);
  // Another process found the tool. A later step asks whether the user may still call it.
  if (run.factsFromOutside !== undefined) return findForOthers(run, request);
  const state = run.toolbox.find(request.name);
  if (state !== undefined && !isCallTool(state.planned.tool)) return permittedCall(run, state, request);
  return findOther(run, meantCall(run, request), unknownNames);
}

function findOther(
  run: RunPort,
  { state, request, isRenamed, via }: MeantCall,
  unknownNames: number | undefined,
): Call | ToolOutcome {
  if (state === undefined) return unknownTool(run, request, unknownNames);
  const call = callOf(run, state, request);
  if (isRenamed === true) call.sending = { ...call.sending, askedName: request.name };
  if (via !== undefined) call.sending = { ...call.sending, via };
  return isRenamed === true ? call : permitted(call);
}

function callOf(run: RunPort, state: ToolState, request: ToolCall): Call {
  return new Call(run, state, request.id ?? uniqueName('call'), request.arguments);
}

/** Returns the call of what the run has asked about. A later step asks about others. */
export function permittedCall(run: RunPort, state: ToolState, request: ToolCall): Call {
  return permitted(callOf(run, state, request));
}

function permitted(call: Call): Call {
  if (isLimited(call.state.planned.tool)) call.origin = PERMITTED;
  return call;
}

function findForOthers(run: RunPort, request: ToolCall): Call | ToolOutcome {
  const state = run.toolbox.findWaiting(request.name);
  if (state === undefined) return unknownTool(run, request);
  return callOf(run, state, request);
}
