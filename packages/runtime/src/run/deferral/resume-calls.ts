import { HaftError, type DeferralRequest, type ToolOutcome } from '@haft/core';
import { BatchBudget } from '../../call/budget/retry-budget.js';
import { BatchQueue } from '../batch/batch-queue.js';
import { loadLazy } from '../../call/load-lazy.js';
import type { RunOptions } from '../run-options.js';
import type { RunState } from '../state/run-state.js';
import { decidedCalls, decisionUsed, isDecisions, paired, type DecidedCall } from './decided-calls.js';
import { tellDecision } from './tell-decision.js';
import type { Decision, Decisions } from '../../call/deferral/decision.js';
import type { OpenCall } from '../../call/deferral/open-call.js';
import { resumedCall, type ResumedCall } from './resumed-call.js';

/** Options of `run.resume`. */
export interface ResumeOptions {
  /** Whether requests without a decision stay open. Otherwise they are an error. Default: false. */
  readonly partial?: boolean | undefined;
}

/**
 * Options of `runtime.resumeRun`: those of `run.resume`, and those of a run except for its id and
 * user, which the pending run has.
 */
export type ResumeRunOptions<Deps = unknown> = Omit<RunOptions<Deps>, 'id' | 'userId'> & ResumeOptions;

/**
 * Continues the open calls with decisions. Validates everything first, then claims every decision
 * so that it counts once, and only then executes calls.
 *
 * @returns the outcomes of all calls in the paused batches, in the order of the calls
 * @throws {HaftError} the codes of {@link decidedCalls}, and `HAFT_INVALID_DECISION` if changed
 *   arguments, supplied values or a result are invalid
 */
export async function resumeCalls(
  run: RunState,
  given: Decisions,
  { partial = false }: ResumeOptions = {},
): Promise<readonly ToolOutcome[]> {
  const { outcomes, failure } = await resumeOpenCalls(run, run.paused.open, given, { partial });
  const all = run.paused.replace(outcomes);
  if (failure !== undefined) throw failure.error;
  return all;
}

/** The outcomes of resumed calls. */
export interface ResumedCalls {
  readonly outcomes: ReadonlyMap<OpenCall, ToolOutcome>;
  /** The first mistake of the developer. The other calls have finished. */
  readonly failure: { readonly error: unknown } | undefined;
}

/** Continues some of the open calls of a run. */
export async function resumeOpenCalls(
  run: RunState,
  open: readonly OpenCall[],
  given: Decisions,
  { partial, signal }: { readonly partial: boolean; readonly signal?: AbortSignal | undefined },
): Promise<ResumedCalls> {
  const resumed = await checkedCalls(run, open, given, partial);
  const queue = new BatchQueue(run.runtime.batchConcurrency);
  const settled = await Promise.allSettled(resumed.map((one) => one.perform(queue, signal)));
  const budget = new BatchBudget();
  for (const { call } of resumed) if (call !== undefined) budget.note(call);
  budget.settle();
  const outcomes = resumed.map((one, index) => [one.decided.call, outcomeOf(one, settled[index])] as const);
  const failure = settled.find((one) => one.status === 'rejected');
  return { outcomes: new Map(outcomes), failure: failure && { error: failure.reason as unknown } };
}

/**
 * Returns the outcome of a resumed call. A call that rejected fails for good: it may have done some
 * of its work, so it must not run again.
 */
function outcomeOf({ decided }: ResumedCall, settled: PromiseSettledResult<ToolOutcome> | undefined): ToolOutcome {
  if (settled?.status === 'fulfilled') return settled.value;
  const { callId, tool } = decided.call.request;
  const text = 'The tool failed unexpectedly. Do not repeat the call with the same arguments.';
  return { status: 'failed', reason: 'exception', callId, tool, text, repairs: [] };
}

/** Validates all decisions, then claims them. */
async function checkedCalls(
  run: RunState,
  open: readonly OpenCall[],
  given: Decisions,
  partial: boolean,
): Promise<readonly ResumedCall[]> {
  try {
    const { parseDecision } = await loadLazy();
    const parse = (one: unknown, request: DeferralRequest): Decision =>
      parseDecision(one, request, run.runtime.argumentLimits);
    const decided = decidedCalls(open, given, { used: run.paused.used, partial, parse });
    const resumed = decided.map((one) => resumedCall(run, one));
    for (const one of resumed) await one.check();
    await claim(run, decided);
    return resumed;
  } catch (error) {
    const reason = error instanceof HaftError ? error.code : undefined;
    tellRefused(run, open, given, reason);
    throw error;
  }
}

/** Reports the decisions as refused. Does nothing if the value is not a set of decisions. */
function tellRefused(run: RunState, open: readonly OpenCall[], given: Decisions, reason: string | undefined): void {
  if (!isDecisions(given)) return;
  for (const one of paired(open, given)) tellDecision(run, one, 'refused', reason);
}

async function claim(run: RunState, decided: readonly DecidedCall[]): Promise<void> {
  const claimed: string[] = [];
  try {
    for (const { call } of decided) {
      const { id, expiresAt } = call.request;
      if (run.paused.used.has(id) || !(await run.runtime.ledger.claim(id, expiresAt))) throw decisionUsed([id]);
      claimed.push(id);
      run.paused.used.add(id);
    }
  } catch (error) {
    await release(run, claimed);
    throw error;
  }
}

/**
 * Removes the marks of claimed requests: nothing was executed, so they may be decided again. Logs
 * an error of the ledger, so that the first error stays visible.
 */
async function release({ paused, runtime }: RunState, claimed: readonly string[]): Promise<void> {
  for (const id of claimed) {
    try {
      await runtime.ledger.release(id);
      paused.used.delete(id);
    } catch (error) {
      runtime.logger.error(`The ledger of decisions did not release ${id}.`, { error });
    }
  }
}
