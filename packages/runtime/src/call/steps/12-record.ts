import type { FailedOutcome, ToolOutcome } from '@haft/core';
import { budgetExhausted } from '../outcome/budget-exhausted.js';
import type { Call } from '../call.js';
import { redactedOutcome } from '../around/redacted.js';
import { spendBudget } from '../budget/retry-budget.js';

/**
 * Step 12: counts the outcome, spends the retry budget, emits the events.
 *
 * @throws {HaftError} `HAFT_RETRY_BUDGET_EXHAUSTED` with `onExhausted: 'throw'`
 */
export function record(call: Call, outcome: ToolOutcome): ToolOutcome {
  // Most successes have no events.
  if (outcome.status === 'success' && outcome.repairs.length === 0 && hasUsualSuccess(call)) {
    spendBudget(call, outcome);
    call.state.planned.shared.successes++;
    return outcome;
  }
  return recordOther(call, outcome);
}

function hasUsualSuccess({ state, optional }: Call): boolean {
  return state.planned.redactions.length === 0 && optional.reveals === undefined;
}

function recordOther(call: Call, outcome: ToolOutcome): ToolOutcome {
  const { shared: shared, redactions } = call.state.planned;
  const spent = spendBudget(call, outcome);
  const final = redactions.length === 0 ? spent : redactedOutcome(call, 'model', spent);
  const { reveals } = call.optional;
  if (reveals !== undefined && final.status === 'success') call.run.reveal(reveals);
  shared.count(final.status);
  if (final.status === 'success' && final.repairs.length === 0) return final;
  if (final.status === 'deferred' && call.optional.inBatch !== true) call.run.pause(final);
  if (call.run.isHeard) tellOf(call, redactedOutcome(call, 'events', final));
  if (call.run.runtime.onExhausted === 'throw') throwWhenExhausted(call, final);
  return final;
}

function tellOf(call: Call, outcome: ToolOutcome): void {
  const { run, attempt } = call;
  const facts = { runId: run.id, callId: call.id, tool: call.name };
  if (outcome.repairs.length > 0) run.tell({ type: 'repaired', ...facts, repairs: outcome.repairs });
  if (outcome.status === 'retry') run.tell({ type: 'retry', ...facts, attempt, issues: outcome.issues });
  if (outcome.status === 'deferred') run.tell({ type: 'deferred', ...facts, request: outcome.request });
  if (isExhausted(call, outcome)) run.tell({ type: 'exhausted', ...facts, attempt, issues: outcome.issues ?? [] });
}

function throwWhenExhausted(call: Call, outcome: ToolOutcome): void {
  if (isExhausted(call, outcome)) throw budgetExhausted(outcome, call.state.maxRetries + 1);
}

/** Returns whether this call used up the budget. Rejected calls after it did not. */
function isExhausted(call: Call, outcome: ToolOutcome): outcome is FailedOutcome {
  return outcome.status === 'failed' && call.verdict === 'retry';
}
