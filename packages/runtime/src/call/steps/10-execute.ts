import type { RunContext } from '@haft/core';
import { isPlain, isThenable } from '@haft/core/internal';
import { canComplete, readyToComplete } from '../arguments/completed-arguments.js';
import type { Call } from '../call.js';
import { contextOf } from '../context/context-of.js';
import { hasAsyncIterator, isProgressive, lastOf } from '../drained.js';
import { putInFlight } from '../finish-call.js';
import { markBegun } from '../executor/begun.js';
import { markStep } from '../mark-step.js';
import { asksToWait } from '../outcome/asks-to-wait.js';
import { outcomeOfError } from '../outcome/outcome-of-error.js';
import { answerLater } from '../plan/receivers.js';
import type { Receiver } from '../plan/step.js';
import { encode } from './11-encode.js';

/**
 * Step 10: executes the tool, and step 11 encodes its result. Does not execute a call that was
 * answered before, by its deadline or a cancellation. Never throws.
 */
export function execute(call: Call, receiver: Receiver): void {
  if (call.stopped !== undefined) {
    receiver.reject(call, call.stopped);
    return;
  }
  markBegun(call);
  const { instance, planned } = call.state;
  const { body } = planned.tool;
  let returned: unknown;
  try {
    const context = body.usesRun ? contextOf(call) : NO_RUN;
    returned = body.invoke(instance as never, call.args as never, context, call.host);
  } catch (error) {
    receiveError(call, error, receiver);
    return;
  }
  receiveReturned(call, returned, receiver);
}

const NO_RUN = undefined as unknown as RunContext;

/** Awaits a promise, and drains a generator. */
function receiveReturned(call: Call, returned: unknown, receiver: Receiver): void {
  try {
    if (returned instanceof Promise) receiveLater(call, returned, receiver);
    // A promise of another library may resolve to a promise. This one does not.
    else if (isThenable(returned)) receiveLater(call, Promise.resolve(returned), receiver);
    else receiveValue(call, returned, receiver);
  } catch (error) {
    receiveError(call, error, receiver);
  }
}

/**
 * Answers with a value that is not a promise.
 *
 * @throws the error of a getter of the value
 */
function receiveValue(call: Call, value: unknown, receiver: Receiver): void {
  const isData = isPlain(value) && !(typeof value === 'object' && value !== null && hasAsyncIterator(value));
  if (!isData && isProgressive(value)) {
    receiveLater(call, lastOf(call, value), receiver);
    return;
  }
  markStep(call, 'encode');
  const encoded = encode(call, value, isData);
  if (encoded instanceof Promise) answerLater(call, encoded, receiver);
  else receiver.answer(call, encoded);
}

function receiveLater(call: Call, result: Promise<unknown>, receiver: Receiver): void {
  putInFlight(call);
  result.then(
    (value) => {
      receiveReturned(call, value, receiver);
    },
    (error: unknown) => {
      receiveError(call, error, receiver);
    },
  );
}

/** Answers with the outcome of an error of the tool. */
function receiveError(call: Call, error: unknown, receiver: Receiver): void {
  // Most errors of a stopped call only report its aborted signal.
  if (call.answered) receiver.reject(call, error);
  else if (asksToWait(error) && !canComplete(call)) {
    answerLater(
      call,
      readyToComplete(call).then(() => outcomeOfError(call, error)),
      receiver,
    );
  } else answerError(call, error, receiver);
}

function answerError(call: Call, error: unknown, receiver: Receiver): void {
  let outcome: ReturnType<typeof outcomeOfError>;
  try {
    outcome = outcomeOfError(call, error);
  } catch (forTheDeveloper) {
    receiver.reject(call, forTheDeveloper);
    return;
  }
  receiver.answer(call, outcome);
}
