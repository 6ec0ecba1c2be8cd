import type { ToolOutcome } from '@haft/core';
import type { Call } from '../call.js';

/**
 * Adds the names of the arguments that an approver changed to the text for the model. Leaves an
 * outcome as it is that has them, since the ledger has returned it.
 */
export function withChanges<Outcome extends ToolOutcome>({ optional }: Call, outcome: Outcome): Outcome {
  const { changes } = optional;
  return changes === undefined || outcome.status === 'deferred' || outcome.text.startsWith(`${changes}\n\n`)
    ? outcome
    : { ...outcome, text: `${changes}\n\n${outcome.text}` };
}
