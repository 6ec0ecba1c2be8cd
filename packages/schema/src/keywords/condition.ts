/** `if`, `then` and `else`: inseparable, since the last two need the first. */
import { ANY } from '../values/json-kind.js';
import type { SchemaNode } from '../check/schema-node.js';
import type { Walk } from '../check/walk.js';
import type * as Aspect from './keyword.js';
import { NOTHING } from './nothing.js';

type Condition = 'if' | 'then' | 'else';

export const keyword: Aspect.Keywords<Condition> = {
  if: { schemas: { as: 'one', relation: 'asks' } },
  then: { schemas: { as: 'one', relation: 'same' } },
  else: { schemas: { as: 'one', relation: 'same' } },
};

export const check: Aspect.Checks<Condition> = {
  if: {
    applicators: ({ if: test = true, then = true, else: otherwise = true }, { source: { nodeOf } }) => [
      { kinds: ANY, apply: condition(nodeOf(test), nodeOf(then), nodeOf(otherwise)) },
    ],
  },
  then: NOTHING,
  else: NOTHING,
};

export const analysis: Aspect.Analyses<Condition> = {
  if: { example: 'combined', comparison: { test: true }, merging: 'apart' },
  then: { example: 'combined', comparison: { test: true }, merging: { tiedTo: 'if' } },
  else: { example: 'combined', comparison: { test: true }, merging: { tiedTo: 'if' } },
};

export const provider: Aspect.Providers<Condition> = {
  if: { role: 'moved' },
  then: { role: 'part' },
  else: { role: 'part' },
};

export const conversion: Aspect.Conversions<Condition> = {
  if: { inOpenApi: false },
  then: { inOpenApi: false },
  else: { inOpenApi: false },
};

function condition(test: SchemaNode, then: SchemaNode, otherwise: SchemaNode) {
  return (value: unknown, walk: Walk): boolean => (walk.fits(test, value) ? then : otherwise).check(value, walk);
}
