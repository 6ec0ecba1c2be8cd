/** `propertyNames`. */
import type { SchemaNode } from '../check/schema-node.js';
import type { Walk } from '../check/walk.js';
import type * as Aspect from './keyword.js';

export const keyword: Aspect.Keywords<'propertyNames'> = {
  propertyNames: { types: ['object'], schemas: { as: 'one', relation: 'name' } },
};

export const check: Aspect.Checks<'propertyNames'> = {
  propertyNames: {
    applicators: ({ propertyNames = true }, { source }) => [names(source.nodeOf(propertyNames))],
  },
};

export const analysis: Aspect.Analyses<'propertyNames'> = {
  propertyNames: {
    narrows: (plan, names) => void (plan.names = names),
    comparison: { test: true },
    merging: { both: (a, b, merge) => merge(a, b) },
  },
};

function names(node: SchemaNode) {
  return (value: object, walk: Walk): boolean => {
    let valid = true;
    for (const key of Object.keys(value)) {
      if (walk.fits(node, key)) continue;
      valid = false;
      if (walk.done) return false;
      const expected = node.phrase.replace(/^a string\b/, 'a property name');
      // A null under this name may be left out.
      walk.reportAt(key, { rule: 'propertyNames', expected, received: key, mayPass: true });
    }
    return valid;
  };
}
