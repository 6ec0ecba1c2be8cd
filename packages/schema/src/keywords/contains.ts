/**
 * `contains`, `minContains` and `maxContains`: inseparable, since the bounds count the items that
 * match `contains`.
 */
import type { SchemaNode } from '../check/schema-node.js';
import type { Walk } from '../check/walk.js';
import { A_COUNT } from './argument-rules.js';
import { countText } from './count-text.js';
import type * as Aspect from './keyword.js';
import { UPPER_LIMIT } from './limits.js';

type Contains = 'contains' | 'minContains' | 'maxContains';

export const keyword: Aspect.Keywords<Contains> = {
  contains: { types: ['array'], schemas: { as: 'one', relation: 'item' } },
  minContains: { argument: A_COUNT, types: ['array'] },
  maxContains: { argument: A_COUNT, types: ['array'] },
};

export const check: Aspect.Checks<'contains'> = {
  contains: {
    applicators: ({ contains = true, minContains, maxContains }, { source }) => [
      containing(source.nodeOf(contains), minContains, maxContains),
    ],
  },
};

export const analysis: Aspect.Analyses<Contains> = {
  contains: {
    narrows: (plan, wanted) => void (plan.contains = wanted),
    comparison: { test: true },
    merging: 'apart',
  },
  minContains: {
    narrows: (plan, least) => void (plan.fewestContained = least),
    comparison: { larger: 'narrower', implied: ({ contains }) => (contains === undefined ? undefined : 1) },
    merging: { tiedTo: 'contains' },
  },
  maxContains: { ...UPPER_LIMIT, merging: { tiedTo: 'contains' } },
};

function containing(node: SchemaNode, least = 1, most: number | undefined) {
  return (items: readonly unknown[], walk: Walk): boolean => {
    const count = items.filter((item) => walk.fits(node, item)).length;
    if (count >= least && (most === undefined || count <= most)) return true;
    const amount = countText(least, most, 'item', 'items') ?? '';
    const expected = `${amount} ${amount.endsWith('item') ? 'that is' : 'that are each'} ${node.phrase}`;
    return walk.report({ rule: 'contains', expected, received: items, mayPass: true });
  };
}

/** Removes the bounds. In draft 07, `contains` requires at least one item. */
export function withoutBounds({
  minContains,
  maxContains: _most,
  ...schema
}: Record<string, unknown>): Record<string, unknown> {
  if (minContains !== 0) return schema;
  const { contains: _contains, ...rest } = schema;
  return rest;
}
