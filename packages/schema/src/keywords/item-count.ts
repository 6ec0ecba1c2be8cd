/** `minItems` and `maxItems`: inseparable, since a phrase and a problem name both. */
import type { JsonSchemaObject } from '../json-schema.js';
import { A_COUNT } from './argument-rules.js';
import { countText, ofCount } from './count-text.js';
import type * as Aspect from './keyword.js';
import { LOWER_LIMIT, UPPER_LIMIT } from './limits.js';

type ItemCount = 'minItems' | 'maxItems';

const COUNT: Aspect.Keyword = { argument: A_COUNT, types: ['array'] };

export const keyword: Aspect.Keywords<ItemCount> = { minItems: COUNT, maxItems: COUNT };

export const check: Aspect.Checks<ItemCount> = {
  minItems: {
    assertion: { test: (least) => (items: readonly unknown[]) => items.length >= least, count },
    part: withCount,
  },
  maxItems: {
    assertion: { test: (most) => (items: readonly unknown[]) => items.length <= most, count },
    part: withCount,
  },
};

export const analysis: Aspect.Analyses<ItemCount> = {
  minItems: {
    narrows: (plan, least) => void (plan.fewestItems = least),
    ...LOWER_LIMIT,
  },
  maxItems: {
    narrows: (plan, most) => void (plan.mostItems = most),
    ...UPPER_LIMIT,
  },
};

function itemsText({ minItems, maxItems }: JsonSchemaObject): string | undefined {
  return countText(minItems, maxItems, 'item', 'items');
}

function count(schema: JsonSchemaObject): Aspect.CountProblem {
  return { expected: itemsText(schema) };
}

function withCount(...[phrase, schema]: Parameters<Aspect.PhrasePart>): string {
  return ofCount(phrase, itemsText(schema));
}
