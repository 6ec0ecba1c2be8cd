import {
  type InnerCallOptions,
  type ToolCall,
  type ToolOutcome,
  refuseUnknownOptions,
  type OptionNames,
} from '@haft/core';
import { Call } from '../../call/call.js';
import { admitInner } from '../../call/inner/admit-inner.js';
import { performInner } from '../../call/inner/perform-inner.js';
import { performCall } from '../../call/make-call.js';
import { interruptedCall } from '../../call/outcome/outcomes.js';
import { decideInline } from '../deferral/decide-inline.js';
import type { DeferredHandler } from '../../call/deferral/deferred-handler.js';
import type { RunState } from '../state/run-state.js';

/** Executes a call inside a call in progress. */
export async function callInside(
  run: RunState,
  parent: Call,
  request: ToolCall,
  options: InnerCallOptions = {},
): Promise<ToolOutcome> {
  // The outer call may have ended while the tools of the step were prepared.
  if (parent.answered) return { ...interruptedCall(request.id ?? '', request.name), notStarted: true };
  refuseUnknownOptions('RunContext.calls.call', options, OPTIONS);
  const call = admitInner(parent, request, options);
  if (!(call instanceof Call)) return call;
  return decidedInside(run, parent, await performInner(parent, call, performCall, options.signal));
}

/** Lets the handlers of the outer calls and of the run decide about a deferred inner call. */
export async function decidedInside(run: RunState, parent: Call, outcome: ToolOutcome): Promise<ToolOutcome> {
  let current = outcome;
  for (const handler of [handlerOf(run, parent), run.onDeferred]) {
    if (current.status !== 'deferred' || handler === undefined) continue;
    [current = current] = await decideInline(run, [current], handler, { parent });
  }
  return current;
}

/** Returns the handler of a call, or of the nearest call around it that has one. */
function handlerOf(run: RunState, call: Call): DeferredHandler | undefined {
  for (let one: Call | undefined = call; one !== undefined; one = one.origin.parent) {
    const handler = run.handlers.get(one);
    if (handler !== undefined) return handler;
  }
  return undefined;
}

const OPTIONS: OptionNames<InnerCallOptions> = { budget: true, signal: true, place: true };
