import type { CallState } from '@haft/runtime';

/** The states of calls that have ended. */
export const END_STATES: ReadonlySet<CallState> = new Set<CallState>([
  'done',
  'failed',
  'denied',
  'cancelled',
  'expired',
  'unknown_outcome',
]);

/** The states of calls that have not begun. */
export const WAITING_STATES: ReadonlySet<CallState> = new Set<CallState>(['awaiting', 'approved', 'queued']);

/** The most rows of a page. */
export const MOST_ROWS = 1000;

/** All states. */
export const CALL_STATES: readonly CallState[] = ['awaiting', 'approved', 'queued', 'running', ...END_STATES];
