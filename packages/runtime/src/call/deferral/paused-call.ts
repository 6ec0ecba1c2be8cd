import type { ToolOutcome } from '@haft/core';
import { callIdOf, type InnerWait } from './suspended-call.js';

/** A call of a paused run. */
export type PausedCall =
  { readonly outcome: ToolOutcome; readonly open?: undefined; readonly suspended?: undefined } | InnerWait;

/** Returns the id of a call of a paused run. */
export function pausedCallId(call: PausedCall): string {
  return call.outcome === undefined ? callIdOf(call) : call.outcome.callId;
}
