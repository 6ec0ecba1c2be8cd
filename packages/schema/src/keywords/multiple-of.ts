/** `multipleOf` for decimal numbers: 0.3 is a multiple of 0.1. */
import { isMultipleOf } from '../values/is-multiple-of.js';
import type * as Aspect from './keyword.js';

export const keyword: Aspect.Keywords<'multipleOf'> = {
  multipleOf: {
    argument: {
      kind: 'a number above 0',
      accepts: (argument) => Number.isFinite(argument) && (argument as number) > 0,
    },
    types: ['number', 'integer'],
  },
};

export const check: Aspect.Checks<'multipleOf'> = {
  multipleOf: {
    assertion: { test: (divisor) => (value: number) => isMultipleOf(value, divisor) },
    implies: 'number',
    part: (phrase, { multipleOf }) => `${phrase} that is a multiple of ${multipleOf}`,
  },
};

/**
 * Two divisors merge if one is a multiple of the other. Otherwise they stay apart, because their
 * least common multiple may not be exact.
 */
export const analysis: Aspect.Analyses<'multipleOf'> = {
  multipleOf: {
    narrows: (plan, divisor) => void (plan.step = divisor),
    comparison: { test: true, within: (inner, outer) => inner % outer === 0 },
    merging: {
      both: (a, b) => (isMultipleOf(a, b) ? a : isMultipleOf(b, a) ? b : undefined),
    },
  },
};
