import { type InnerCallOptions, type ParentCall, type ToolCall, type ToolOutcome, requireOneOf } from '@haft/core';
import { admitFound, type BatchStart } from '../admit-call.js';
import { isCallTool, isLimited } from '@haft/compose/internal';
import { Call } from '../call.js';
import { PERMITTED } from '../call-parts.js';
import { unknownTool, unknownToolInside } from '../outcome/unknown-tool.js';
import { requireCall } from '../require-call.js';
import { uniqueName } from '../unique-name.js';

/**
 * Takes steps 1 and 2 of a call inside another one.
 *
 * @param parent - the outer call
 * @returns the call, or its outcome if a step rejects it
 */
export function admitInner(
  parent: Call,
  request: ToolCall,
  { budget, place }: InnerCallOptions,
  batch?: BatchStart,
): Call | ToolOutcome {
  if (budget !== undefined) requireOneOf('budget', budget, BUDGETS);
  requireCall(request);
  const { run } = parent;
  const shared = run.toolbox.find(request.name);
  // A program calls the target itself.
  if (shared === undefined || isCallTool(shared.planned.tool)) {
    return budget === 'own' ? unknownToolInside(run, request) : unknownTool(run, request, batch?.unknownNames);
  }
  const state = budget === 'own' ? run.inner.budgets.stateOf(parent.id, shared) : shared;
  const call = new Call(run, state, request.id ?? uniqueName('call'), request.arguments);
  const permitted = isLimited(state.planned.tool) ? PERMITTED : call.origin;
  call.origin = { ...permitted, parent, from: parentFacts(parent, place) };
  return admitFound(call, request, batch);
}

function parentFacts({ id: callId, name: tool }: Call, place: InnerCallOptions['place']): ParentCall {
  return { callId, tool, ...(place === undefined ? {} : { place }) };
}

const BUDGETS = ['run', 'own'] as const;
