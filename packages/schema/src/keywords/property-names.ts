/** `propertyNames`. */
import { OBJECT } from '../values/json-kind.js';
import type { SchemaNode } from '../check/schema-node.js';
import type { Walk } from '../check/walk.js';
import type * as Aspect from './keyword.js';

export const keyword: Aspect.Keywords<'propertyNames'> = {
  propertyNames: { types: ['object'], schemas: { as: 'one', relation: 'name' } },
};

export const check: Aspect.Checks<'propertyNames'> = {
  propertyNames: {
    applicators: ({ propertyNames = true }, { source }) => [
      { kinds: OBJECT, apply: names(source.nodeOf(propertyNames)) },
    ],
  },
};

export const analysis: Aspect.Analyses<'propertyNames'> = {
  propertyNames: {
    example: { narrows: (plan, names) => void (plan.names = names) },
    comparison: { test: true },
    merging: { both: (a, b, merge) => merge(a, b) },
  },
};

export const provider: Aspect.Providers<'propertyNames'> = {
  propertyNames: { role: 'moved' },
};

export const conversion: Aspect.Conversions<'propertyNames'> = {
  propertyNames: { inOpenApi: false },
};

function names(node: SchemaNode) {
  return (value: object, walk: Walk): boolean => {
    let valid = true;
    for (const key of Object.keys(value)) {
      if (walk.fits(node, key)) continue;
      valid = false;
      if (walk.done) return false;
      walk.path.push(key);
      const expected = node.phrase.replace(/^a string\b/, 'a property name');
      // A null under this name may be left out.
      walk.report({ rule: 'propertyNames', expected, received: key, mayPass: true });
      walk.path.pop();
    }
    return valid;
  };
}
