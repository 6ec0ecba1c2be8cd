import type { ToolOutcome } from '@haft/core';
import { canComplete, readyToComplete } from './arguments/completed-arguments.js';
import type { Call } from './call.js';
import { failWhenLoaded, finishCall, rejectCall } from './finish-call.js';
import { asksToWait } from './outcome/asks-to-wait.js';
import { outcomeOfError, outcomeOfReadError } from './outcome/outcome-of-error.js';

/** Answers a call whose tool threw, when the code for it is loaded. Never throws. */
export function answerError(call: Call, error: unknown): void {
  if (asksToWait(error) && !canComplete(call)) failWhenLoaded(call, error, readyToComplete(call));
  else answer(call, () => outcomeOfError(call, error));
}

/** Answers a call if code of the application threw while its arguments were read. Never throws. */
export function answerReadError(call: Call, error: unknown): void {
  answer(call, () => outcomeOfReadError(call, error));
}

function answer(call: Call, outcomeOf: () => ToolOutcome): void {
  try {
    finishCall(call, outcomeOf());
  } catch (forTheDeveloper) {
    rejectCall(call, forTheDeveloper);
  }
}
