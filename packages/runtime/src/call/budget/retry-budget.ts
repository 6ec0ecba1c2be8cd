import type { FailedOutcome, RetryOutcome, ToolOutcome } from '@haft/core';
import { cutText } from '../../results/cut-text.js';
import { LONGEST_PROMPT } from '../../arguments/feedback/longest-prompt.js';
import { shownName } from '../../results/shown-name.js';
import type { ToolState } from '../tools/tool-state.js';
import type { Call } from '../call.js';

/*
 * The retry budget of one tool in one run: `maxRetries` corrections, so one execution more. A success resets it. Calls that
 * overlap (a batch, or parallel calls) saw the same number of failures and count as one.
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

/**
 * Counts the calls of a batch: a tool with a success starts again at 0; one with corrections only spends one. Keeps none of the calls: of
 * a long batch, they are most of what is in memory.
 */
export class BatchBudget {
  private readonly succeeded = new Set<ToolState>();
  private readonly corrected: Counted[] = [];

  /** The call is answered. */
  note({ state, verdict, attempt }: Call): void {
    if (verdict === 'success') this.succeeded.add(state);
    else if (verdict === 'retry') this.corrected.push({ state, verdict, attempt });
  }

  /** All of them are. */
  settle(): void {
    for (const one of this.corrected) settle(one);
    // Last, since they count more.
    for (const state of this.succeeded) state.failures = 0;
  }
}

type Counted = Pick<Call, 'state' | 'verdict' | 'attempt'>;

function settle({ state, verdict, attempt }: Counted): void {
  if (verdict === 'success') state.failures = 0;
  // Unless another call that saw the same number has counted already.
  else if (verdict === 'retry' && state.failures === attempt) state.failures = attempt + 1;
}

/** The answer to every call of a tool whose budget is used up. */
export function closedTool(call: Call): FailedOutcome {
  const { state } = call;
  return {
    status: 'failed',
    callId: call.id,
    tool: call.name,
    text: exhaustedText(call.name, state.maxRetries + 1, state.lastProblem),
    repairs: call.repairs,
    reason: 'exhausted',
    exhausted: true,
    issues: state.lastRefusal?.issues ?? [],
  };
}

/** What the model reads when a budget is used up. */
function exhaustedText(name: string, times: number, problem: string): string {
  const closed = `Tool '${shownName(name)}' failed ${times} times and must not be called again in this turn.`;
  return cutText(`${closed} Last problem: ${problem}`, LONGEST_PROMPT);
}

function exhausted(call: Call, { issues, text }: RetryOutcome): FailedOutcome {
  if (call.state.lastProblem === '') call.state.rememberWords(text);
  return { ...closedTool(call), issues };
}
