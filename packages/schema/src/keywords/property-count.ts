/** `minProperties` and `maxProperties`: inseparable, since a phrase and a problem name both. */
import type { JsonSchemaObject } from '../json-schema.js';
import { A_COUNT } from './argument-rules.js';
import { countText, ofCount } from './count-text.js';
import type * as Aspect from './keyword.js';
import { LOWER_LIMIT, UPPER_LIMIT } from './limits.js';

type PropertyCount = 'minProperties' | 'maxProperties';

const COUNT: Aspect.Keyword = { argument: A_COUNT, types: ['object'] };

export const keyword: Aspect.Keywords<PropertyCount> = { minProperties: COUNT, maxProperties: COUNT };

export const check: Aspect.Checks<PropertyCount> = {
  minProperties: {
    assertion: { test: (least) => (value: object) => Object.keys(value).length >= least, count },
    part: withCount,
  },
  maxProperties: {
    assertion: {
      test: (most) => (value: object) => Object.keys(value).length <= most,
      count,
      mayPass: true,
    },
    part: withCount,
  },
};

export const analysis: Aspect.Analyses<PropertyCount> = {
  minProperties: {
    narrows: (plan, least) => void (plan.fewestProperties = least),
    ...LOWER_LIMIT,
  },
  maxProperties: UPPER_LIMIT,
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
