import type { Call } from './call.js';

/** Returns the time of a call in milliseconds. A call that is entered again has the rest of it. */
export function timeoutOf({ state, decided }: Call): number {
  const { timeoutMs } = state.planned;
  return decided.reentry === undefined ? timeoutMs : Math.max(1, timeoutMs - decided.reentry.spentMs);
}
