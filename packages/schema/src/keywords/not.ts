/** `not`. */
import { ANY } from '../values/json-kind.js';
import type { SchemaNode } from '../check/schema-node.js';
import type { Walk } from '../check/walk.js';
import type * as Aspect from './keyword.js';

export const keyword: Aspect.Keywords<'not'> = { not: { schemas: { as: 'one', relation: 'asks' } } };

export const check: Aspect.Checks<'not'> = {
  not: { applicators: ({ not = true }, { source }) => [{ kinds: ANY, apply: other(source.nodeOf(not)) }] },
};

export const analysis: Aspect.Analyses<'not'> = {
  not: { example: 'checks', comparison: { test: true }, merging: 'apart' },
};

export const conversion: Aspect.Conversions<'not'> = {
  not: { role: 'moved', inOpenApi: true },
};

function other(node: SchemaNode) {
  return (value: unknown, walk: Walk): boolean => {
    if (!walk.fits(node, value)) return true;
    const expected = `something other than ${node.phrase}`;
    return walk.report({ rule: 'not', expected, received: value, mayPass: true });
  };
}
