import type { ToolOutcome } from '@haft/core';
import { callChannel, type CallTrace } from '../events/call-channel.js';
import type { RunPort } from './run-port.js';
import type { Call } from './call.js';
import { contextOf } from './context/context-of.js';
import { shownArguments } from './arguments/shown-arguments.js';
import { redactedJson, redactedOutcome } from './around/redacted.js';

/** Returns whether the channels have subscribers. The check is one branch for each call. */
export function isTraced(): boolean {
  return callChannel.start.hasSubscribers || callChannel.asyncEnd.hasSubscribers;
}

/** Makes the call inside the stores of the channel, and publishes its begin and its end. */
export function traced(call: Call, make: () => void): void {
  const trace = traceOf(call);
  const { caller } = call;
  call.caller = {
    answer(outcome) {
      trace.outcome = redactedOutcome(call, 'events', outcome);
      trace.arguments = argumentsOf(call);
      const { thrown } = call.optional;
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
  callChannel.start.runStores(trace, make);
  callChannel.end.publish(trace);
}

function traceOf(call: Call): CallTrace {
  const { state } = call;
  const { definition } = state.planned.tool;
  const { facts } = call;
  return { ...facts, definition, context: contextOf(call) };
}

/** Publishes a call of an unknown name, which is answered immediately. */
export function traceUnknown({ id: runId, context }: RunPort, outcome: ToolOutcome): void {
  if (!isTraced()) return;
  const trace: CallTrace = { callId: outcome.callId, runId, tool: outcome.tool, definition: undefined, context };
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
