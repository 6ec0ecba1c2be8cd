import type { ModelRetry, RetryOutcome } from '@haft/core';
import { modelRetryText } from '@haft/arguments/internal';
import type { Call } from '../call.js';
import { retry } from './outcomes.js';

/** Returns the outcome of a tool that asks the model for a correction. */
export function askForCorrection(
  call: Call,
  { message, issues }: Pick<ModelRetry, 'message' | 'issues'>,
): RetryOutcome {
  call.state.rememberWords(message);
  if (call.counting.isTrial === true) call.counting = { ...call.counting, asked: message };
  return retry(call, modelRetryText(message), issues);
}
