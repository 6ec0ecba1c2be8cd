/** `uniqueItems`. */
import { ARRAY } from '../values/json-kind.js';
import { indexOfRepeated } from '../values/same-json.js';
import { A_FLAG } from './argument-rules.js';
import type * as Aspect from './keyword.js';

export const keyword: Aspect.Keywords<'uniqueItems'> = { uniqueItems: { argument: A_FLAG, types: ['array'] } };

export const check: Aspect.Checks<'uniqueItems'> = {
  uniqueItems: {
    assertion: {
      kinds: ARRAY,
      test: (unique) => (unique ? (items: readonly unknown[]) => indexOfRepeated(items) === -1 : undefined),
      mayPass: true,
      count: (_, items: readonly unknown[]) => ({
        expected: `items that are all different (item ${indexOfRepeated(items)} repeats an earlier one)`,
      }),
    },
  },
};

export const analysis: Aspect.Analyses<'uniqueItems'> = {
  uniqueItems: {
    example: { narrows: (plan, unique) => void (plan.mustDiffer = unique) },
    comparison: { test: true, within: (inner, outer) => inner || !outer },
    merging: { both: (a, b) => a || b },
  },
};

export const conversion: Aspect.Conversions<'uniqueItems'> = {
  uniqueItems: { role: 'moved', inOpenApi: true },
};
