import type { ToolOutcome } from '@haft/core';

/** Returns an outcome for a call that waited for an equal one. */
export function withCallId(outcome: ToolOutcome, callId: string): ToolOutcome {
  return outcome.callId === callId ? outcome : { ...outcome, callId };
}
