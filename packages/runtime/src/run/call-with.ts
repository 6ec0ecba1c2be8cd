import { refuseUnknownOptions, type OptionNames, type ToolCall, type ToolOutcome } from '@haft/core';
import { decideInline } from './deferral/decide-inline.js';
import type { CallOptions } from './call-options.js';
import { onAbort } from '../async/on-abort.js';
import type { RunState } from './state/run-state.js';
import { uniqueName } from '../call/unique-name.js';
import { readmit } from '../call/steps/02-admit.js';
import { CallStopped } from '../call/call-stopped.js';
import { admitCall } from '../call/admit-call.js';
import { performCall } from '../call/make-call.js';
import { Call } from '../call/call.js';
import { interruptCall } from '../call/finish-call.js';
import { nextTurn } from '@haft/core/internal';
import { interrupted } from '../call/outcome/outcomes.js';
import { refuseCall } from '../call/outcome/refuse-call.js';
import { requireCall } from '../call/require-call.js';

/**
 * Makes a call with options: a signal for this call, a listener for its progress, a handler for its
 * deferral. Starts the call a turn of the event loop later: calls of one message then see the same
 * retry budget and spend it once.
 */
export async function callWith(run: RunState, request: ToolCall, options: CallOptions): Promise<ToolOutcome> {
  refuseUnknownOptions('run.call', options, CALL_OPTIONS);
  requireCall(request);
  const call = admitCall(run, { ...request, id: request.id ?? uniqueName('call') });
  return call instanceof Call ? performWith(run, call, options) : call;
}

/** Makes an admitted call with options. */
export async function performWith(run: RunState, call: Call, options: CallOptions): Promise<ToolOutcome> {
  const { signal, onProgress, onDeferred } = options;
  await nextTurn();
  const refused = signal?.aborted === true ? interrupted(call) : readmit(call);
  if (refused !== undefined) return refuseCall(call, refused);
  const stop = (): void => {
    interruptCallsOf(call, new CallStopped('cancelled', 'The signal of the call was aborted.', signal?.reason));
  };
  if (onDeferred !== undefined) run.handlers.set(call, onDeferred);
  if (onProgress !== undefined) run.events.progress.add(call.id, onProgress);
  if (signal !== undefined) onAbort(signal, stop);
  try {
    let outcome = await performCall(call);
    for (const handler of [onDeferred, run.onDeferred]) {
      if (handler === undefined || outcome.status !== 'deferred') continue;
      [outcome = outcome] = await decideInline(run, [outcome], handler, { signal });
    }
    return outcome;
  } finally {
    signal?.removeEventListener('abort', stop);
    run.events.progress.remove(call.id);
  }
}

/** Interrupts a call, and the same call again after a decision. */
function interruptCallsOf({ run, id }: Call, stopped: CallStopped): void {
  for (const one of run.runtime.inFlight.of(run)) if (one.id === id) interruptCall(one, stopped);
}

const CALL_OPTIONS: OptionNames<CallOptions> = { signal: true, onProgress: true, onDeferred: true };
