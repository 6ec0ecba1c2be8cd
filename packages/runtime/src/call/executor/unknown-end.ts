import type { FailedOutcome, Repair, ToolOutcome } from '@haft/core';
import type { Call } from '../call.js';

/** The facts of a call that its outcome has. */
interface Facts {
  readonly callId: string;
  readonly tool: string;
  readonly repairs?: readonly Repair[];
}

/** Returns the outcome of a call that may have taken effect. */
export function unknownEnd({ callId, tool, repairs = [] }: Facts): FailedOutcome {
  return { status: 'failed', reason: 'unknown', callId, tool, text: unknownText(tool), repairs };
}

/** Returns the outcome of a call in progress that may have taken effect. */
export function unknownEndOf({ id: callId, name: tool, repairs }: Call): FailedOutcome {
  return unknownEnd({ callId, tool, repairs });
}

/** Returns whether a call may have taken effect. */
export function isUnknownEnd(outcome: ToolOutcome): boolean {
  return outcome.status === 'failed' && outcome.reason === 'unknown';
}

/** Returns the text for a model about a call that may have taken effect. */
export function unknownText(tool: string): string {
  return `It is not known whether ${tool} took effect. Check before you try again.`;
}
