import type {
  FailedOutcome,
  FailureReason,
  InterruptedOutcome,
  RetryOutcome,
  SuccessOutcome,
  ToolOutcome,
} from '@haft/core';
import type { Issue } from '@haft/schema';
import { LONGEST_PROMPT } from '@haft/arguments/internal';
import { callInText, cutText, kindAndName } from '@haft/core/internal';
import type { Call } from '../call.js';

/** Returns the outcome of a tool that returned a value. The model reads the text. */
export function success(call: Call, value: unknown, text: string): SuccessOutcome {
  return { status: 'success', callId: call.id, tool: call.state.planned.name, text, repairs: call.repairs, value };
}

/** Returns the outcome of a call that the model can correct. */
export function retry(call: Call, text: string, issues: readonly Issue[]): RetryOutcome {
  return { status: 'retry', callId: call.id, tool: call.name, text, repairs: call.repairs, issues };
}

/** Returns the outcome of a failed call. */
export function failed(call: Call, reason: FailureReason, text: string): FailedOutcome {
  return { status: 'failed', callId: call.id, tool: call.name, text, repairs: call.repairs, reason };
}

/** Adds the error, for the host. It is not enumerable, so that logs leave it out. */
export function withCause(outcome: FailedOutcome, cause: unknown): FailedOutcome {
  return Object.defineProperty(outcome, 'cause', { value: cause });
}

/** Returns the outcome of a call whose run was cancelled or ended before there was a result. */
export function interrupted(call: Call): InterruptedOutcome {
  return { ...interruptedCall(call.id, call.name), repairs: call.repairs };
}

/** Returns the outcome of an interrupted call that never began. */
export function interruptedCall(callId: string, tool: string): InterruptedOutcome {
  const text = `${callInText(tool)} was interrupted before a result was produced.`;
  return { status: 'interrupted', callId, tool, text, repairs: [] };
}

/** Returns the text of a failure without a text, by the name in the run. */
export function failedText(tool: string): string {
  return `The ${kindAndName(tool).kind} failed.`;
}

/** Returns the text of a denied call without a text, by the name in the run. */
export function deniedText(tool: string): string {
  return `${callInText(tool)} was denied.`;
}

/**
 * Returns the outcome of a tool that ran and returned an invalid result, or one that is not JSON.
 */
export function writeFailure(call: Call, error: unknown): ToolOutcome {
  const { kind, name } = kindAndName(call.name);
  const reader = kind === 'tool' ? 'model' : 'client';
  call.run.runtime.observe.logger.error(`The result of ${kind} '${name}' could not be given to the ${reader}.`, {
    error,
  });
  const text = `The ${kind} ran, but its result could not be read. Do not repeat the call with the same arguments.`;
  return withCause(failed(call, 'result', text), error);
}

/** Returns the outcome of a failure that a tool or an external system reports. Cuts the text. */
export function failedByTool(call: Call, text: string): FailedOutcome {
  return failed(call, 'tool', cutText(text, LONGEST_PROMPT) || failedText(call.name));
}

/** Returns the outcome of a call that rejected. It may have done some of its work. */
export function brokenCall(callId: string, tool: string): FailedOutcome {
  const text = `The ${kindAndName(tool).kind} failed unexpectedly. Do not repeat the call with the same arguments.`;
  return { status: 'failed', reason: 'exception', callId, tool, text, repairs: [] };
}
