/** `minItems` and `maxItems`: inseparable, since a phrase and a problem name both. */
import { ARRAY } from '../values/json-kind.js';
import type { JsonSchemaObject } from '../json-schema.js';
import { A_COUNT } from './argument-rules.js';
import { countText, ofCount } from './count-text.js';
import type * as Aspect from './keyword.js';
import { LARGER, LOWER_LIMIT, SMALLER, UPPER_LIMIT } from './limits.js';

type ItemCount = 'minItems' | 'maxItems';

const COUNT: Aspect.Keyword = { argument: A_COUNT, types: ['array'] };

export const keyword: Aspect.Keywords<ItemCount> = { minItems: COUNT, maxItems: COUNT };

export const check: Aspect.Checks<ItemCount> = {
  minItems: {
    assertion: { kinds: ARRAY, test: (least) => (items: readonly unknown[]) => items.length >= least, count },
    part: withCount,
  },
  maxItems: {
    assertion: { kinds: ARRAY, test: (most) => (items: readonly unknown[]) => items.length <= most, count },
    part: withCount,
  },
};

export const analysis: Aspect.Analyses<ItemCount> = {
  minItems: {
    example: { narrows: (plan, least) => void (plan.fewestItems = least) },
    comparison: LOWER_LIMIT,
    merging: LARGER,
  },
  maxItems: {
    example: { narrows: (plan, most) => void (plan.mostItems = most) },
    comparison: UPPER_LIMIT,
    merging: SMALLER,
  },
};

export const provider: Aspect.Providers<ItemCount> = {
  minItems: {
    role: 'moved',
    of: ['openai', 'anthropic', 'gemini'],
    // @anthropic-ai/sdk@1.12.0:src/lib/transform-json-schema.ts
    takes: (words, least) => words !== 'anthropic' || least === 0 || least === 1,
  },
  maxItems: { role: 'moved', of: ['openai', 'gemini'] },
};

export const conversion: Aspect.Conversions<ItemCount> = {
  minItems: { inOpenApi: true },
  maxItems: { inOpenApi: true },
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
