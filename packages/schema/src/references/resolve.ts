import type { JsonSchema, JsonSchemaObject } from '../json-schema.js';
import { subschemasOf } from './visit.js';
import { isSchema } from './is-schema.js';
import { targetOf } from './target-of.js';

/** Finds the schema that a `$ref` names. */
export type Resolve = (reference: string) => JsonSchema | undefined;

/**
 * Resolves `#`, JSON pointers (`#/properties/a`) and anchors (`#name`) in a document. Returns
 * undefined for other references, for example remote addresses.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6901
 */
export function resolverOf(root: JsonSchema): Resolve {
  const found = new Map<string, JsonSchema | undefined>();
  let anchors: ReadonlyMap<string, JsonSchema> | undefined;
  return (reference) => {
    if (!found.has(reference)) {
      const keys = keysOf(reference);
      const name = keys === undefined && reference.startsWith('#') ? reference.slice(1) : undefined;
      found.set(reference, keys === undefined ? undefined : schemaAt(root, keys));
      if (name !== undefined) found.set(reference, (anchors ??= anchorsOf(root)).get(name));
    }
    return found.get(reference);
  };
}

/**
 * Resolves the references of a foreign document. If a schema inside has an `$id`, its references
 * have another base, so nothing is found.
 */
export function localResolver(root: JsonSchemaObject): Resolve {
  return hasOwnAddresses(root) ? () => undefined : resolverOf(root);
}

function hasOwnAddresses(root: JsonSchemaObject): boolean {
  const seen = new Set<unknown>(Object.values(root));
  for (const one of seen) {
    if (typeof one !== 'object' || one === null) continue;
    // A value with an `$id` counts too. Then a reference stays as it is, which is safe.
    if (typeof (one as { readonly $id?: unknown }).$id === 'string') return true;
    for (const inside of Object.values(one)) seen.add(inside);
  }
  return false;
}

/**
 * Returns the keys of a local reference: `['$defs', 'a/b']` for `#/$defs/a~1b`. Returns undefined
 * for other references.
 */
export function keysOf(reference: string): readonly string[] | undefined {
  if (reference === '#') return [];
  if (!reference.startsWith('#/')) return undefined;
  try {
    return keysOfPointer(decodeURIComponent(reference.slice(1)));
  } catch {
    return undefined;
  }
}

/** Returns the keys of a JSON pointer: `['$defs', 'a/b']` for `/$defs/a~1b`. */
export function keysOfPointer(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Writes a JSON pointer: `/$defs/a~1b` for `['$defs', 'a/b']`. */
export function pointerTo(keys: readonly (string | number)[]): string {
  return keys.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/**
 * Returns the name of the definition that a reference leads to: `a/b` for `#/$defs/a~1b`. Returns
 * undefined for other references.
 */
export function definitionName(reference: string): string | undefined {
  const [container, name, ...more] = keysOf(reference) ?? [];
  return container === '$defs' && more.length === 0 ? name : undefined;
}

/** Returns the schema under some keys of a document. Only own properties count. */
export function schemaAt(root: JsonSchema, keys: readonly string[]): JsonSchema | undefined {
  let current: unknown = root;
  for (const key of keys) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, key)) return undefined;
    current = (current as Readonly<Record<string, unknown>>)[key];
  }
  return isSchema(current) ? current : undefined;
}

/**
 * Returns the schema that a `$ref` leads to, without the keywords next to the `$ref`. Returns the
 * schema itself if it has none or if the references form a circle, and the last schema found if a
 * reference leads nowhere.
 */
export function followed(schema: JsonSchema, resolve: Resolve): JsonSchema {
  // Most schemas have none.
  if (typeof schema === 'boolean' || schema.$ref === undefined) return schema;
  const last = referenceChain(schema, resolve).at(-1) ?? schema;
  const isCircle = targetOf(last, resolve) !== undefined;
  return isCircle ? schema : last;
}

/**
 * Returns a schema and the schemas that its `$ref` leads to, one after the other. Ends before a
 * schema that comes again, and where a reference leads nowhere.
 */
export function referenceChain(schema: JsonSchema, resolve: Resolve): readonly JsonSchema[] {
  const chain = new Set<JsonSchema>();
  for (let next: JsonSchema | undefined = schema; next !== undefined && !chain.has(next);) {
    chain.add(next);
    next = targetOf(next, resolve);
  }
  return [...chain];
}

function anchorsOf(root: JsonSchema): ReadonlyMap<string, JsonSchema> {
  const anchors = new Map<string, JsonSchema>();
  const seen = new Set<JsonSchema>();
  const waiting: JsonSchema[] = [root];
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    if (typeof one !== 'object' || seen.has(one)) continue;
    seen.add(one);
    const { $anchor }: JsonSchemaObject & { readonly $anchor?: unknown } = one;
    if (typeof $anchor === 'string' && !anchors.has($anchor)) anchors.set($anchor, one);
    for (const { schema } of subschemasOf(one)) waiting.push(schema);
  }
  return anchors;
}
