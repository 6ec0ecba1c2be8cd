import { END_STATES, type CallRow, type CallState, type RowPosition } from '@haft/runtime';

/** The states of calls that have ended, and that a person can no longer decide. */
export const FINAL_STATES: ReadonlySet<CallState> = new Set(END_STATES.filter((state) => state !== 'unknown_outcome'));

/** The states of calls that have not begun. */
export const WAITING_STATES: ReadonlySet<CallState> = new Set<CallState>(['awaiting', 'approved', 'queued']);

/** The most rows of a page. */
export const MOST_ROWS = 1000;

/**
 * The call of a row with a background call has this text. Arguments of other calls may have it too.
 */
export const BACKGROUND_MARK = '"background":true';

/** Returns the place of a row among those that no process works on. */
export function positionOf({ state, leaseUntil, updatedAt, key }: CallRow): RowPosition {
  return { since: (state === 'running' ? leaseUntil : undefined) ?? updatedAt, key };
}
