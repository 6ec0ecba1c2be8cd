import type { DeferredOutcome, ToolOutcome } from '@haft/core';
import { NO_OPTIONAL_STATE, type Call } from './call.js';
import type { CallStopped } from './call-stopped.js';
import { isThenable } from '../async/is-thenable.js';
import { hasAsyncIterator, isProgressive, lastOf } from './drained.js';
import { isPlain } from '../results/json-text.js';
import { wellFormed } from '../results/well-formed.js';
import { encodeResult } from './outcome/encode-result.js';
import { failed, interrupted } from './outcome/outcomes.js';
import { timeoutOf } from './timeout-of.js';
import { withMadeCalls } from './inner/made-calls.js';
import { outerEnded } from './inner/outer-ended.js';
import { unknownText } from './ledger/unknown-end.js';
import { canRecord, record } from './steps/12-record.js';

/** Answers a call. If it has an answer, drops the outcome and reports it as late. Never throws. */
export function finishCall(call: Call, outcome: ToolOutcome): void {
  if (!close(call)) {
    tellLate(call, outcome.status);
    return;
  }
  const readable = wellFormed(outcome);
  const whole = call.optional.inner === undefined ? readable : withMadeCalls(call, readable);
  if (canRecord(call, whole)) recordThenAnswer(call, whole);
  else recordLater(call, whole);
}

/** Records an outcome when the general path is loaded. */
function recordLater(call: Call, outcome: ToolOutcome): void {
  call.run.runtime.generalPath.load().then(
    () => {
      recordThenAnswer(call, outcome);
    },
    (missing: unknown) => {
      call.caller.reject(missing);
    },
  );
}

function recordThenAnswer(call: Call, outcome: ToolOutcome): void {
  try {
    const recorded = record(call, outcome);
    if (recorded.status === 'deferred' && call.run.runtime.ledger !== undefined) keepThenAnswer(call, recorded);
    else call.caller.answer(recorded);
  } catch (error) {
    call.caller.reject(error);
  }
}

/** Writes a deferred call to the ledger before its answer, so that a crash does not lose it. */
function keepThenAnswer(call: Call, outcome: DeferredOutcome): void {
  call.run.keep(call, outcome).then(
    (kept) => {
      call.caller.answer(kept);
    },
    (error: unknown) => {
      call.caller.reject(error);
    },
  );
}

/** Answers a call whose tool threw. Never throws. */
export function failCall(call: Call, error: unknown): void {
  if (call.answered) {
    if (error !== call.stopped) tellLate(call, 'failed');
    return;
  }
  const { generalPath } = call.run.runtime;
  if (generalPath.loaded !== undefined) generalPath.loaded.answerError(call, error);
  else failWhenLoaded(call, error, generalPath.load());
}

/** Answers a call whose tool threw when a file is loaded. Meanwhile its run can answer it. */
export function failWhenLoaded(call: Call, error: unknown, loading: Promise<unknown>): void {
  putInFlight(call);
  loading.then(
    () => {
      failCall(call, error);
    },
    (missing: unknown) => {
      rejectCall(call, missing);
    },
  );
}

/** Answers a call if code of the application threw while its arguments were read. Never throws. */
export function failRead(call: Call, error: unknown): void {
  const { generalPath } = call.run.runtime;
  if (generalPath.loaded !== undefined) generalPath.loaded.answerReadError(call, error);
  else {
    whenLoaded(call, generalPath.load(), ({ answerReadError }) => {
      answerReadError(call, error);
    });
  }
}

/** Rejects a call with a mistake of the developer, such as a wiring error. */
export function rejectCall(call: Call, error: unknown): void {
  if (close(call)) call.caller.reject(error);
  else if (error !== call.stopped) tellLate(call, 'failed');
}

/**
 * Answers a call with the return value of its tool, when it is known: awaits a promise, and drains
 * a generator.
 *
 * @throws the error of a getter of the value
 */
export function finishWithReturned(call: Call, returned: unknown): void {
  if (returned instanceof Promise) finishLater(call, returned);
  // A promise of another library may resolve to a promise. This one does not.
  else if (isThenable(returned)) finishLater(call, Promise.resolve(returned));
  else finishWithValue(call, returned);
}

/** Answers a call with a value that is not a promise. Most are plain data. Never throws. */
function finishWithValue(call: Call, value: unknown): void {
  try {
    if (isData(value)) finishCall(call, encodeResult(call, value, true));
    else if (isProgressive(value)) finishLater(call, lastOf(call, value));
    else finishCall(call, encodeResult(call, value, false));
  } catch (error) {
    failCall(call, error);
  }
}

/** Returns whether a value is certainly neither a generator nor a `ToolResult`. */
function isData(value: unknown): boolean {
  return isPlain(value) && !(typeof value === 'object' && value !== null && hasAsyncIterator(value));
}

/** Answers a call when its result is there, or when its time is over. */
function finishLater(call: Call, result: Promise<unknown>): void {
  putInFlight(call);
  result.then(
    (value) => {
      finishWithValue(call, value);
    },
    (error: unknown) => {
      failCall(call, error);
    },
  );
}

/** Continues a call when a file is loaded. Meanwhile its deadline or its run can answer it. */
export function whenLoaded<T>(call: Call, loading: Promise<T>, next: (loaded: T) => void): void {
  putInFlight(call);
  loading
    .then((loaded) => {
      if (!call.answered) next(loaded);
    })
    .catch((error: unknown) => {
      rejectCall(call, error);
    });
}

/** Lets the deadline and the end of the run answer the call from now on. */
export function putInFlight(call: Call): void {
  // A call that waited for its turn is already in flight.
  if (call.slot >= 0) return;
  const { run } = call;
  run.runtime.inFlight.add(call, timeoutOf(call));
  if (run.stopped !== undefined) interruptCall(call, run.stopped);
}

/**
 * Answers a call whose run was cancelled or has ended.
 *
 * @param known - its outcome, if another process executed it
 */
export function interruptCall(call: Call, stopped: CallStopped, known?: ToolOutcome): void {
  const plain = interrupted(call);
  const own = mayTakeEffect(call) ? { ...plain, text: `${plain.text} ${unknownText(call.name)}` } : plain;
  stop(call, stopped, known ?? (call.optional.isWaiting === true ? { ...own, notStarted: true } : own));
}

/** Answers a call whose time is over. */
export function timeOut(call: Call, stopped: CallStopped): void {
  const seconds = call.state.planned.timeoutMs / 1000;
  const text = `Timed out after ${seconds} seconds.${mayTakeEffect(call) ? ` ${unknownText(call.name)}` : ''}`;
  if (call.optional.isWaiting !== true) stop(call, stopped, failed(call, 'timeout', text));
  else stop(call, stopped, { ...failed(call, 'timeout', `${text} ${NOT_STARTED}`), notStarted: true });
}

/**
 * Returns whether the tool continues, so that it is not known yet whether it takes effect. A
 * program has only the effects of its calls, which the outcome names.
 */
function mayTakeEffect({ optional: { isWaiting, row }, state, run }: Call): boolean {
  const { effect } = state.planned.tool.settings;
  if (isWaiting === true || effect === undefined || effect.replays === true) return false;
  return run.runtime.ledger === undefined || row?.isExecuting === true;
}

const NOT_STARTED = 'The call waited for other calls and never started. You can repeat it.';

/** Answers the call, then aborts its signal. A result of the tool is late then. */
function stop(call: Call, stopped: CallStopped, outcome: ToolOutcome): void {
  if (call.answered) return;
  call.stopped = stopped;
  finishCall(call, outcome);
  call.optional.controller?.abort(stopped);
}

/** Removes the call from the calls in flight and its gates. Returns false if it has an answer. */
function close(call: Call): boolean {
  if (call.answered) return false;
  call.answered = true;
  if (call.slot >= 0) call.run.runtime.inFlight.remove(call);
  leaveGates(call);
  const { optional } = call;
  if (optional === NO_OPTIONAL_STATE) return true;
  optional.onClose?.();
  optional.inner?.interrupt(outerEnded(call));
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
  call.run.tell({ type: 'late', ...call.facts, status });
}
