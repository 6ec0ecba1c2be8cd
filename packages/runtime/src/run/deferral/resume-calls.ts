import {
  HaftError,
  hashOf,
  type DeferralRequest,
  type ToolOutcome,
  refuseUnknownOptions,
  type OptionNames,
} from '@haft/core';
import { BatchBudget } from '../../call/budget/batch-budget.js';
import { BatchQueue } from '../batch/batch-queue.js';
import { loadLazy } from '../../call/load-lazy.js';
import type { RunOptions } from '../run-options.js';
import type { RunState } from '../state/run-state.js';
import { decidedCalls, decisionUsed, isDecisions, paired, type DecidedCall, type Elsewhere } from './decided-calls.js';
import { tellDecision } from './tell-decision.js';
import { ownerOf } from '../../ledger/owner.js';
import type { RowOptions, RunDurablePort } from '../durable-port.js';
import { hasUnread } from './has-unread.js';
import type { Decision, Decisions } from '../../call/deferral/decision.js';
import type { DeferredHandler } from '../../call/deferral/deferred-handler.js';
import type { OpenCall } from '../../call/deferral/open-call.js';
import { openCallsOf, type SuspendedCall } from '../../call/deferral/suspended-call.js';
import type { Call } from '../../call/call.js';
import { brokenCall, interruptedCall } from '../../call/outcome/outcomes.js';
import { continueCall, hasChanged } from './enter-again.js';
import type { ContinuedCall } from './continued-call.js';
import { resumedCall } from './resumed-call.js';

/** Options of `run.resume`. */
export interface ResumeOptions {
  /** Whether requests without a decision stay open. Otherwise they are an error. Default: false. */
  readonly partial?: boolean | undefined;
}

/**
 * Options of `runtime.resumeRun`: those of `run.resume`, and those of a run except for its id, user
 * and tenant, which the pending run has.
 */
export type ResumeRunOptions<Deps = unknown> = Omit<RunOptions<Deps>, 'id' | 'userId' | 'tenantId'> & ResumeOptions;

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
  options: ResumeOptions & Pick<RowOptions, 'execute'> = {},
): Promise<readonly ToolOutcome[]> {
  refuseUnknownOptions('run.resume', options, OPTIONS);
  const { partial = false, execute = true } = options;
  const { durable } = run.runtime;
  const elsewhere = await durable?.refresh(run);
  const { outcomes, failure, late } = await resumeOpenCalls(run, run.paused.open, given, {
    partial,
    elsewhere,
    rows: { execute },
  });
  run.paused.settle(outcomes);
  const failed = await continueCalls(run);
  const again = durable === undefined ? undefined : await continueUnread(run, durable);
  // The saved run keeps the outcomes, in case this process ends before the model gets them.
  await durable?.save(run);
  const all = run.paused.answers();
  const broken = failure ?? failed ?? again;
  if (broken !== undefined) throw broken.error;
  if (late.length > 0 && late.length === outcomes.size) throw decisionUsed(late);
  return all;
}

/**
 * Enters suspended calls again whose inner calls another process decided while this one continued
 * them.
 */
async function continueUnread(run: RunState, durable: RunDurablePort): Promise<ResumedCalls['failure']> {
  if (run.paused.suspended.length === 0) return undefined;
  await durable.refresh(run);
  return run.paused.suspended.some(hasUnread) ? continueCalls(run) : undefined;
}

/** Enters the suspended calls again whose inner calls have ended. */
async function continueCalls(run: RunState): Promise<ResumedCalls['failure']> {
  const { suspended } = run.paused;
  const settled = await Promise.allSettled(
    suspended.map(async (one) => {
      run.paused.replace(one, await continueCall(run, one));
    }),
  );
  let failure: ResumedCalls['failure'];
  for (const [index, result] of settled.entries()) {
    if (result.status === 'fulfilled') continue;
    const { callId, tool } = suspended[index] as SuspendedCall;
    run.paused.replace(suspended[index] as SuspendedCall, { outcome: brokenCall(callId, tool) });
    failure ??= { error: result.reason as unknown };
  }
  return failure;
}

/** The outcomes of resumed calls. */
export interface ResumedCalls {
  readonly outcomes: ReadonlyMap<OpenCall, ToolOutcome>;
  /** The first mistake of the developer. The other calls have finished. */
  readonly failure: { readonly error: unknown } | undefined;
  /** The ids of requests that another process decided first, by the ledger of calls. */
  readonly late: readonly string[];
}

/** Options of {@link resumeOpenCalls}. */
export interface ResumeOpenOptions {
  /** Whether requests without a decision stay open. Otherwise they are an error. */
  readonly partial: boolean;
  /** The signal of the host. After it aborts, nothing is executed. */
  readonly signal?: AbortSignal | undefined;
  /** The outer call in progress, for its inner calls. */
  readonly parent?: Call | undefined;
  /** The handler that decided. It also decides about the inner calls of the resumed calls. */
  readonly handler?: DeferredHandler | undefined;
  /** The requests that other processes decided. */
  readonly elsewhere?: Elsewhere | undefined;
  /** How calls of the ledger continue. */
  readonly rows?: RowOptions | undefined;
}

/** Returns the open calls inside of suspended calls that cannot continue. */
async function callsOfChangedTools(run: RunState): Promise<ReadonlySet<OpenCall>> {
  const changed: SuspendedCall[] = [];
  for (const one of run.paused.suspended) if (await hasChanged(run, one)) changed.push(one);
  return new Set(openCallsOf(changed.map((suspended) => ({ suspended }))));
}

/** Continues some of the open calls of a run. */
export async function resumeOpenCalls(
  run: RunState,
  open: readonly OpenCall[],
  given: Decisions,
  options: ResumeOpenOptions,
): Promise<ResumedCalls> {
  const { handler, signal, rows } = options;
  const resumed = await checkedCalls(run, open, given, options);
  if (handler !== undefined && handler !== run.onDeferred) {
    for (const { call } of resumed) if (call !== undefined) run.handlers.set(call, handler);
  }
  const isVoid = await callsOfChangedTools(run);
  const queue = new BatchQueue(run.runtime.limits.concurrency.batch);
  const late: string[] = [];
  const perform = async (one: ContinuedCall): Promise<ToolOutcome> => {
    if (isVoid.has(one.decided.call)) return notExecuted(run, one);
    const { durable } = run.runtime;
    if (durable === undefined || one.decided.call.key === undefined) return one.perform(queue, signal);
    const { outcome, isLate } = await durable.decide(one, () => one.perform(queue, signal), rows ?? {});
    if (isLate === true) late.push(one.decided.call.request.id);
    return outcome;
  };
  const settled = await Promise.allSettled(resumed.map(perform));
  const budget = new BatchBudget();
  for (const { call } of resumed) if (call !== undefined) budget.note(call);
  budget.settle();
  const outcomes = resumed.map((one, index) => [one.decided.call, outcomeOf(one, settled[index])] as const);
  const failure = settled.find((one) => one.status === 'rejected');
  return { outcomes: new Map(outcomes), failure: failure && { error: failure.reason as unknown }, late };
}

/** Returns the outcome of a decided call whose outer call cannot continue. */
async function notExecuted(run: RunState, { decided: { call } }: ContinuedCall): Promise<ToolOutcome> {
  const outcome = interruptedCall(call.request.callId, call.request.tool);
  if (call.key !== undefined) await run.runtime.durable?.cancel(run, call.key, outcome);
  return outcome;
}

/**
 * Returns the outcome of a resumed call. A call that rejected fails for good: it may have done some
 * of its work, so it must not run again.
 */
function outcomeOf({ decided }: ContinuedCall, settled: PromiseSettledResult<ToolOutcome> | undefined): ToolOutcome {
  if (settled?.status === 'fulfilled') return settled.value;
  const { callId, tool } = decided.call.request;
  return brokenCall(callId, tool);
}

/** Validates all decisions, then claims them. */
async function checkedCalls(
  run: RunState,
  open: readonly OpenCall[],
  given: Decisions,
  { partial, parent, elsewhere, rows }: ResumeOpenOptions,
): Promise<readonly ContinuedCall[]> {
  try {
    const { parseDecision } = await loadLazy();
    const parse = (one: unknown, request: DeferralRequest): Decision =>
      parseDecision(one, request, run.runtime.limits.arguments);
    const decided = decidedCalls(open, given, { used: run.paused.used, partial, parse, elsewhere });
    const resumed = decided.map((one) => resumedCall(run, one, parent));
    for (const one of resumed) await one.check();
    if (rows?.isDecided !== true) await claim(run, decided);
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
      // The row of a call takes one decision.
      if (call.key !== undefined && run.runtime.durable !== undefined) continue;
      if (run.paused.used.has(id) || !(await run.runtime.people.decisionLedger.claim(markOf(run, id), expiresAt)))
        throw decisionUsed([id]);
      claimed.push(id);
      run.paused.used.add(id);
    }
  } catch (error) {
    await release(run, claimed);
    throw error;
  }
}

/**
 * Returns the name under which a request of an owner is marked as decided. A pending run that a
 * client changed then marks no request of another user.
 */
function markOf({ options }: RunState, id: string): string {
  const { tenantId, userId } = ownerOf(options);
  return tenantId === '' && userId === '' ? id : hashOf(['decided', tenantId, userId, id]);
}

/**
 * Removes the marks of claimed requests: nothing was executed, so they may be decided again. Logs
 * an error of the ledger, so that the first error stays visible.
 */
async function release(run: RunState, claimed: readonly string[]): Promise<void> {
  const { paused, runtime } = run;
  for (const id of claimed) {
    try {
      await runtime.people.decisionLedger.release(markOf(run, id));
      paused.used.delete(id);
    } catch (error) {
      runtime.observe.logger.error(`The ledger of decisions did not release ${id}.`, { error });
    }
  }
}

const OPTIONS: OptionNames<ResumeOptions & Pick<RowOptions, 'execute'>> = { execute: true, partial: true };
