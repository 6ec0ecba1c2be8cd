import type { ToolOutcome } from '@haft/core';
import { callIdOf, type InnerWait } from './suspended-call.js';

/** A call of a paused run. */
export type PausedCall =
  | { readonly outcome: ToolOutcome; readonly open?: undefined; readonly suspended?: undefined }
  | (InnerWait & {
      /** The id of a call that waits for an equal one. Default: the id of the one that waits. */
      readonly callId?: string | undefined;
    });

/** Returns the id of a call of a paused run. */
export function pausedCallId(call: PausedCall): string {
  return call.outcome === undefined ? (call.callId ?? callIdOf(call)) : call.outcome.callId;
}
