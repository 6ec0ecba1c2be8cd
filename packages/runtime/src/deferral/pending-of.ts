import type { RunState } from '../run/run-state.js';
import { plainCall } from './paused-calls.js';
import { PENDING_FORMAT, type PendingRun } from './pending-run.js';

/** What a run waits for, with all that is needed to go on elsewhere. */
export function pendingOf(run: RunState): PendingRun {
  const { userId } = run.options;
  return {
    format: PENDING_FORMAT,
    runId: run.id,
    ...(userId === undefined ? {} : { userId }),
    requests: run.paused.requests,
    calls: run.paused.all.map(plainCall),
    counters: run.counters(),
  };
}
