/** `allOf`. */
import type { SchemaNode } from '../check/schema-node.js';
import type { Walk } from '../check/walk.js';
import { SCHEMAS } from './argument-rules.js';
import type * as Aspect from './keyword.js';

export const keyword: Aspect.Keywords<'allOf'> = {
  allOf: { argument: SCHEMAS, schemas: { as: 'list', relation: 'same' } },
};

export const check: Aspect.Checks<'allOf'> = {
  allOf: {
    applicators: ({ allOf = [] }, { source }) => [all(allOf.map(source.nodeOf))],
    phrase: ({ allOf: [first] = [], anyOf, oneOf }, nested) =>
      first === undefined || anyOf !== undefined || oneOf !== undefined ? undefined : nested?.phraseOf(first),
  },
};

export const analysis: Aspect.Analyses<'allOf'> = {
  allOf: { comparison: { test: true }, merging: { both: (a, b) => [...a, ...b] } },
};

function all(nodes: readonly SchemaNode[]) {
  return (value: unknown, walk: Walk): boolean => {
    let valid = true;
    for (const node of nodes) {
      if (node.check(value, walk)) continue;
      valid = false;
      if (walk.done) return false;
    }
    return valid;
  };
}
