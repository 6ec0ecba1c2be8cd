import type { ToolOutcome } from '@haft/core';
import type { OpenCall } from './open-call.js';
import { changesIn } from './with-changes.js';
import { callIdOf, waitOf, type FinishedCall, type InnerWait, type SuspendedCall } from './suspended-call.js';
import { MOST_FINISHED } from '../inner/inner-calls.js';
import { shortId } from '../inner/made-calls.js';

/** Returns a suspended call that has the outcomes of its decided inner calls. */
export function withOutcomes(suspended: SuspendedCall, outcomes: ReadonlyMap<OpenCall, ToolOutcome>): SuspendedCall {
  const results = new Map<InnerWait, ToolOutcome>();
  const waits = suspended.waits.map((wait): InnerWait => {
    if (wait.open === undefined) return { suspended: withOutcomes(wait.suspended, outcomes) };
    const outcome = outcomes.get(wait.open);
    if (outcome !== undefined) results.set(wait, outcome);
    return wait;
  });
  return withResults({ ...suspended, waits }, results);
}

/** Moves the results of inner calls from `waits` to `outcomes`. Calls that still wait stay. */
export function withResults(suspended: SuspendedCall, results: ReadonlyMap<InnerWait, ToolOutcome>): SuspendedCall {
  if (results.size === 0) return suspended;
  const waits: InnerWait[] = [];
  const outcomes = new Map(Object.entries(suspended.outcomes));
  const finished: FinishedCall[] = [...suspended.finished];
  for (const wait of suspended.waits) {
    const outcome = results.get(wait);
    if (outcome === undefined) waits.push(wait);
    else if (outcome.status === 'deferred') waits.push(waitOf(outcome));
    else {
      const { callId, tool, status } = outcome;
      outcomes.set(callIdOf(wait), outcome);
      if (finished.length < MOST_FINISHED)
        finished.push({ callId, tool, status, ...effectOf(wait, outcome), ...changesIn(outcome) });
    }
  }
  return { ...suspended, waits, finished, outcomes: Object.fromEntries(outcomes) };
}

/** A decided call takes effect. A suspended call has only the effects of its calls. */
function effectOf({ open }: InnerWait, { status }: ToolOutcome): Pick<FinishedCall, 'effect'> {
  if (open === undefined || status !== 'success') return {};
  return { effect: { id: shortId(open.key ?? open.request.fingerprint), end: 'done' } };
}
