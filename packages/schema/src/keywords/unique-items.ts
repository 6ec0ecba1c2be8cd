/** `uniqueItems`. */
import { indexOfRepeated, sameJson } from '../values/same-json.js';
import { A_FLAG } from './argument-rules.js';
import type * as Aspect from './keyword.js';

export const keyword: Aspect.Keywords<'uniqueItems'> = { uniqueItems: { argument: A_FLAG, types: ['array'] } };

export const check: Aspect.Checks<'uniqueItems'> = {
  uniqueItems: {
    assertion: {
      test: (unique) => (unique ? (items: readonly unknown[]) => indexOfRepeated(items) === -1 : undefined),
      mayPass: true,
      count: (_, items: readonly unknown[]) => ({ expected: differing(items) }),
    },
  },
};

function differing(items: readonly unknown[]): string {
  const repeated = indexOfRepeated(items);
  const first = items.findIndex((one) => sameJson(one, items[repeated]));
  return `items that are all different ([${repeated}] repeats [${first}])`;
}

export const analysis: Aspect.Analyses<'uniqueItems'> = {
  uniqueItems: {
    narrows: (plan, unique) => void (plan.mustDiffer = unique),
    comparison: { test: true, within: (inner, outer) => inner || !outer },
    merging: { both: (a, b) => a || b },
  },
};
