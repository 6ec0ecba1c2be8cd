import { plainOutcome } from '../outcome/plain-outcome.js';
import type { InnerWait, SuspendedCall } from './suspended-call.js';
import type { InnerBudgets } from '../inner/inner-budgets.js';
import type { PausedCall } from './paused-call.js';

/** Returns a paused call as plain JSON. */
export function plainCall(call: PausedCall, budgets: InnerBudgets): PausedCall {
  if (call.outcome !== undefined) return { outcome: plainOutcome(call.outcome) };
  const { callId } = call;
  return { ...plainWait(call, budgets), ...(callId !== undefined && { callId }) };
}

function plainWait(wait: InnerWait, budgets: InnerBudgets): InnerWait {
  return wait.open === undefined ? { suspended: plainSuspended(wait.suspended, budgets) } : wait;
}

/** Returns a suspended call as plain JSON. */
export function plainSuspended(suspended: SuspendedCall, budgets: InnerBudgets): SuspendedCall {
  const outcomes = Object.entries(suspended.outcomes).map(([id, outcome]) => [id, plainOutcome(outcome)] as const);
  return {
    ...suspended,
    waits: suspended.waits.map((wait) => plainWait(wait, budgets)),
    outcomes: Object.fromEntries(outcomes),
    budgets: { ...suspended.budgets, ...budgets.counters(suspended.callId) },
  };
}
