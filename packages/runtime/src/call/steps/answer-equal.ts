import { equalFailure } from '../budget/retry-budget.js';
import { noteRefused } from '../outcome/refuse-call.js';
import type { PlainStep } from '../plan/step.js';
import { unadmit } from './02-admit.js';

/** Answers a call that equals a failed one without work, after the retry budget is used up. */
export const answerEqual: PlainStep = {
  names: [],
  routes: ['usual', 'full', 'thread', 'remote'],
  run(call) {
    if (call.state.failures <= call.state.maxRetries) return undefined;
    const failure = equalFailure(call);
    if (failure === undefined) return undefined;
    unadmit(call);
    noteRefused(call, failure);
    return failure;
  },
};
