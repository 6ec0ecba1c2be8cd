import type { ToolOutcome } from '@haft/core';
import type { ReadArguments } from '@haft/core/reflected';
import { isThenable } from '../../async/is-thenable.js';
import { isInThread, isInWorker } from '../isolation/is-in-worker.js';
import type { Call } from '../call.js';
import { contextOf } from '../context/context-of.js';
import { isForBackground } from '../background/is-for-background.js';
import { queueCall } from '../background/queue-call.js';
import { executeRemotely } from '../executor/execute-remotely.js';
import { executeIsolated } from '../isolation/execute-isolated.js';
import { markBegun } from '../ledger/mark-begun.js';
import { reconcile } from '../ledger/reconcile.js';
import { unknownEndOf } from '../ledger/unknown-end.js';
import { throughLedger } from '../ledger/through-ledger.js';
import { aroundExecution } from '../around/around.js';
import { parse } from './03-parse.js';
import { check } from './04-check.js';
import { revive } from './05-revive.js';
import { rules } from './06-rules.js';
import { decide } from './07-decide.js';
import { takeSteps, type ResolvedTool, type Step, type StepState } from './step.js';
import { outcomeOfError, outcomeOfHookError, readyToAnswer } from '../outcome/outcome-of-error.js';
import { comparePreview } from '../preview/compare-preview.js';
import { isProgressive, lastOf } from '../drained.js';

/** Step 10: executes the tool inside its interceptors, between two writes to the ledger. */
export const execute: Step = async (state, next) => {
  const { call } = state;
  const { ledger } = call.run.runtime;
  const perform = (): Promise<ToolOutcome> => intercepted(state, next);
  if (ledger === undefined || isInWorker(call)) return perform();
  const isQueued = isForBackground(call);
  if (!isQueued && !hasRow(call)) return perform();
  if (isQueued) return queueCall(call, ledger);
  return throughLedger(call, ledger, perform, () => reconcile(state, next, perform));
};

const intercepted: AsyncStep = (state, next) =>
  aroundExecution(state.call, state.args as ReadArguments, async (args, isChanged) => {
    if (!isChanged) {
      state.args = args as ReadArguments;
      return invoke(state, next);
    }
    const changed: StepState = { call: state.call, sent: args };
    return takeSteps(ACCEPT, changed, async () => {
      state.args = changed.args as ReadArguments;
      return invoke(state, next);
    });
  });

/** Returns whether the ledger has a row for this call. */
function hasRow({ state: { planned }, optional }: Call): boolean {
  if (planned.hasRow || optional.row?.lease !== undefined) return true;
  // After a crash, the outer tool runs again, and calls that ended must not.
  const isReplayed = optional.parent?.state.planned.tool.settings.effect?.replays === true;
  return isReplayed && planned.tool.definition.hints?.readOnly !== true;
}

type AsyncStep = (...step: Parameters<Step>) => Promise<ToolOutcome>;

/** The steps for arguments that an interceptor changed. */
const ACCEPT: readonly Step[] = [parse, check, revive, rules, decide];

/**
 * Executes the tool without interceptors. Does not execute a call that was answered before, by its
 * deadline or a cancellation.
 *
 * @throws {HaftError} `HAFT_ISOLATION`, and an error of a mapping of `mapErrors`
 */
export const invoke: Step = async (state, next) => {
  const { call, args } = state;
  if (call.stopped !== undefined) throw call.stopped;
  const { instance, host } = state.target as ResolvedTool;
  const { body, settings } = call.state.planned.tool;
  const { threads } = call.run.runtime;
  const { executor } = call.state.planned;
  if (executor !== undefined && !isInWorker(call)) return elsewhere(call, () => executeRemotely(call, executor));
  if (settings.isolated === true && threads !== undefined && !isInThread(call)) {
    return elsewhere(call, () => executeIsolated(call, threads, () => compare(state)));
  }
  const comparing = compare(state);
  const changed = comparing === undefined ? undefined : await comparing;
  if (changed !== undefined) return changed;
  markBegun(call);
  try {
    const result: unknown = body.invoke(instance as never, args as never, contextOf(call), host);
    state.result = isThenable(result) ? await result : result;
    while (isProgressive(state.result)) state.result = await lastOf(call, state.result);
  } catch (error) {
    // The caller has an answer. Most errors here only report the aborted signal.
    if (call.answered) throw error;
    await readyToAnswer(call, error);
    return outcomeOfError(call, error);
  }
  return next();
};

/**
 * Executes a call of another process, which ran its interceptors if it was not queued. The other
 * process writes the row.
 */
export const executeForOther: Step = async (state, next) => {
  const remote = state.call.run.factsFromOutside?.remote;
  const perform = async (): Promise<ToolOutcome> => (remote?.isBackground === true ? intercepted : invoke)(state, next);
  const outcome = remote?.isRecovered === true ? reconcile(state, next, perform) : perform();
  if (remote !== undefined) remote.execution.end = outcome;
  return outcome;
};

/**
 * The worker turns errors of the tool into outcomes. Errors here are not from the tool, so that it
 * may have taken effect.
 */
async function elsewhere(call: Call, perform: () => Promise<ToolOutcome>): Promise<ToolOutcome> {
  try {
    return await perform();
  } catch (error) {
    if (call.answered) throw error;
    const outcome = outcomeOfHookError(call, error);
    const { row, thrown } = call.optional;
    const isKnown = row?.hasBegun !== true || thrown?.error !== error;
    return isKnown || call.state.planned.tool.definition.hints?.readOnly === true ? outcome : unknownEndOf(call);
  }
}

/** Compares the preview with the approved one, directly before the tool runs. */
function compare({ call, args, target }: StepState): undefined | Promise<ToolOutcome | undefined> {
  return comparePreview(call, args as ReadArguments, target as ResolvedTool);
}
