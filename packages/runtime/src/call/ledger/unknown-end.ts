import type { FailedOutcome } from '@haft/core';
import type { Call } from '../call.js';

/** Returns the outcome of a call that may have taken effect. */
export function unknownEnd({ id: callId, name: tool, repairs }: Pick<Call, 'id' | 'name' | 'repairs'>): FailedOutcome {
  return { status: 'failed', reason: 'unknown', callId, tool, text: unknownText(tool), repairs };
}

/** Returns the text for a model about a call that may have taken effect. */
export function unknownText(tool: string): string {
  return `It is not known whether ${tool} took effect. Check before you try again.`;
}
