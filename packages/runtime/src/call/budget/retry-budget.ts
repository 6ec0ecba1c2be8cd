import type { FailedOutcome, RetryOutcome, ToolOutcome } from '@haft/core';
import { cutText, shownName } from '../../results/cut-text.js';
import { LONGEST_PROMPT } from '../../arguments/feedback/longest-prompt.js';
import { failed } from '../outcome/outcomes.js';
import type { Call } from '../call.js';

/*
 * The retry budget of one tool in one run: `maxRetries` corrections, so one more execution. A
 * success resets it. Parallel calls start with the same number of failures and count as one.
 */

/** Counts an outcome. A correction over the budget becomes a failure that closes the tool. */
export function spendBudget(call: Call, outcome: ToolOutcome): ToolOutcome {
  const { state } = call;
  if (outcome.status === 'success') call.verdict = 'success';
  else if (outcome.status === 'retry' && call.optional.isFree !== true) call.verdict = 'retry';
  if (call.optional.inBatch !== true) settle(call);
  if (call.verdict !== 'retry' || outcome.status !== 'retry') return outcome;
  if (call.attempt < state.maxRetries) return outcome;
  return exhausted(call, outcome);
}

/** The parts of a call that its budget needs. */
export type Counted = Pick<Call, 'state' | 'verdict' | 'attempt'>;

/** Counts an answered call. */
export function settle({ state, verdict, attempt }: Counted): void {
  if (verdict === 'success') state.failures = 0;
  // Another call with the same number of failures may have counted already.
  else if (verdict === 'retry' && state.failures === attempt) state.failures = attempt + 1;
}

/** Returns the answer to every call of a tool whose budget is used up. */
export function closedTool(call: Call): FailedOutcome {
  const { maxRetries, lastProblem, lastRefusal } = call.state;
  const text = exhaustedText(call.name, maxRetries + 1, lastProblem);
  return { ...failed(call, 'exhausted', text), exhausted: true, issues: lastRefusal?.issues ?? [] };
}

/** Returns the text for a model when a budget is used up. */
function exhaustedText(name: string, times: number, problem: string): string {
  const closed = `Tool '${shownName(name)}' failed ${times} times and must not be called again in this turn.`;
  return cutText(`${closed} Last problem: ${problem}`, LONGEST_PROMPT);
}

function exhausted(call: Call, { issues, text }: RetryOutcome): FailedOutcome {
  if (call.state.lastProblem === '') call.state.rememberWords(text);
  return { ...closedTool(call), issues };
}
