import type { JsonSchema, JsonSchemaObject } from '../json-schema.js';
import type { HeldSchemas, Relation } from '../keywords/keyword.js';
import { keywordOf } from '../keywords/keyword-of.js';
import type { Resolve } from './resolve.js';
import { targetOf } from './target-of.js';
import { isSchema } from './is-schema.js';

export type { Relation };

/** A schema that is directly in another one. */
export interface Subschema {
  /** The inner schema. */
  readonly schema: JsonSchema;
  /** Its relation to the value of the outer schema. */
  readonly relation: Relation;
  /** The keyword that contains it. */
  readonly keyword: string;
  /** The name or the position, if the keyword has several schemas. */
  readonly key?: string | number;
}

/** Returns the schemas directly in a schema. Does not follow references. */
export function subschemasOf(schema: JsonSchemaObject): readonly Subschema[] {
  return partsOf(schema).flatMap(({ value, ...place }) => (isSchema(value) ? [{ schema: value, ...place }] : []));
}

/** A value in the place of a schema, before validation. */
export interface Part extends Omit<Subschema, 'schema'> {
  readonly value: unknown;
}

/** Returns the values of keywords that have schemas. The values may be invalid. */
export function partsOf(schema: object): readonly Part[] {
  return (Object.entries(schema) as [string, unknown][]).flatMap(([keyword, argument]) => {
    const held = keywordOf(keyword)?.schemas;
    return held === undefined ? [] : partsIn(argument, keyword, held);
  });
}

function partsIn(argument: unknown, keyword: string, { as, relation }: HeldSchemas): readonly Part[] {
  if (Array.isArray(argument) && (as === 'list' || as === 'one or list'))
    return argument.map((value: unknown, key) => ({ value, relation, keyword, key }));
  if (as === 'list' || argument === undefined) return [];
  if (as !== 'map') return [{ value: argument, relation, keyword }];
  if (typeof argument !== 'object' || argument === null) return [];
  return Object.entries(argument).map(([key, value]) => ({ value: value as unknown, relation, keyword, key }));
}

/**
 * Replaces the schemas directly in a schema. Returns the same object if nothing changes. Data stay
 * unchanged.
 */
export function mapSubschemas(schema: JsonSchemaObject, convert: (one: Subschema) => unknown): JsonSchemaObject {
  const entries = Object.entries(schema) as [string, unknown][];
  const mapped = entries.map(([keyword, argument]) => [keyword, mapArgument(keyword, argument, convert)] as const);
  return mapped.every(([, argument], index) => argument === entries[index]?.[1]) ? schema : Object.fromEntries(mapped);
}

function mapArgument(keyword: string, argument: unknown, convert: (one: Subschema) => unknown): unknown {
  const held = keywordOf(keyword)?.schemas;
  const parts = held === undefined ? [] : partsIn(argument, keyword, held);
  const made = parts.map(({ value, ...place }) => (isSchema(value) ? convert({ schema: value, ...place }) : value));
  if (parts.every(({ value }, index) => value === made[index])) return argument;
  if (Array.isArray(argument)) return made;
  const [first] = parts;
  return first?.key === undefined ? made[0] : Object.fromEntries(parts.map(({ key }, index) => [key, made[index]]));
}

/**
 * Returns a schema and every schema that applies to its value or to a part of it, each once.
 * Follows references.
 */
export function reachableSchemas(from: JsonSchema, resolve: Resolve): ReadonlySet<JsonSchemaObject> {
  const seen = new Set<JsonSchemaObject>();
  const waiting = [from];
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    if (typeof one === 'boolean' || seen.has(one)) continue;
    seen.add(one);
    waiting.push(...nextSchemas(one, resolve));
  }
  return seen;
}

/** Returns the schemas that a schema contains or refers to, without definitions. */
function nextSchemas(schema: JsonSchemaObject, resolve: Resolve): readonly JsonSchema[] {
  const inside = subschemasOf(schema).filter(({ relation }) => relation !== 'definition');
  const target = targetOf(schema, resolve);
  const schemas = inside.map((one) => one.schema);
  return target === undefined ? schemas : [...schemas, target];
}

/** Returns whether a schema refers to itself, directly or through others. */
export function isRecursive(schema: JsonSchemaObject, resolve: Resolve): boolean {
  return [...reachableSchemas(schema, resolve)].some((one) => nextSchemas(one, resolve).includes(schema));
}
