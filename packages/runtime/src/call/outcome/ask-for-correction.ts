import type { ModelRetry, RetryOutcome } from '@haft/core';
import { modelRetryText } from '../../arguments/feedback/model-retry-text.js';
import type { Call } from '../call.js';
import { retry } from './outcomes.js';

/** The model is told what the tool itself said. */
export function askForCorrection(
  call: Call,
  { message, issues }: Pick<ModelRetry, 'message' | 'issues'>,
): RetryOutcome {
  call.state.rememberWords(message);
  return retry(call, modelRetryText(message), issues);
}
