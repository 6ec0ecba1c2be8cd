/**
 * `items` and `prefixItems`: inseparable, since `items` applies to the items after `prefixItems`.
 */
import type { Applicator, SchemaNode } from '../check/schema-node.js';
import type { Walk } from '../check/walk.js';
import type { JsonSchemaObject } from '../json-schema.js';
import { ANY_VALUE } from '../strings/any-value.js';
import { pluralOf } from '../strings/plural-of.js';
import { SCHEMAS } from './argument-rules.js';
import { countText } from './count-text.js';
import type * as Aspect from './keyword.js';

type Items = 'items' | 'prefixItems';

export const keyword: Aspect.Keywords<Items> = {
  items: { types: ['array'], schemas: { as: 'one or list', relation: 'item' } },
  prefixItems: { argument: SCHEMAS, types: ['array'], schemas: { as: 'list', relation: 'item' } },
};

export const check: Aspect.Checks<Items> = {
  items: { applicators: checkItems, implies: 'array', part: withItems },
  prefixItems: { applicators: checkItems, implies: 'array' },
};

/** The comparison compares these schemas by position. */
export const analysis: Aspect.Analyses<Items> = {
  items: {
    narrows: (plan, items) => void (plan.items = items),
    comparison: 'inside',
    merging: { both: (a, b, merge) => merge(a, b) },
  },
  prefixItems: {
    narrows: (plan, items) => void (plan.firstItems = items),
    comparison: 'inside',
    merging: 'apart',
  },
};

function checkItems({ prefixItems = [], items }: JsonSchemaObject, { source }: SchemaNode): readonly Applicator[] {
  const rest = items === undefined ? undefined : source.nodeOf(items);
  return [byPosition(prefixItems.map(source.nodeOf), rest)];
}

function byPosition(prefix: readonly SchemaNode[], rest: SchemaNode | undefined) {
  return (items: readonly unknown[], walk: Walk): boolean => {
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

/** Tells what the items are: `an array of strings`, `an array of 1 to 3 objects with id`. */
function withItems(...[phrase, { prefixItems, items }, , nested]: Parameters<Aspect.PhrasePart>): string {
  if (nested === undefined || prefixItems !== undefined || typeof items !== 'object') return phrase;
  const item = nested.phraseOf(items);
  const many = item === ANY_VALUE ? undefined : pluralOf(item);
  if (many === undefined) return phrase;
  return phrase === 'an array' ? `${phrase} of ${many}` : phrase.replace(/ items$/, () => ` ${many}`);
}

/** Renames the keywords. In draft 07, `items` may be a list of schemas. */
export function withTuple({ prefixItems, items, ...schema }: Record<string, unknown>): Record<string, unknown> {
  if (prefixItems === undefined) return items === undefined ? schema : { ...schema, items };
  return { ...schema, items: prefixItems, ...(items === undefined ? {} : { additionalItems: items }) };
}

/**
 * Turns a tuple into a list of any of its items, and gives every list `items`. OpenAPI 3.0 does not
 * have tuples and requires `items`.
 */
export function withoutTuple({ prefixItems, items, ...schema }: Record<string, unknown>): Record<string, unknown> {
  const isNothing = items !== undefined && JSON.stringify(items) === '{"not":{}}';
  if (prefixItems === undefined) {
    if (isNothing) return { ...schema, items: {}, maxItems: 0 };
    const isList = [schema['type']].flat().includes('array');
    return items === undefined && !isList ? schema : { ...schema, items: items ?? {} };
  }
  const first = prefixItems as readonly unknown[];
  const most = (schema['maxItems'] as number | undefined) ?? Infinity;
  if (isNothing) return { ...schema, items: { anyOf: first }, maxItems: Math.min(most, first.length) };
  return { ...schema, items: items === undefined ? {} : { anyOf: [...first, items] } };
}
