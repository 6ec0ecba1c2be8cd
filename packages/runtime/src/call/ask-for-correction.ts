import type { ModelRetry, RetryOutcome } from '@haft/core';
import { modelRetryText } from '../feedback/model-retry-text.js';
import type { Call } from './call.js';
import { retry } from './outcomes.js';

/** The model is told what the tool itself said. */
export function askForCorrection(call: Call, { message, issues }: ModelRetry): RetryOutcome {
  call.state.rememberWords(message);
  return retry(call, modelRetryText(message), issues);
}
