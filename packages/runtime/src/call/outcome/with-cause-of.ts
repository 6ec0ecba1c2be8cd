import type { ToolOutcome } from '@haft/core';
import { withCause } from './outcomes.js';

/**
 * Returns an outcome with the error of the execution that it is about, which `{ ...outcome }` of an
 * interceptor leaves out.
 *
 * @param given - the outcome of the execution. Default: there was none.
 */
export function withCauseOf(given: ToolOutcome | undefined, outcome: ToolOutcome): ToolOutcome {
  if (outcome === given || outcome.status !== 'failed' || given?.status !== 'failed') return outcome;
  const lacksIt = 'cause' in given && !('cause' in outcome) && outcome.callId === given.callId;
  // The host may use its object for other calls too.
  return lacksIt ? withCause({ ...outcome }, given.cause) : outcome;
}
