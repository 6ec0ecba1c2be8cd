import type { DeferredOutcome, ToolOutcome } from '@haft/core';
import type { Call } from './call.js';
import type { CallStopped } from './call-stopped.js';
import { wellFormed } from '../results/well-formed.js';
import { outcomeForProgram } from './outcome/outcome-for-program.js';
import { failed, interrupted } from './outcome/outcomes.js';
import { timeoutOf } from './timeout-of.js';
import { cancelWaiting, endsWaiting } from './inner/cancel-waiting.js';
import { withMadeCalls } from './inner/made-calls.js';
import { waitsInRun } from './deferral/waits-in-run.js';
import { outerEnded } from './inner/outer-ended.js';
import type { DurablePort } from './run-port.js';
import { neverBegan } from './executor/begun.js';
import { unknownText } from './executor/unknown-end.js';
import { record } from './steps/12-record.js';

/** Answers a call. If it has an answer, drops the outcome and reports it as late. Never throws. */
export function finishCall(call: Call, outcome: ToolOutcome): void {
  if (!close(call)) {
    tellLate(call, outcome.status);
    return;
  }
  const readable = wellFormed(outcome);
  const given = call.sending.isOfProgram === true ? outcomeForProgram(call, readable) : readable;
  const whole = call.origin.inner === undefined ? given : withMadeCalls(call, given);
  const { runtime, factsFromOutside } = call.run;
  if (whole.status !== 'deferred' || factsFromOutside !== undefined) recordThenAnswer(call, whole);
  else if (runtime.durable === undefined) recordThenAnswer(call, waitsInRun(call, whole) ?? whole);
  else askOnce(call, runtime.durable, whole);
}

/** Answers a deferred call with the request of an equal call that waits, if there is one. */
function askOnce(call: Call, durable: DurablePort, outcome: DeferredOutcome): void {
  durable.askedBefore(call, outcome).then(
    (known) => {
      recordThenAnswer(call, known ?? outcome);
    },
    (error: unknown) => {
      rejectEnded(call, error);
    },
  );
}

function recordThenAnswer(call: Call, outcome: ToolOutcome): void {
  try {
    const recorded = record(call, outcome);
    if (recorded.status === 'deferred' && call.run.runtime.durable !== undefined) keepThenAnswer(call, recorded);
    else if (endsWaiting(call, recorded)) void cancelThenAnswer(call, recorded);
    else call.caller.answer(recorded);
  } catch (error) {
    rejectEnded(call, error);
  }
}

/** Writes a deferred call to the ledger before its answer, so that a crash does not lose it. */
function keepThenAnswer(call: Call, outcome: DeferredOutcome): void {
  call.run.keeping.keep(call, outcome).then(
    (kept) => {
      call.caller.answer(kept);
    },
    (error: unknown) => {
      rejectEnded(call, error);
    },
  );
}

async function cancelThenAnswer(call: Call, outcome: ToolOutcome): Promise<void> {
  await cancelWaiting(call);
  call.caller.answer(outcome);
}

function rejectEnded(call: Call, error: unknown): void {
  if (call.origin.inner === undefined) call.caller.reject(error);
  else void cancelThenReject(call, error);
}

async function cancelThenReject(call: Call, error: unknown): Promise<void> {
  await cancelWaiting(call);
  call.caller.reject(error);
}

/** Rejects a call with a mistake of the developer, such as a wiring error. */
export function rejectCall(call: Call, error: unknown): void {
  if (close(call)) rejectEnded(call, error);
  else if (error !== call.stopped) tellLate(call, 'failed');
}

/** Lets the deadline and the end of the run answer the call from now on. */
export function putInFlight(call: Call): void {
  // A call that waited for its turn is already in flight.
  if (call.slot >= 0) return;
  const { run } = call;
  run.runtime.inFlight.add(call, timeoutOf(call));
  if (run.lifetime.stopped !== undefined) interruptCall(call, run.lifetime.stopped);
}

/**
 * Answers a call whose run was cancelled or has ended.
 *
 * @param known - its outcome, if another process executed it
 */
export function interruptCall(call: Call, stopped: CallStopped, known?: ToolOutcome): void {
  const plain = interrupted(call);
  const own = mayTakeEffect(call) ? { ...plain, text: `${plain.text} ${unknownText(call.name)}` } : plain;
  stop(call, stopped, known ?? (neverBegan(call) ? { ...own, notStarted: true } : own));
}

/** Answers a call whose time is over. */
export function timeOut(call: Call, stopped: CallStopped): void {
  const seconds = call.state.planned.timeoutMs / 1000;
  const text = `Timed out after ${seconds} seconds.${mayTakeEffect(call) ? ` ${unknownText(call.name)}` : ''}`;
  if (!neverBegan(call)) stop(call, stopped, failed(call, 'timeout', text));
  else stop(call, stopped, { ...failed(call, 'timeout', `${text} ${NOT_STARTED}`), notStarted: true });
}

/**
 * Returns whether the tool continues, so that it is not known yet whether it takes effect. A
 * program has only the effects of its calls, which the outcome names.
 */
function mayTakeEffect(call: Call): boolean {
  const { stored, state, run } = call;
  const { effect } = state.planned.tool.settings;
  if (neverBegan(call) || effect === undefined || effect.replays === true) return false;
  return run.runtime.durable === undefined || stored.row?.isExecuting === true;
}

const NOT_STARTED = 'The call never started. You can repeat it.';

/** Answers the call, then aborts its signal. A result of the tool is late then. */
function stop(call: Call, stopped: CallStopped, outcome: ToolOutcome): void {
  if (call.answered) return;
  call.stopped = stopped;
  finishCall(call, outcome);
  call.timing.controller?.abort(stopped);
}

/** Removes the call from the calls in flight and its gates. Returns false if it has an answer. */
function close(call: Call): boolean {
  if (call.answered) return false;
  call.answered = true;
  if (call.slot >= 0) call.run.runtime.inFlight.remove(call);
  leaveGates(call);
  call.timing.onClose?.();
  call.origin.inner?.interrupt(outerEnded(call));
  return true;
}

function leaveGates({ gates, run }: Call): void {
  // Most calls are only in the gate of the runtime and share its list, so no loop is needed.
  if (gates === run.runtime.gates) run.runtime.gate.leave();
  else for (const gate of gates) gate.leave();
}

/** Reports an outcome that does not count. */
export function tellLate(call: Call, status: ToolOutcome['status']): void {
  call.state.planned.shared.late++;
  call.run.events.tell({ type: 'late', ...call.facts, status });
}
