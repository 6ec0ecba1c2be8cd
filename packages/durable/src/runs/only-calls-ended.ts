import type { PausedCall, PendingRun } from '@haft/runtime';
import { pausedCallId } from '@haft/runtime/internal';

/**
 * Returns whether a saved run differs from the current one only by outcomes that the rows of its
 * calls have too. While a call waits, the run must be saved: the ledger may delete ended rows.
 */
export function onlyCallsEnded(saved: PendingRun, current: PendingRun): boolean {
  return (
    current.requests.length === 0 &&
    saved.calls.every(hasRow) &&
    current.calls.every(hasRow) &&
    JSON.stringify(factsOf(saved)) === JSON.stringify(factsOf(current))
  );
}

/** A suspended call has outcomes of inner calls that its row may not have. */
function hasRow({ open, suspended }: PausedCall): boolean {
  return suspended === undefined && (open === undefined || open.key !== undefined);
}

/** Returns what no row has. */
function factsOf({ calls, counters, state, notKept }: PendingRun): readonly unknown[] {
  return [calls.map(pausedCallId), counters, state, notKept];
}
