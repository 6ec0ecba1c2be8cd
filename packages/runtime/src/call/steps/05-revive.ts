import type { AcceptedArguments } from '../../arguments/accepted-arguments.js';
import type { DialectOutcome } from '../../arguments/dialect/parse-from-dialect.js';
import { narrowedInput } from '../arguments/narrowed-input.js';
import type { Call } from '../call.js';
import { loadLazy } from '../load-lazy.js';
import { outcomeOfReadError } from '../outcome/outcome-of-error.js';
import type { Step } from './step.js';

/** Step 5: gives the tool DTO instances, dates and maps in place of their JSON form. */
export const revive: Step = async (state, next) => {
  const { outcome } = state.parsed as DialectOutcome & { readonly outcome: AcceptedArguments };
  state.args = outcome.args;
  const { call } = state;
  try {
    if (call.optional.input !== undefined) await validateInput(call);
  } catch (error) {
    return outcomeOfReadError(call, error);
  }
  return next();
};

/**
 * Accepts the values that people supplied for a call. Drops them if they are no longer valid, so
 * that the call asks again.
 */
async function validateInput(call: Call): Promise<void> {
  const { input } = call.optional;
  if (call.state.planned.tool.input === undefined || input === undefined) return;
  const checked = await narrowedInput(call, call.wire ?? {});
  if (checked === undefined) return;
  const { validateFromPerson } = await loadLazy();
  const accepted = await validateFromPerson(call.run, checked, input);
  if (accepted.refusal === undefined) call.setOptional({ input: accepted.wire, inputArgs: accepted.args });
  else call.setOptional({ input: undefined, inputArgs: undefined });
}
