import { countText } from '../../issues/phrase-of.js';
import type { JsonSchemaObject } from '../../json-schema.js';
import { KIND } from '../json-kind.js';
import type { BoundApplicator, SchemaNode } from '../schema-node.js';
import type { Walk } from '../walk.js';

type Items = readonly unknown[];

/** `prefixItems`, `items`, `contains`. */
export function arrayApplicators(schema: JsonSchemaObject, { source }: SchemaNode): readonly BoundApplicator[] {
  const { prefixItems, items, contains, minContains, maxContains } = schema;
  const array = (apply: (value: Items, walk: Walk) => boolean): BoundApplicator => ({ kinds: KIND.array, apply });
  const made: BoundApplicator[] = [];
  if (prefixItems !== undefined || items !== undefined) {
    const prefix = (prefixItems ?? []).map(source.nodeOf);
    made.push(array(byPosition(prefix, items === undefined ? undefined : source.nodeOf(items))));
  }
  if (contains !== undefined) made.push(array(containing(source.nodeOf(contains), minContains, maxContains)));
  return made;
}

function byPosition(prefix: readonly SchemaNode[], rest: SchemaNode | undefined) {
  return (items: Items, walk: Walk): boolean => {
    if (rest?.schema === false && items.length > prefix.length) {
      const expected = countText(0, prefix.length, 'item', 'items') ?? '';
      return walk.report({ rule: 'items', expected, received: items });
    }
    let valid = true;
    const last = rest === undefined ? Math.min(prefix.length, items.length) : items.length;
    for (let i = 0; i < last; i++) {
      const node = prefix[i] ?? rest;
      if (node === undefined || node.checkAt(i, items[i], walk)) continue;
      valid = false;
      if (walk.done) return false;
    }
    return valid;
  };
}

function containing(node: SchemaNode, least = 1, most: number | undefined) {
  return (items: Items, walk: Walk): boolean => {
    const count = items.filter((item) => walk.fits(node, item)).length;
    if (count >= least && (most === undefined || count <= most)) return true;
    const amount = countText(least, most, 'item', 'items') ?? '';
    return walk.report({
      rule: 'contains',
      expected: `${amount} that each are ${node.phrase}`,
      received: items,
      mayPass: true,
    });
  };
}
