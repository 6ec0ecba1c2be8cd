import { exampleOf } from '@haft/schema';
import { compiledPattern, StepBudget } from '@haft/schema/internal';
import type { ArgumentCheck, CheckTools } from './accepted-arguments.js';
import { checkerOf } from './checker-of.js';

/**
 * A check that needs no more to read: also that of a schema which was given at run time.
 *
 * @throws HaftError `HAFT_PART_MISSING` for a reflected tool whose check was not loaded
 */
export function completeCheck(check: ArgumentCheck): ArgumentCheck {
  check.complete?.(CHECK_TOOLS);
  return check;
}

/** What completes the checks of schemas that were given at run time. */
const CHECK_TOOLS: CheckTools = {
  checkerOf,
  exampleOf,
  compiledPattern,
  stepBudget: () => new StepBudget(),
};
