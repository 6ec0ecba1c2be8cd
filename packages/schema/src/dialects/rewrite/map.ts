import type { Path } from '../../issues/issue.js';
import type { JsonSchema, JsonSchemaObject, JsonValue } from '../../json-schema.js';
import { isJsonList, writeWith, type Codec } from '../codec/codec.js';
import { isJsonObject } from '../../values/is-object.js';
import type { Restoring } from '../codec/restoring.js';
import { rewriteKeywords } from './keywords.js';
import { mergedExactly } from '../../keywords/merge-schemas.js';
import { asJson, type Part } from './part.js';
import type { Rewriter } from './rewriter.js';
import { ownEntry } from '../../values/own-entry.js';
import { present } from '../../values/present.js';

/** Rewrites a map as a list of its keys and values. */
export function rewriteMap(schema: JsonSchemaObject, values: JsonSchema, path: Path, rewriting: Rewriter): Part {
  const { rules, report } = rewriting;
  const { additionalProperties, properties: _p, required: _r, type: _t, ...rest } = schema;
  const { propertyNames: _names, minProperties: _min, maxProperties: _max, ...said } = rest;
  const from = asJson(additionalProperties ?? true);
  const reason = `${rules.title} takes named properties only: a list of keys and values`;
  report({ path, keyword: 'additionalProperties', from, to: 'array', reason });
  const { schema: list, codec } = entriesOf(schema, values, path, rewriting);
  const keywords = rewriteKeywords(said, 'object', path, rewriting);
  return { schema: { ...list, ...keywords }, codec };
}

/** Writes the list, with the bounds of the map and the schema of its names. */
export function entriesOf(
  { propertyNames = true, minProperties, maxProperties }: JsonSchemaObject,
  values: JsonSchema,
  path: Path,
  rewriting: Rewriter,
): { readonly schema: JsonSchemaObject; readonly codec: EntriesCodec } {
  const { report } = rewriting;
  const name = mergedExactly({ type: 'string' }, propertyNames).schema;
  const { schema: key } = rewriting.rewrite(name, [...path, '*']);
  const { schema: value, codec } = rewriting.rewrite(values, [...path, '*']);
  const bounds = present({ minItems: minProperties, maxItems: maxProperties });
  for (const [keyword, from] of Object.entries({ propertyNames, minProperties, maxProperties })) {
    if (from === undefined || from === true) continue;
    report({ path, keyword, from: from as JsonValue, to: LIST_WORDS[keyword] as string, reason: 'the map is a list' });
  }
  const items: JsonSchemaObject = {
    type: 'object',
    properties: { key, value },
    required: ['key', 'value'],
    additionalProperties: false,
  };
  const limits = rewriteKeywords({ type: 'array', ...bounds }, 'array', path, rewriting);
  const { description, ...list } = limits;
  const schema = { ...list, items, ...present({ description }) };
  return { schema, codec: new EntriesCodec(codec) };
}

const LIST_WORDS: Readonly<Record<string, string>> = {
  propertyNames: 'key',
  minProperties: 'minItems',
  maxProperties: 'maxItems',
};

const LIST = 'an array of objects with a key and a value';

/** A codec between lists of `{ key, value }` and maps. */
export class EntriesCodec implements Codec {
  constructor(private readonly values: Codec | undefined) {}

  restore(value: JsonValue, at: Restoring): JsonValue {
    at.asked(LIST);
    const entries = this.entriesIn(value, at, NO_NAMES);
    if (entries === undefined) return value;
    const map = Object.fromEntries(entries);
    at.changed(value, map);
    return map;
  }

  /** Returns the properties that a list describes, or undefined for other values. */
  entriesIn(list: JsonValue, at: Restoring, taken: ReadonlySet<string>): [string, JsonValue][] | undefined {
    // Null stands for an absent list.
    if (list === null && taken !== NO_NAMES) return [];
    if (!isJsonList(list)) return undefined;
    const found = new Map<string, JsonValue>();
    for (const [index, entry] of list.entries()) {
      const key = this.keyOf(entry, index, at);
      if (key === undefined) continue;
      if (found.has(key) || taken.has(key)) {
        at.report('repeatedKey', 'a key that stands there once', key, index, 'key');
        continue;
      }
      const { value } = entry as { readonly value: JsonValue };
      found.set(key, at.inside(key, this.values, value, index, 'value'));
    }
    return [...found];
  }

  write(value: JsonValue): JsonValue {
    if (!isJsonObject(value)) return value;
    return Object.entries(value).map(([key, child]) => ({
      key,
      value: writeWith(this.values, child),
    }));
  }

  private keyOf(entry: JsonValue, index: number, at: Restoring): string | undefined {
    if (!isJsonObject(entry)) {
      at.report('type', 'an object with a key and a value', entry, index);
      return undefined;
    }
    const key = ownEntry(entry, 'key');
    if (typeof key !== 'string') {
      at.report('type', 'a string', key, index, 'key');
      return undefined;
    }
    if (ownEntry(entry, 'value') !== undefined) return key;
    at.report('required', 'a value', undefined, index, 'value');
    return undefined;
  }
}

const NO_NAMES: ReadonlySet<string> = new Set();
