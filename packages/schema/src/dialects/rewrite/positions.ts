import type { Path } from '../../issues/issue.js';
import type { JsonSchema, JsonSchemaObject, JsonValue } from '../../json-schema.js';
import { isJsonList, writeWith, type Codec } from '../codec/codec.js';
import { isJsonObject } from '../../values/is-object.js';
import type { Restoring } from '../codec/restoring.js';
import { rewriteKeywords } from './keywords.js';
import { orNull } from './or-null.js';
import { asJson, type Part } from './part.js';
import type { Rewriter } from './rewriter.js';

/**
 * Rewrites a tuple as an object with a property for each place: `item0`, `item1`, and `rest` for a
 * list of further items.
 */
export function rewritePositions(schema: JsonSchemaObject, path: Path, rewriting: Rewriter): Part {
  const { rules, report, rewrite } = rewriting;
  const { prefixItems = [], items = true, minItems = 0, maxItems = Infinity, type: _type, ...said } = schema;
  const count = Math.min(prefixItems.length, maxItems);
  const properties: Record<string, JsonSchema> = {};
  const places: Place[] = [];
  for (const [index, one] of prefixItems.slice(0, count).entries()) {
    const { schema: written, codec } = rewrite(one, [...path, index]);
    const mayBeAbsent = index >= minItems && isAbsentByNull(one, [...path, index], rewriting);
    properties[`item${index}`] = mayBeAbsent ? orNull(written) : written;
    places.push({ codec, mayBeAbsent });
  }
  const longer = mayBeLonger(schema, count) ? restOf(items, { minItems, maxItems, count }, path, rewriting) : undefined;
  if (longer !== undefined) properties[REST] = longer.schema;
  const from = asJson(prefixItems);
  report({
    path,
    keyword: 'prefixItems',
    from,
    to: 'object',
    reason: `${rules.title} has no tuples: an object with a property for each place`,
  });
  const kept = rewriteKeywords(said, 'array', path, rewriting);
  const written: JsonSchemaObject = {
    type: 'object',
    ...kept,
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  };
  return { schema: written, codec: new PositionsCodec(places, longer) };
}

/** Returns whether a tuple may have more items than it describes. */
export function mayBeLonger({ items = true, maxItems = Infinity }: JsonSchemaObject, described: number): boolean {
  return items !== false && maxItems > described;
}

const REST = 'rest';

interface Place {
  readonly codec: Codec | undefined;
  /** Whether `null` stands for the end of the tuple. */
  readonly mayBeAbsent: boolean;
}

function isAbsentByNull(schema: JsonSchema, path: Path, rewriting: Rewriter): boolean {
  const { rules, report } = rewriting;
  const takesNull = rewriting.takesNull(schema);
  const reason = `${rules.title} wants every property: null stands for an item that is left out`;
  const loses = takesNull ? { loses: 'that the list may end before it' } : {};
  report({ path, keyword: 'minItems', from: false, to: true, reason, ...loses });
  return !takesNull;
}

function restOf(
  items: JsonSchema,
  { minItems, maxItems, count }: { readonly minItems: number; readonly maxItems: number; readonly count: number },
  path: Path,
  rewriting: Rewriter,
): Part {
  const bounds = {
    ...(minItems > count ? { minItems: minItems - count } : {}),
    ...(maxItems === Infinity ? {} : { maxItems: maxItems - count }),
  };
  const { schema, codec } = rewriting.rewrite(items, [...path, '*']);
  const kept = rewriteKeywords({ type: 'array', ...bounds }, 'array', path, rewriting);
  return { schema: { ...kept, items: schema }, codec };
}

class PositionsCodec implements Codec {
  constructor(
    private readonly places: readonly Place[],
    private readonly rest: Part | undefined,
  ) {}

  restore(value: JsonValue, at: Restoring): JsonValue {
    at.asked(`an object with ${this.names().join(', ')}`);
    if (!isJsonObject(value) || !this.isOurs(value)) return value;
    const items: JsonValue[] = [];
    let isOver = false;
    for (const [index, { codec, mayBeAbsent }] of this.places.entries()) {
      const name = `item${index}`;
      const item = Object.hasOwn(value, name) ? value[name] : undefined;
      if (item === undefined || (item === null && mayBeAbsent)) {
        if (item === undefined && !mayBeAbsent) at.report('required', 'a value', undefined, name);
        isOver = true;
        continue;
      }
      if (isOver) {
        at.report('positions', 'null, since an item before it is left out', item, name);
        continue;
      }
      items.push(at.inside(index, codec, item, name));
    }
    this.restoreRest(value[REST], items, isOver, at);
    at.changed(value, items);
    return items;
  }

  write(value: JsonValue): JsonValue {
    if (!isJsonList(value)) return value;
    const written: [string, JsonValue][] = this.places.map(({ codec }, index) => {
      const item = value[index];
      return [`item${index}`, item === undefined ? null : writeWith(codec, item)];
    });
    if (this.rest === undefined) return Object.fromEntries(written);
    const { codec } = this.rest;
    const more = value.slice(this.places.length).map((item) => writeWith(codec, item));
    return Object.fromEntries([...written, [REST, more]]);
  }

  private restoreRest(rest: JsonValue | undefined, items: JsonValue[], isOver: boolean, at: Restoring): void {
    if (this.rest === undefined || rest === undefined) return;
    if (!isJsonList(rest)) {
      at.report('type', 'an array', rest, REST);
      return;
    }
    if (isOver && rest.length > 0) {
      at.report('positions', 'an empty array, since an item before it is left out', rest, REST);
      return;
    }
    const { codec } = this.rest;
    for (const [index, item] of rest.entries()) {
      const key = this.places.length + index;
      items.push(at.inside(key, codec, item, REST, index));
    }
  }

  private isOurs(value: Readonly<Record<string, JsonValue>>): boolean {
    const names = this.names();
    return Object.keys(value).every((name) => names.includes(name));
  }

  private names(): readonly string[] {
    const names = this.places.map((_, index) => `item${index}`);
    return this.rest === undefined ? names : [...names, REST];
  }
}
