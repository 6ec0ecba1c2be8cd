import type { PendingCall } from '../../project/project-pending.js';

/** Returns the decision that a call waits for, or its state. */
export function waitsFor({ state, request }: PendingCall): string {
  if (state === 'unknown_outcome') return 'unknown outcome';
  return state === 'awaiting' ? (request?.kind ?? 'program') : state;
}
