import type { DeniedOutcome, FailedOutcome, FailureReason, InterruptedOutcome, RetryOutcome } from '@haft/core';
import type { Issue } from '@haft/schema';
import type { Call } from './call.js';

/** The model can correct itself. */
export function retry(call: Call, text: string, issues: readonly Issue[]): RetryOutcome {
  return { status: 'retry', callId: call.id, tool: call.name, text, repairs: call.repairs, issues };
}

/** The call did not work. */
export function failed(call: Call, reason: FailureReason, text: string): FailedOutcome {
  return { status: 'failed', callId: call.id, tool: call.name, text, repairs: call.repairs, reason };
}

/** A person or a policy said no. */
export function denied(call: Call, text = 'The tool call was denied.'): DeniedOutcome {
  return { status: 'denied', callId: call.id, tool: call.name, text, repairs: call.repairs };
}

/** The run was cancelled or ended before there was a result. */
export function interrupted(call: Call): InterruptedOutcome {
  return { status: 'interrupted', callId: call.id, tool: call.name, text: INTERRUPTED, repairs: call.repairs };
}

const INTERRUPTED = 'The tool call was interrupted before a result was produced.';
