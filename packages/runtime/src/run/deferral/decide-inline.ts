import type { DeferralRequest, ToolOutcome } from '@haft/core';
import type { Call } from '../../call/call.js';
import type { RunState } from '../state/run-state.js';
import type { DeferredHandler } from '../../call/deferral/deferred-handler.js';
import type { OpenCall } from '../../call/deferral/open-call.js';
import { interruptedCall } from '../../call/outcome/outcomes.js';
import { withCallId } from '../../call/outcome/with-call-id.js';
import { STOPPED, raceAbort } from '../../async/race-abort.js';
import { withinTime } from '../../async/within-time.js';
import { resumeOpenCalls } from './resume-calls.js';

/** The most rounds. Input, approval and external result are three: more means an endless loop. */
const MOST_ROUNDS = 5;

/**
 * Lets a handler decide about the deferred calls of a batch. If the run ends or the signal of the
 * host aborts, Haft stops waiting for the handler and executes none of its decisions.
 *
 * @returns the outcomes, with those of decided calls replaced
 */
export async function decideInline(
  run: RunState,
  outcomes: readonly ToolOutcome[],
  handler: DeferredHandler,
  { signal, parent }: InlineOptions = {},
): Promise<readonly ToolOutcome[]> {
  let current = outcomes;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const requests = current.flatMap(requestOf);
    if (requests.length === 0) return current;
    const decisions = await inTime(run, raceAbort(handler(requests, run.context), [run.lifetime.signal, signal]));
    if (decisions === undefined || decisions === null) return current;
    const open = run.paused.openInProgress.filter((call) => requests.includes(call.request));
    const { outcomes: resumed, failure } =
      decisions === STOPPED
        ? { outcomes: interruptedCalls(open), failure: undefined }
        : await resumeOpenCalls(run, open, decisions, { partial: true, signal, parent, handler });
    if (resumed.size === 0) return current;
    run.paused.settle(resumed);
    run.paused.answers();
    if (failure !== undefined) throw failure.error;
    const byRequest = new Map([...resumed].map(([call, outcome]) => [call.request, outcome]));
    current = current.map((outcome) => {
      const decided = outcome.status === 'deferred' ? byRequest.get(outcome.request) : undefined;
      return decided === undefined ? outcome : withCallId(decided, outcome.callId);
    });
  }
  return current;
}

/** Options of {@link decideInline}. */
export interface InlineOptions {
  /** The signal of the host for this call. */
  readonly signal?: AbortSignal | undefined;
  /** The outer call in progress, for inner calls. */
  readonly parent?: Call | undefined;
}

/** Returns the request of a call that waits itself. A handler decided about inner calls before. */
function requestOf(outcome: ToolOutcome): readonly DeferralRequest[] {
  return outcome.status === 'deferred' && outcome.requests === undefined ? [outcome.request] : [];
}

/** Treats a late decision as no decision. */
async function inTime<T>({ runtime }: RunState, decisions: Promise<T>): Promise<T | undefined> {
  const ms = runtime.people.onDeferredTimeoutMs;
  if (ms === undefined) return decisions;
  const late = new Error(`onDeferred did not decide within ${ms} ms; the calls stay deferred.`);
  try {
    return await withinTime(decisions, ms, () => late);
  } catch (error) {
    if (error !== late) throw error;
    runtime.observe.logger.warn(late.message);
    return undefined;
  }
}

/** Returns the outcomes of calls whose requests are void. */
function interruptedCalls(open: readonly OpenCall[]): ReadonlyMap<OpenCall, ToolOutcome> {
  return new Map(open.map((call) => [call, interruptedCall(call.request.callId, call.request.tool)]));
}
