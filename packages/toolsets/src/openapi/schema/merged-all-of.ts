import { isObject } from '@haft/schema/internal';
import type { Part } from '../document/read-document.js';
import { resolved } from '../document/resolve.js';
import { Unusable } from '../document/unusable.js';

/** Keywords of an object that can be merged with others by their names. */
const MERGED = new Set(['type', 'properties', 'required', 'allOf']);
/** Keywords that say nothing about the value. */
const TEXTS = new Set([
  'title',
  'description',
  'example',
  'examples',
  'externalDocs',
  'xml',
  'discriminator',
  'deprecated',
]);

/** The deepest chain of `allOf`. */
const DEEPEST = 20;

/**
 * Merges an `allOf` of plain objects, the usual form of inheritance, to one object. It can then be
 * closed, and it costs fewer tokens. Returns undefined for another schema.
 *
 * @throws {Unusable} if the parts refer to each other in a loop
 */
export function mergedAllOf(schema: Part, root: Part): Part | undefined {
  if (!Array.isArray(schema['allOf'])) return undefined;
  const [only, ...others] = schema['allOf'] as unknown[];
  // A reference with keywords next to it, in the way of OpenAPI 3.0.
  if (others.length === 0 && isObject(only) && saysNothingMore(schema))
    return { ...(typeof only['$ref'] === 'string' ? only : { ...only, ...textsOf(only) }), ...textsOf(schema) };
  const merged: MergedObject = { properties: {}, required: [] };
  if (!merge(schema, root, merged, 0)) return undefined;
  const { properties, required } = merged;
  return { ...textsOf(schema), type: 'object', properties, ...(required.length === 0 ? {} : { required }) };
}

interface MergedObject {
  readonly properties: Record<string, unknown>;
  readonly required: unknown[];
}

/** Adds the properties of a schema. Returns whether it is a plain object. */
function merge(given: unknown, root: Part, into: MergedObject, depth: number): boolean {
  if (depth > DEEPEST) throw new Unusable('an allOf refers to itself in a loop');
  const schema = resolved(root, given);
  if (!isObject(schema)) return false;
  const { type = 'object', properties = {}, required = [], allOf = [] } = schema;
  const words = Object.keys(schema).filter((one) => !TEXTS.has(one) && !one.startsWith('x-') && one !== 'nullable');
  if (words.some((word) => !MERGED.has(word)) || type !== 'object') return false;
  if (!isObject(properties) || !Array.isArray(required) || !Array.isArray(allOf)) return false;
  for (const one of allOf) if (!merge(one, root, into, depth + 1)) return false;
  for (const [name, value] of Object.entries(properties)) {
    if (name === '__proto__') throw new Unusable('a property in it is __proto__');
    const before = Object.hasOwn(into.properties, name) ? into.properties[name] : undefined;
    into.properties[name] = before === undefined ? value : { allOf: [before, value] };
  }
  into.required.push(...(required as unknown[]).filter((name) => !into.required.includes(name)));
  return true;
}

function saysNothingMore(schema: Part): boolean {
  return Object.keys(schema).every((word) => word === 'allOf' || word in TEXT_WORDS || word.startsWith('x-'));
}

const TEXT_WORDS = { description: true, title: true, example: true, nullable: true, readOnly: true, writeOnly: true };

function textsOf({ description, nullable, readOnly, writeOnly }: Part): Part {
  const texts = { description, nullable, readOnly, writeOnly };
  return Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== undefined));
}
