import type {
  DeniedOutcome,
  FailedOutcome,
  FailureReason,
  InterruptedOutcome,
  RetryOutcome,
  SuccessOutcome,
  ModelRetry,
  ToolOutcome,
} from '@haft/core';
import type { Issue } from '@haft/schema';
import { cutText } from '../../results/cut-text.js';
import { modelRetryText } from '../../arguments/feedback/model-retry-text.js';
import { LONGEST_PROMPT } from '../../arguments/feedback/longest-prompt.js';
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

/** Returns the outcome of a failure that a tool or an external system reports. Cuts the text. */
export function failedByTool(call: Call, text: string): FailedOutcome {
  return failed(call, 'tool', cutText(text, LONGEST_PROMPT) || TOOL_FAILED);
}

/** Adds the error, for the host. It is not enumerable, so that logs leave it out. */
export function withCause(outcome: FailedOutcome, cause: unknown): FailedOutcome {
  return Object.defineProperty(outcome, 'cause', { value: cause });
}

/**
 * Returns an outcome with the error of the execution that it is about, which `{ ...outcome }` of an
 * interceptor leaves out.
 *
 * @param given - the outcome of the execution. Default: there was none.
 */
export function withCauseOf(given: ToolOutcome | undefined, outcome: ToolOutcome): ToolOutcome {
  if (outcome === given || outcome.status !== 'failed' || given?.status !== 'failed') return outcome;
  const lacksIt = 'cause' in given && !('cause' in outcome) && outcome.callId === given.callId;
  // The host may use its object for other calls too.
  return lacksIt ? withCause({ ...outcome }, given.cause) : outcome;
}

/** Returns the outcome of a call that was denied, or that got no decision in time. */
export function denied(call: Call, text = '', reason?: DeniedOutcome['reason']): DeniedOutcome {
  const facts = { callId: call.id, tool: call.name, text: text || (reason === undefined ? DENIED : EXPIRED) };
  return { status: 'denied', ...facts, repairs: call.repairs, ...(reason === undefined ? {} : { reason }) };
}

/** Returns the outcome of a call whose run was cancelled or ended before there was a result. */
export function interrupted(call: Call): InterruptedOutcome {
  return { ...interruptedCall(call.id, call.name), repairs: call.repairs };
}

/** Returns the outcome of an interrupted call that never began. */
export function interruptedCall(callId: string, tool: string): InterruptedOutcome {
  return { status: 'interrupted', callId, tool, text: INTERRUPTED, repairs: [] };
}

/** Returns the outcome of a call that rejected. It may have done some of its work. */
export function brokenCall(callId: string, tool: string): FailedOutcome {
  const text = 'The tool failed unexpectedly. Do not repeat the call with the same arguments.';
  return { status: 'failed', reason: 'exception', callId, tool, text, repairs: [] };
}

export const TOOL_FAILED = 'The tool failed.';
export const DENIED = 'The tool call was denied.';
const EXPIRED = 'The tool call was not executed, because no decision came in time.';
const INTERRUPTED = 'The tool call was interrupted before a result was produced.';

/**
 * Returns the outcome of a tool that ran and returned an invalid result, or one that is not JSON.
 */
export function writeFailure(call: Call, error: unknown): ToolOutcome {
  call.run.runtime.logger.error(`The result of tool '${call.name}' could not be given to the model.`, { error });
  return failed(call, 'result', UNREADABLE);
}

const UNREADABLE = 'The tool ran, but its result could not be read. Do not repeat the call with the same arguments.';

/** Returns the outcome of a tool that asks the model for a correction. */
export function askForCorrection(
  call: Call,
  { message, issues }: Pick<ModelRetry, 'message' | 'issues'>,
): RetryOutcome {
  call.state.rememberWords(message);
  if (call.optional.isTrial === true) call.setOptional({ asked: message });
  return retry(call, modelRetryText(message), issues);
}
