import type { ToolOutcome } from '@haft/core';
import { callChannel, type CallTrace } from '../events/call-channel.js';
import { isTraced } from './is-traced.js';
import { markStep } from './mark-step.js';
import type { RunPort } from './run-port.js';
import type { Call } from './call.js';
import { contextOf } from './context/context-of.js';
import { shownArguments } from './arguments/shown-arguments.js';
import { clearedSent, shownSent } from './arguments/shown-sent.js';
import { redactedJson, redactedOutcome } from './around/redacted.js';

/** Makes the call inside the stores of the channel, and publishes its begin and its end. */
export function traced(call: Call, make: (call: Call) => void): void {
  const trace = traceOf(call);
  const { caller } = call;
  call.caller = {
    answer(outcome) {
      markStep(call, 'record');
      trace.outcome = redactedOutcome(call, 'events', outcome);
      trace.arguments = argumentsOf(call);
      const { thrown } = call.effects;
      if (thrown !== undefined) publishError(trace, thrown.error);
      publishEnd(trace);
      caller.answer(outcome);
    },
    reject(error) {
      publishError(trace, error);
      publishEnd(trace);
      caller.reject(error);
    },
  };
  callChannel.start.runStores(trace, () => {
    markStep(call, 'find');
    markStep(call, 'admit');
    make(call);
  });
  callChannel.end.publish(trace);
}

function traceOf(call: Call): CallTrace {
  const { state } = call;
  const { definition } = state.planned.tool;
  const { facts, run } = call;
  const context = contextOf(call);
  return {
    ...facts,
    runtime: run.runtime,
    definition,
    context,
    // Most subscribers do not read it.
    get sent() {
      return shownSent(call);
    },
  };
}

/** Publishes a call of an unknown name, which is answered immediately. */
export function traceUnknown(run: RunPort, outcome: ToolOutcome, given: unknown): void {
  if (!isTraced()) return;
  const { id: runId, context, runtime } = run;
  const { callId, tool } = outcome;
  const sent = clearedSent(given, runtime.observe.redactedKeys);
  const trace: CallTrace = { callId, runId, runtime, tool, sent, definition: undefined, context };
  callChannel.start.runStores(trace, () => {
    trace.outcome = outcome;
    publishEnd(trace);
  });
  callChannel.end.publish(trace);
}

function argumentsOf(call: Call): unknown {
  return call.wire === undefined ? undefined : redactedJson(call, 'events', shownArguments(call));
}

function publishError(trace: CallTrace, error: unknown): void {
  trace.error = error;
  callChannel.error.publish(trace);
}

function publishEnd(trace: CallTrace): void {
  callChannel.asyncStart.publish(trace);
  callChannel.asyncEnd.publish(trace);
}
