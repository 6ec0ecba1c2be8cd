import type { ModelRetry, RetryOutcome } from '@haft/core';
import type { ArgumentRefusal, RefusedArguments } from '../arguments/accepted-arguments.js';
import { modelRetryText } from '../feedback/model-retry-text.js';
import { isSameProblem } from '../feedback/same-problem.js';
import type { Call } from './call.js';
import { retry } from './outcomes.js';

/** The model is told what is wrong with its arguments; more of it when the same problem comes back. */
export function refuseArguments(call: Call, { refusal, repairs }: RefusedArguments): RetryOutcome {
  call.repairs = repairs;
  return refuse(call, refusal);
}

/** The same for problems that were found after the schema. */
export function refuse(call: Call, refusal: ArgumentRefusal): RetryOutcome {
  const { state } = call;
  const { check } = state.planned.tool;
  const comesBack = call.attempt > 0 && state.lastRefusal !== undefined && isSameProblem(state.lastRefusal, refusal);
  const repeated = comesBack ? { schema: check.schema(), example: check.example() } : undefined;
  state.lastRefusal = refusal;
  const text = call.run.runtime.formatter({
    tool: call.name,
    refusal,
    repeated,
    sent: call.sent,
    sensitive: check.sensitive,
  });
  return retry(call, text, refusal.issues);
}

/** The model is told what the tool itself said. */
export function askForCorrection(call: Call, { message, issues }: ModelRetry): RetryOutcome {
  call.state.rememberWords(message);
  return retry(call, modelRetryText(message), issues);
}
