/** `minProperties` and `maxProperties`: inseparable, since a phrase and a problem name both. */
import { OBJECT } from '../values/json-kind.js';
import type { JsonSchemaObject } from '../json-schema.js';
import { A_COUNT } from './argument-rules.js';
import { countText, ofCount } from './count-text.js';
import type * as Aspect from './keyword.js';
import { LARGER, LOWER_LIMIT, SMALLER, UPPER_LIMIT } from './limits.js';

type PropertyCount = 'minProperties' | 'maxProperties';

const COUNT: Aspect.Keyword = { argument: A_COUNT, types: ['object'] };

export const keyword: Aspect.Keywords<PropertyCount> = { minProperties: COUNT, maxProperties: COUNT };

export const check: Aspect.Checks<PropertyCount> = {
  minProperties: {
    assertion: { kinds: OBJECT, test: (least) => (value: object) => Object.keys(value).length >= least, count },
    part: withCount,
  },
  maxProperties: {
    assertion: {
      kinds: OBJECT,
      test: (most) => (value: object) => Object.keys(value).length <= most,
      count,
      mayPass: true,
    },
    part: withCount,
  },
};

export const analysis: Aspect.Analyses<PropertyCount> = {
  minProperties: {
    example: { narrows: (plan, least) => void (plan.fewestProperties = least) },
    comparison: LOWER_LIMIT,
    merging: LARGER,
  },
  maxProperties: { example: 'checks', comparison: UPPER_LIMIT, merging: SMALLER },
};

export const provider: Aspect.Providers<PropertyCount> = {
  minProperties: { role: 'moved', of: ['gemini'] },
  maxProperties: { role: 'moved', of: ['gemini'] },
};

export const conversion: Aspect.Conversions<PropertyCount> = {
  minProperties: { inOpenApi: true },
  maxProperties: { inOpenApi: true },
};

function propertiesText({ minProperties, maxProperties }: JsonSchemaObject): string | undefined {
  return countText(minProperties, maxProperties, 'property', 'properties');
}

function count(schema: JsonSchemaObject, value: object): Aspect.CountProblem {
  const found = Object.keys(value).length;
  return {
    expected: propertiesText(schema),
    receivedText: `an object of ${found} ${found === 1 ? 'property' : 'properties'}`,
  };
}

function withCount(...[phrase, schema]: Parameters<Aspect.PhrasePart>): string {
  return ofCount(phrase, propertiesText(schema));
}
