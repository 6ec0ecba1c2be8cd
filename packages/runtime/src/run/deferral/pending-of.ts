import type { RunState } from '../state/run-state.js';
import { keptState } from './kept-state.js';
import { PENDING_FORMAT, type PendingRun } from './pending-run.js';

/** Returns the open requests of a run, with all data that another process needs to continue it. */
export function pendingOf(run: RunState): PendingRun {
  const { userId, tenantId } = run.options;
  const { state, notKept } = keptState(run.state, run.runtime.limits.arguments.maxCharacters);
  if (notKept.length > 0) {
    run.runtime.observe.logger.warn(`The pending run does not keep everything of run.state: ${notKept.join(', ')}.`);
  }
  const { knownPaused: paused } = run;
  return {
    format: PENDING_FORMAT,
    runId: run.id,
    ...(userId === undefined ? {} : { userId }),
    ...(tenantId === undefined ? {} : { tenantId }),
    requests: paused?.requests ?? [],
    calls: paused?.plain(run.inner.budgets) ?? [],
    counters: run.counters(),
    ...(Object.keys(state).length === 0 ? {} : { state }),
    ...(notKept.length === 0 ? {} : { notKept }),
  };
}
