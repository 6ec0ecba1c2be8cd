import type {
  DeniedOutcome,
  FailedOutcome,
  FailureReason,
  InterruptedOutcome,
  RetryOutcome,
  SuccessOutcome,
} from '@haft/core';
import type { Issue } from '@haft/schema';
import { cutText } from '../../results/cut-text.js';
import { LONGEST_PROMPT } from '../../arguments/feedback/longest-prompt.js';
import type { Call } from '../call.js';

/** The tool returned a value; the model reads the text. */
export function success(call: Call, value: unknown, text: string): SuccessOutcome {
  return { status: 'success', callId: call.id, tool: call.state.planned.name, text, repairs: call.repairs, value };
}

/** The model can correct itself. */
export function retry(call: Call, text: string, issues: readonly Issue[]): RetryOutcome {
  return { status: 'retry', callId: call.id, tool: call.name, text, repairs: call.repairs, issues };
}

/** The call did not work. */
export function failed(call: Call, reason: FailureReason, text: string): FailedOutcome {
  return { status: 'failed', callId: call.id, tool: call.name, text, repairs: call.repairs, reason };
}

/** The tool, or the system that executes it elsewhere, says that it did not work. At most 2,000 characters, like every text about a problem. */
export function failedByTool(call: Call, text: string): FailedOutcome {
  return failed(call, 'tool', cutText(text, LONGEST_PROMPT) || TOOL_FAILED);
}

/** Adds what was thrown, for the host. Not enumerable: what copies, prints or sends the outcome leaves it out. */
export function withCause(outcome: FailedOutcome, cause: unknown): FailedOutcome {
  return Object.defineProperty(outcome, 'cause', { value: cause });
}

/** A person or a policy said no. */
export function denied(call: Call, text = ''): DeniedOutcome {
  return { status: 'denied', callId: call.id, tool: call.name, text: text || DENIED, repairs: call.repairs };
}

/** The run was cancelled or ended before there was a result. */
export function interrupted(call: Call): InterruptedOutcome {
  return { ...interruptedCall(call.id, call.name), repairs: call.repairs };
}

/** The same for a call that never began. */
export function interruptedCall(callId: string, tool: string): InterruptedOutcome {
  return { status: 'interrupted', callId, tool, text: INTERRUPTED, repairs: [] };
}

export const TOOL_FAILED = 'The tool failed.';
export const DENIED = 'The tool call was denied.';
const INTERRUPTED = 'The tool call was interrupted before a result was produced.';
