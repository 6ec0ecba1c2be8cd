import type { FailedOutcome, RetryOutcome, ToolOutcome } from '@haft/core';
import type { Issue } from '@haft/schema';
import { cutText, shownName } from '@haft/core/internal';
import { LONGEST_PROMPT } from '@haft/arguments/internal';
import { failed } from '../outcome/outcomes.js';
import type { Call } from '../call.js';
import { FailedCalls } from './failed-calls.js';

/*
 * The retry budget of one tool in one run: `maxRetries` corrections, so one more execution. A
 * success resets it. Parallel calls start with the same number of failures and count as one. A
 * used-up budget tells the model to stop. It rejects no call that could succeed: only calls that
 * equal a failed one are answered without work.
 */

/** Counts an outcome. A correction over the budget becomes a failure. */
export function spendBudget(call: Call, outcome: ToolOutcome): ToolOutcome {
  const { status } = outcome;
  if (status === 'success') noteSuccess(call);
  else if (status === 'retry' && call.counting.isFree !== true) call.verdict = 'retry';
  else if (status !== 'failed' || outcome.reason !== 'exhausted') call.run.counts.changes++;
  if (call.origin.inBatch !== true) settle(call);
  if (call.verdict !== 'retry' || status !== 'retry') return outcome;
  return noteFailure(call, outcome);
}

function noteSuccess(call: Call): void {
  const { run } = call;
  call.verdict = 'success';
  run.counts.changes++;
  run.counts.unknownNames = 0;
}

function noteFailure(call: Call, outcome: RetryOutcome): ToolOutcome {
  const { state, attempt } = call;
  const isOver = attempt >= state.maxRetries;
  if (isOver && state.lastProblem === '') state.rememberWords(outcome.text);
  const { lastProblem: problem } = state;
  // Arguments that are too large or broken are rejected without work anyway.
  if (state.lastRefusal?.problem === undefined)
    (state.failedCalls ??= new FailedCalls()).note(call, problem, outcome.issues);
  return isOver ? exhausted(call, attempt + 1, problem, outcome.issues) : outcome;
}

/** The parts of a call that its budget needs. */
export type Counted = Pick<Call, 'state' | 'verdict' | 'attempt'>;

/** Counts an answered call. */
export function settle({ state, verdict, attempt }: Counted): void {
  if (verdict === 'success') state.succeed();
  // Another call with the same number of failures may have counted already.
  else if (verdict === 'retry' && state.failures === attempt) state.failures = attempt + 1;
}

/** Returns the outcome of a call that equals a failed one. The budget is used up. */
export function equalFailure(call: Call): FailedOutcome | undefined {
  const { approval, reentry } = call.decided;
  // A person decided about this call.
  if (approval !== undefined || reentry !== undefined) return undefined;
  const { failures, failedCalls } = call.state;
  const equal = failedCalls?.equalTo(call);
  return equal && exhausted(call, failures, equal.problem, equal.issues);
}

function exhausted(call: Call, times: number, problem: string, issues: readonly Issue[]): FailedOutcome {
  const advice = `Tool '${shownName(call.name)}' failed ${timesText(times)}. Send other arguments or stop.`;
  const text = cutText(`${advice} Last problem: ${problem}`, LONGEST_PROMPT);
  return { ...failed(call, 'exhausted', text), exhausted: true, issues };
}

function timesText(times: number): string {
  return times === 1 ? '1 time' : `${times} times`;
}
