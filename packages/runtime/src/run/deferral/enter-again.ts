import { HaftError, type FailedOutcome, type ToolOutcome } from '@haft/core';
import { Call } from '../../call/call.js';
import { BatchBudget } from '../../call/budget/batch-budget.js';
import { callFingerprint, sameFingerprint } from '../../call/deferral/call-fingerprint.js';
import { approvedCall } from '../../call/deferral/defer.js';
import {
  callIdOf,
  waitingOutcome,
  waitOf,
  type InnerWait,
  type SuspendedCall,
} from '../../call/deferral/suspended-call.js';
import { InnerCalls } from '../../call/inner/inner-calls.js';
import { madeCalls, madeCallsText } from '../../call/inner/made-calls.js';
import { performCall } from '../../call/make-call.js';
import { withCause } from '../../call/outcome/outcomes.js';
import { refuseCall } from '../../call/outcome/refuse-call.js';
import { readmit } from '../../call/steps/02-admit.js';
import { hasToolFor } from './has-tool-for.js';
import type { RunState } from '../state/run-state.js';
import type { PausedCall } from '../../call/deferral/paused-call.js';
import { withResults } from '../../call/deferral/with-outcomes.js';

/**
 * Enters a suspended call again if some of its inner calls have ended. Inner calls that are
 * suspended themselves come first.
 *
 * @param suspended - the call, with the outcomes of its inner calls
 * @returns the outcome, or the call if it still waits
 */
export async function continueCall(run: RunState, suspended: SuspendedCall): Promise<PausedCall> {
  const results = new Map<InnerWait, ToolOutcome>();
  const waits: InnerWait[] = [];
  for (const wait of suspended.waits) {
    const next = wait.open === undefined ? await continueCall(run, wait.suspended) : wait;
    const kept = next.outcome === undefined ? next : wait;
    if (next.outcome !== undefined) results.set(kept, next.outcome);
    waits.push(kept);
  }
  const current = withResults({ ...suspended, waits }, results);
  if (Object.keys(current.outcomes).length === 0) return { suspended: current };
  if (await isForOthers(run, current)) return { suspended: current };
  const outcome = await enterAgain(run, current);
  return outcome.status === 'deferred' ? waitOf(outcome) : { outcome };
}

async function enterAgain(run: RunState, suspended: SuspendedCall): Promise<ToolOutcome> {
  const call = callOf(run, suspended);
  if (call === undefined) return endChanged(run, suspended);
  const { durable } = run.runtime;
  const enter = (): Promise<ToolOutcome> => performAgain(call);
  return durable === undefined ? enter() : durable.enter(call, suspended, enter);
}

/** Ends a call that cannot continue, and its row. */
async function endChanged(run: RunState, suspended: SuspendedCall): Promise<ToolOutcome> {
  const outcome = programChanged(suspended);
  if (suspended.key !== undefined) await run.runtime.durable?.cancel(run, suspended.key, outcome);
  return outcome;
}

async function performAgain(call: Call): Promise<ToolOutcome> {
  const refused = readmit(call);
  if (refused !== undefined) return refuseCall(call, refused);
  const outcome = await performCall(call);
  const budget = new BatchBudget();
  budget.note(call);
  budget.settle();
  return outcome;
}

/** Returns whether a suspended call cannot continue, since its tool changed or is gone. */
export async function hasChanged(run: RunState, suspended: SuspendedCall): Promise<boolean> {
  return callOf(run, suspended) === undefined && !(await isForOthers(run, suspended));
}

/**
 * Returns whether a suspended call is for a process with its tool: this runtime lacks it, or has
 * another version that rejects the arguments.
 */
async function isForOthers(run: RunState, suspended: SuspendedCall): Promise<boolean> {
  const isShared = run.runtime.durable !== undefined && suspended.key !== undefined;
  return isShared && callOf(run, suspended) === undefined && !(await hasToolFor(run, suspended));
}

/** Returns the call to enter again. Undefined if the tool changed or is gone. */
function callOf(run: RunState, suspended: SuspendedCall): Call | undefined {
  const { callId, tool, arguments: args, input, granted, parent, state, outcomes, waits, spentMs } = suspended;
  const shared = run.toolbox.findWaiting(tool);
  if (shared === undefined) return undefined;
  const isOwn = suspended.budget === 'own' && parent !== undefined;
  const call = new Call(run, isOwn ? run.inner.budgets.stateOf(parent.callId, shared) : shared, callId, args);
  call.wire = args;
  const stillOpen = waits.map((wait) => [callIdOf(wait), waitingOutcome(wait)] as const);
  const resumed = { state, outcomes: { ...Object.fromEntries(stillOpen), ...outcomes } };
  call.origin = { ...call.origin, inBatch: true, from: parent, inner: new InnerCalls(suspended.finished) };
  if (suspended.background === true) call.stored = { ...call.stored, background: 'execute' };
  call.decided = {
    ...call.decided,
    input,
    grant: granted,
    reentry: { resumed, spentMs },
    ...(granted === undefined ? {} : { approval: granted.approval }),
  };
  const isSame = sameFingerprint(suspended.fingerprint, callFingerprint(approvedCall(call)));
  return isSame ? call : undefined;
}

/** Returns the outcome of a call that cannot continue. The model reads which inner calls ended. */
function programChanged({ callId, tool, finished }: SuspendedCall): FailedOutcome {
  const ended = finished.filter(({ status }) => status !== 'interrupted');
  const shown = ended.slice(0, MOST_SHOWN).map((one) => `${one.tool} (${one.status})`);
  const more = ended.length > MOST_SHOWN ? ` and ${ended.length - MOST_SHOWN} more` : '';
  const done = shown.length === 0 ? 'None of its calls had finished.' : `Finished calls: ${shown.join(', ')}${more}.`;
  const made = madeCallsText(madeCalls(finished)) ?? (shown.length === 0 ? '' : 'Do not repeat them.');
  const text = `Tool '${tool}' changed while its call waited, so the call cannot continue. ${done} ${made}`.trimEnd();
  const error = new HaftError('HAFT_PROGRAM_CHANGED', `The suspended call ${callId} of '${tool}' cannot continue.`, {
    hint: 'Its tool is gone, or has another version or other parameters than when the call was suspended.',
  });
  const outcome: FailedOutcome = { status: 'failed', reason: 'changed', callId, tool, text, repairs: [] };
  return withCause(outcome, error);
}

const MOST_SHOWN = 20;
