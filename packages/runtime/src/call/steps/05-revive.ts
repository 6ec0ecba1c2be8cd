import type { AcceptedArguments } from '../../arguments/accepted-arguments.js';
import type { DialectOutcome } from '../../arguments/dialect/parse-from-dialect.js';
import { acceptInput } from '../arguments/accept-input.js';
import { outcomeOfReadError } from '../outcome/outcome-of-error.js';
import type { Step } from './step.js';

/** Step 5: gives the tool DTO instances, dates and maps in place of their JSON form. */
export const revive: Step = async (state, next) => {
  const { outcome } = state.parsed as DialectOutcome & { readonly outcome: AcceptedArguments };
  state.args = outcome.args;
  const { call } = state;
  try {
    if (call.optional.input !== undefined) await acceptInput(call);
  } catch (error) {
    return outcomeOfReadError(call, error);
  }
  return next();
};
