/** `if`, `then` and `else`: inseparable, since the last two need the first. */
import type { SchemaNode } from '../check/schema-node.js';
import type { Walk } from '../check/walk.js';
import type * as Aspect from './keyword.js';

type Condition = 'if' | 'then' | 'else';

export const keyword: Aspect.Keywords<Condition> = {
  if: { schemas: { as: 'one', relation: 'asks' } },
  then: { schemas: { as: 'one', relation: 'same' } },
  else: { schemas: { as: 'one', relation: 'same' } },
};

export const check: Aspect.Checks<'if'> = {
  if: {
    applicators: ({ if: test = true, then = true, else: otherwise = true }, { source: { nodeOf } }) => [
      condition(nodeOf(test), nodeOf(then), nodeOf(otherwise)),
    ],
  },
};

export const analysis: Aspect.Analyses<Condition> = {
  if: { comparison: { test: true }, merging: 'apart' },
  then: { comparison: { test: true }, merging: { tiedTo: 'if' } },
  else: { comparison: { test: true }, merging: { tiedTo: 'if' } },
};

function condition(test: SchemaNode, then: SchemaNode, otherwise: SchemaNode) {
  return (value: unknown, walk: Walk): boolean => (walk.fits(test, value) ? then : otherwise).check(value, walk);
}
