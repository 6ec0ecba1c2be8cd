import type { FailedOutcome, ToolCall, ToolOutcome } from '@haft/core';
import { cutText } from '@haft/core/internal';
import { LONGEST_PROMPT, unknownToolText } from '@haft/arguments/internal';
import type { RunPort } from '../run-port.js';
import { haltText } from '../steps/02-admit.js';
import { budgetExhausted } from './budget-exhausted.js';
import { interruptedCall } from './outcomes.js';
import { traceUnknown } from '../traced.js';
import { uniqueName } from '../unique-name.js';

/**
 * Returns the answer to an unknown tool name. All unknown names share one retry budget.
 *
 * @param attempt - the number of unknown names before the call or its batch
 * @throws {HaftError} `HAFT_RETRY_BUDGET_EXHAUSTED` with `onExhausted: 'throw'`, for the name that
 *   uses up the budget
 */
export function unknownTool(run: RunPort, call: ToolCall, attempt = run.counts.unknownNames): ToolOutcome {
  const outcome = answerTo(run, call, attempt);
  traceUnknown(run, outcome, call.arguments);
  if (run.runtime.errors.onExhausted === 'throw' && isExhausted(outcome) && attempt === run.counts.maxRetries) {
    throw budgetExhausted(outcome, run.counts.maxRetries + 1);
  }
  return outcome;
}

/** Returns the answer to an unknown tool name in a program. It does not spend the budget. */
export function unknownToolInside(run: RunPort, call: ToolCall): ToolOutcome {
  const { id = uniqueName('call'), name } = call;
  const text = unknownToolTextFor(run, name);
  const outcome = {
    status: 'retry',
    callId: id,
    tool: name.toWellFormed(),
    repairs: [],
    text,
    issues: [],
    unknownTool: true,
  } as const;
  traceUnknown(run, outcome, call.arguments);
  return outcome;
}

/** Returns the text for a model that calls an unknown tool. */
export function unknownToolTextFor(run: RunPort, name: string): string {
  const { names, mustSearch } = run.toolbox.names();
  // A tool of the run may be unknown to `call_tool` or to a program.
  const others = names.filter((one) => one !== name);
  return unknownToolText(name, others, mustSearch);
}

/** Returns the text for a used-up budget. The names may all differ, so it names no tool. */
function exhaustedText(times: number): string {
  const calls = times === 1 ? '1 call' : `${times} calls`;
  return `${calls} of unknown tool names failed. Call an available tool or stop.`;
}

function isExhausted(outcome: ToolOutcome): outcome is FailedOutcome {
  return outcome.status === 'failed' && outcome.reason === 'exhausted';
}

function answerTo(run: RunPort, { id = uniqueName('call'), name: asked }: ToolCall, attempt: number): ToolOutcome {
  // An interrupted stream may contain no name.
  const name = typeof (asked as unknown) === 'string' ? asked.toWellFormed() : '';
  const facts = { callId: id, tool: name, repairs: [] } as const;
  const refusal = { type: 'refused', runId: run.id, callId: id, tool: name } as const;
  if (run.lifetime.stopped !== undefined) {
    run.events.tell({ ...refusal, status: 'interrupted' });
    return interruptedCall(id, name);
  }
  if (run.lifetime.haltReason !== undefined) {
    run.events.tell({ ...refusal, status: 'failed', reason: 'halted' });
    return { status: 'failed', ...facts, text: haltText(run.lifetime.haltReason), reason: 'halted' };
  }
  const text = unknownToolTextFor(run, name);
  // Another call of the batch may have counted already.
  if (run.counts.unknownNames === attempt) run.counts.unknownNames++;
  const event = { runId: run.id, callId: id, tool: name, attempt, issues: [] };
  if (attempt < run.counts.maxRetries) {
    run.events.tell({ type: 'retry', ...event, text });
    return { status: 'retry', ...facts, text, issues: [], unknownTool: true };
  }
  const exhausted = cutText(`${text} ${exhaustedText(attempt + 1)}`, LONGEST_PROMPT);
  run.events.tell({ type: 'exhausted', ...event, text: exhausted });
  return {
    status: 'failed',
    ...facts,
    text: exhausted,
    reason: 'exhausted',
    exhausted: true,
    unknownTool: true,
    issues: [],
  };
}
