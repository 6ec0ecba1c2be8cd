import type { Call } from './call.js';

/** Returns the time of a call in milliseconds. A call that is entered again has the rest of it. */
export function timeoutOf({ state, optional }: Call): number {
  const { timeoutMs } = state.planned;
  return optional.reentry === undefined ? timeoutMs : Math.max(1, timeoutMs - optional.reentry.spentMs);
}
