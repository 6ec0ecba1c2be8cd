import type { ToolOutcome } from '@haft/core';
import type { Call } from './call.js';
import type { CallStopped } from './call-stopped.js';
import { loadLazy } from './load-lazy.js';
import { canComplete } from './arguments/completed-arguments.js';
import { encodeResult } from './steps/11-encode.js';
import { asksToWait, outcomeOfError, outcomeOfReadError } from './outcome/outcome-of-error.js';
import { failed, interrupted } from './outcome/outcomes.js';
import { record } from './steps/12-record.js';

/** Answers a call, unless something answered for it before: then the outcome is dropped, and recorded as late. Never throws. */
export function finishCall(call: Call, outcome: ToolOutcome): void {
  if (!close(call)) {
    late(call, outcome.status);
    return;
  }
  try {
    call.caller.answer(record(call, outcome));
  } catch (error) {
    call.caller.reject(error);
  }
}

/** Answers a call whose tool threw. Never throws. */
export function failCall(call: Call, error: unknown): void {
  if (call.answered) {
    if (error !== call.stopped) late(call, 'failed');
    return;
  }
  if (asksToWait(error) && !canComplete(call)) {
    putInFlight(call);
    loadLazy().then(
      () => {
        failCall(call, error);
      },
      (missing: unknown) => {
        rejectCall(call, missing);
      },
    );
    return;
  }
  try {
    finishCall(call, outcomeOfError(call, error));
  } catch (forTheDeveloper) {
    rejectCall(call, forTheDeveloper);
  }
}

/** Answers a call if code of the application threw while its arguments were read. Never throws. */
export function failRead(call: Call, error: unknown): void {
  try {
    finishCall(call, outcomeOfReadError(call, error));
  } catch (forTheDeveloper) {
    rejectCall(call, forTheDeveloper);
  }
}

/** Gives the developer what is not the model's: a wiring mistake, say. */
export function rejectCall(call: Call, error: unknown): void {
  if (close(call)) call.caller.reject(error);
  else if (error !== call.stopped) late(call, 'failed');
}

/** Answers with what the tool returned. Never throws. */
export function finishWith(call: Call, result: unknown): void {
  finishCall(call, encodeResult(call, result));
}

/** Answers when the result comes, or when the call's time is over. */
export function finishLater(call: Call, result: PromiseLike<unknown>): void {
  putInFlight(call);
  result.then(
    (value) => {
      finishWith(call, value);
    },
    (error: unknown) => {
      failCall(call, error);
    },
  );
}

/** Continues a call when a file is loaded. Meanwhile the deadline and the end of the run can answer it. */
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

/** From now on the deadline and the end of the run answer for the tool. */
export function putInFlight(call: Call): void {
  // A call that waited for its turn is there already.
  if (call.slot >= 0) return;
  const { run, state } = call;
  run.runtime.inFlight.add(call, state.planned.timeoutMs);
  if (run.stopped !== undefined) interruptCall(call, run.stopped);
}

/** The run was cancelled or has ended. */
export function interruptCall(call: Call, stopped: CallStopped): void {
  const outcome = interrupted(call);
  stop(call, stopped, call.optional.isWaiting === true ? { ...outcome, notStarted: true } : outcome);
}

/** The call's time is over. */
export function timeOut(call: Call, stopped: CallStopped): void {
  const seconds = call.state.planned.timeoutMs / 1000;
  const text = `Timed out after ${seconds} seconds.`;
  if (call.optional.isWaiting !== true) stop(call, stopped, failed(call, 'timeout', text));
  else stop(call, stopped, { ...failed(call, 'timeout', `${text} ${NOT_STARTED}`), notStarted: true });
}

const NOT_STARTED = 'The call waited for other calls and never started. You can repeat it.';

/** Answers first: whatever the tool does when it sees its signal is late. */
function stop(call: Call, stopped: CallStopped, outcome: ToolOutcome): void {
  if (call.answered) return;
  call.stopped = stopped;
  finishCall(call, outcome);
  call.optional.controller?.abort(stopped);
}

/** Takes the call out of all that it is in; false when it was answered before. */
function close(call: Call): boolean {
  if (call.answered) return false;
  call.answered = true;
  if (call.slot >= 0) call.run.runtime.inFlight.remove(call);
  leaveGates(call);
  call.optional.onClose?.();
  return true;
}

function leaveGates({ gates, run }: Call): void {
  // The usual call is inside of the runtime's only, whose list of one is shared: no iterator for it.
  if (gates === run.runtime.gates) run.runtime.gate.leave();
  else for (const gate of gates) gate.leave();
}

function late(call: Call, status: ToolOutcome['status']): void {
  call.state.planned.shared.late++;
  call.run.tell({ type: 'late', runId: call.run.id, callId: call.id, tool: call.name, status });
}
