import type { FailedOutcome } from '@haft/core';
import { kindAndName } from '@haft/core/internal';

/** Returns the outcome of a call that rejected. It may have done some of its work. */
export function brokenCall(callId: string, tool: string): FailedOutcome {
  const { kind } = kindAndName(tool);
  const text = `The ${kind} failed unexpectedly. Do not repeat the call with the same arguments.`;
  return { status: 'failed', reason: 'exception', callId, tool, text, repairs: [] };
}
