import type { DialectOutcome } from '../../arguments/dialect/parse-from-dialect.js';
import { loadLazy } from '../load-lazy.js';
import type { Step } from './step.js';

/** Step 4: rejects arguments that the schema does not allow, after repair and coercion. */
export const check: Step = async ({ call, parsed }, next) => {
  const { outcome, asSent } = parsed as DialectOutcome;
  if (outcome.refusal !== undefined) return (await loadLazy()).refuseArguments(call, outcome, asSent);
  if (asSent !== undefined) call.setOptional({ asSent });
  const { repairsOfPeople } = call.optional;
  call.repairs = repairsOfPeople === undefined ? outcome.repairs : [...repairsOfPeople, ...outcome.repairs];
  call.wire = outcome.wire;
  return next();
};
