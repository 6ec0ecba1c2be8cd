import type { ToolOutcome } from '@haft/core';
import type { Call } from '../call.js';
import { putInFlight } from '../finish-call.js';
import type { Receiver } from './step.js';

/** Gives a receiver the answer of a call when it is there. Until then, the call is in flight. */
export function answerLater(call: Call, outcome: Promise<ToolOutcome>, receiver: Receiver): void {
  putInFlight(call);
  outcome.then(
    (known) => {
      receiver.answer(call, known);
    },
    (error: unknown) => {
      receiver.reject(call, error);
    },
  );
}

/**
 * Returns a promise of the answer that a receiver gets.
 *
 * @param take - takes steps that answer the receiver
 */
export function promisedAnswer(take: (receiver: Receiver) => void): Promise<ToolOutcome> {
  return new Promise((resolve, reject) => {
    take({
      answer: (_call, outcome) => {
        resolve(outcome);
      },
      reject: (_call, error) => {
        // The error of a tool, of a hook or of the wiring, as it was thrown.
        // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors
        reject(error);
      },
    });
  });
}
