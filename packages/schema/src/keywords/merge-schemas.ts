import { sameJson } from '../values/same-json.js';
import type { JsonSchema, JsonSchemaObject } from '../json-schema.js';
import type { KeywordName, Merging } from './keyword.js';
import { keywordOf } from './keyword-of.js';
import { analysisTable } from './table.js';

/** A merged schema, and the keywords of the second schema that do not fit in it. */
export interface Merged {
  readonly schema: JsonSchema;
  readonly left: readonly JsonSchema[];
}

/** Merges two schemas into one. If two keywords cannot be merged, the second one wins. */
export function mergedSchema(a: JsonSchemaObject, b: JsonSchemaObject): JsonSchemaObject {
  const { schema, left } = mergedExactly(a, b);
  return Object.assign({}, schema, ...left) as JsonSchemaObject;
}

/**
 * Merges two schemas into one that accepts the values valid for both. Returns unmergeable keywords
 * of the second schema in `left`.
 */
export function mergedExactly(a: JsonSchema, b: JsonSchema): Merged {
  if (a === false || b === false) return { schema: false, left: [] };
  if (a === true || b === true) return { schema: a === true ? b : a, left: [] };
  const merged: Record<string, unknown> = { ...withForbidden(a, b) };
  const left: Record<string, unknown> = {};
  for (const [keyword, theirs] of Object.entries(withForbidden(b, a)) as [string, unknown][]) {
    if (theirs === undefined || keyword === '$defs') continue;
    const ours = merged[keyword];
    if (ours === undefined) {
      // Keywords that belong together cannot be mixed.
      const merging = mergingOf(keyword);
      const tie = typeof merging === 'object' && 'tiedTo' in merging ? merging.tiedTo : undefined;
      if (tie === undefined || a[tie] === undefined) merged[keyword] = theirs;
      else Object.assign(left, { [keyword]: theirs }, b[tie] !== undefined && { [tie]: b[tie] });
    } else {
      const both = mergedArgument(keyword, ours, theirs);
      if (both === undefined) left[keyword] = theirs;
      else merged[keyword] = both;
    }
  }
  return { schema: merged, left: Object.keys(left).length === 0 ? [] : [left] };
}

/**
 * Merges two arguments of a keyword into one that requires both. Returns undefined if no single
 * argument can.
 */
export function mergedArgument(keyword: string, ours: unknown, theirs: unknown): unknown {
  const merging = mergingOf(keyword);
  if (merging === 'first' || sameJson(ours, theirs)) return ours;
  const canMerge = typeof merging === 'object' && 'both' in merging;
  return canMerge ? merging.both(ours as never, theirs as never, mergedWhole) : undefined;
}

function mergingOf(keyword: string): Merging {
  if (Object.hasOwn(analysisTable(), keyword)) return analysisTable()[keyword as KeywordName].merging;
  return keywordOf(keyword)?.isAnnotation === true ? 'first' : 'apart';
}

/** Merges two schemas into one. Puts unmergeable keywords into an `allOf`. */
export function mergedWhole(a: JsonSchema, b: JsonSchema): JsonSchema {
  const { schema, left } = mergedExactly(a, b);
  if (left.length === 0 || typeof schema === 'boolean') return schema;
  return { ...schema, allOf: [...(schema.allOf ?? []), ...left] };
}

/** Applies the `additionalProperties` of one schema to the properties of the other. */
function withForbidden(one: JsonSchemaObject, other: JsonSchemaObject): JsonSchemaObject {
  const { additionalProperties: rest = true, patternProperties, properties = {} } = other;
  if (rest === true || patternProperties !== undefined || one.properties === undefined) return one;
  const names = Object.keys(one.properties).filter((name) => !Object.hasOwn(properties, name));
  if (names.length === 0) return one;
  const more = names.map((name) => [name, mergedWhole(one.properties?.[name] ?? true, rest)] as const);
  return { ...one, properties: { ...one.properties, ...Object.fromEntries(more) } };
}
