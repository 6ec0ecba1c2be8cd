import type { DeferredOutcome, FailedOutcome, RetryOutcome, ToolOutcome } from '@haft/core';
import type { Correction, RunEvent } from '../../events/run-event.js';
import type { Call } from '../call.js';
import { redactedOutcome } from '../around/redacted.js';
import { outcomeForProgram } from '../outcome/outcome-for-program.js';
import { budgetExhausted } from '../outcome/budget-exhausted.js';
import { withChanges, withInnerChanges } from '../deferral/with-changes.js';
import { withNameRepair } from '../outcome/with-name-repair.js';
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

function hasUsualSuccess({ state, effects, origin, sending, decided }: Call): boolean {
  const { reveals } = effects;
  const { inner } = origin;
  const { askedName } = sending;
  const { grant } = decided;
  return state.planned.redactions.length === 0 && (reveals ?? inner ?? askedName ?? grant) === undefined;
}

function recordOther(call: Call, outcome: ToolOutcome): ToolOutcome {
  const { shared, redactions } = call.state.planned;
  const { askedName } = call.sending;
  const counted = withInnerChanges(call, withChanges(call, spendBudget(call, outcome)));
  const spent = askedName === undefined ? counted : withNameRepair(call, askedName, counted);
  const final = redactions.length === 0 ? spent : redactedForModel(call, spent);
  const { reveals } = call.effects;
  const { inner, inBatch, parent } = call.origin;
  if (inner !== undefined) call.run.inner.end(call, final);
  if (reveals !== undefined && final.status === 'success') call.run.toolbox.reveal(reveals);
  shared.count(final.status);
  if (final.status === 'success' && final.repairs.length === 0) return final;
  if (final.status === 'deferred' && inBatch !== true) call.run.keeping.pause(final, parent);
  if (call.run.events.isHeard) tellOf(call, redactions.length === 0 ? final : redactedOutcome(call, 'events', final));
  if (call.run.runtime.errors.onExhausted === 'throw') throwWhenExhausted(call, final);
  return final;
}

/** A program reads the redacted value, not a text that is redacted as a whole. */
function redactedForModel(call: Call, outcome: ToolOutcome): ToolOutcome {
  const redacted = redactedOutcome(call, 'model', outcome);
  return call.sending.isOfProgram === true ? outcomeForProgram(call, redacted) : redacted;
}

function tellOf(call: Call, outcome: ToolOutcome): void {
  const { run, facts } = call;
  if (outcome.repairs.length > 0) run.events.tell({ type: 'repaired', ...facts, repairs: outcome.repairs });
  if (outcome.status === 'retry') run.events.tell({ type: 'retry', ...facts, ...correctionOf(call, outcome) });
  if (outcome.status === 'deferred') run.events.tell({ type: 'deferred', ...facts, ...requestsOf(outcome) });
  if (isExhausted(call, outcome)) run.events.tell({ type: 'exhausted', ...facts, ...correctionOf(call, outcome) });
}

function correctionOf({ attempt }: Call, { issues = [], text }: RetryOutcome | FailedOutcome): Correction {
  return { attempt, issues, text };
}

function requestsOf({ request, requests }: DeferredOutcome): Pick<DeferredEvent, 'request' | 'requests'> {
  return requests === undefined ? { request } : { request, requests };
}

function throwWhenExhausted(call: Call, outcome: ToolOutcome): void {
  if (isExhausted(call, outcome)) throw budgetExhausted(outcome, call.state.maxRetries + 1);
}

type DeferredEvent = Extract<RunEvent, { readonly type: 'deferred' }>;

/** Returns whether this call used up the budget. Rejected calls after it did not. */
function isExhausted(call: Call, outcome: ToolOutcome): outcome is FailedOutcome {
  return outcome.status === 'failed' && call.verdict === 'retry';
}
