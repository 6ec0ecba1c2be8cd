import type { JsonSchema, JsonSchemaObject } from '../json-schema.js';
import { subschemasOf } from './visit.js';

/** Finds the schema that a `$ref` names. */
export type Resolve = (reference: string) => JsonSchema | undefined;

/**
 * Finds the schemas that `#`, a JSON pointer (`#/properties/a`) and an anchor (`#name`) name in a
 * document. Anything else, above all a remote address, is not found.
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
 * Resolves the references of a document from elsewhere. If a schema inside has its own address,
 * its references mean something else, so that nothing is found.
 */
export function localResolver(root: JsonSchemaObject): Resolve {
  return hasOwnAddresses(root) ? () => undefined : resolverOf(root);
}

function hasOwnAddresses(root: JsonSchemaObject): boolean {
  const seen = new Set<unknown>(Object.values(root));
  for (const one of seen) {
    if (typeof one !== 'object' || one === null) continue;
    // Also if it is only a value: then a reference too many is left alone.
    if (typeof (one as { readonly $id?: unknown }).$id === 'string') return true;
    for (const inside of Object.values(one)) seen.add(inside);
  }
  return false;
}

/** Returns the keys of a local reference: `['$defs', 'a/b']` for `#/$defs/a~1b`, undefined for others. */
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

/** Returns the name of the definition that a reference leads to: `a/b` for `#/$defs/a~1b`. */
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
 * Returns the schema that a schema with a `$ref` stands for, with the keywords beside it left out.
 * Without a `$ref`, or where it leads nowhere or back to itself, that is the schema itself.
 */
export function followed(schema: JsonSchema, resolve: Resolve): JsonSchema {
  const seen = new Set<JsonSchema>();
  let current = schema;
  while (typeof current === 'object' && current.$ref !== undefined) {
    if (seen.has(current)) return schema;
    seen.add(current);
    const target = resolve(current.$ref);
    if (target === undefined) return current;
    current = target;
  }
  return current;
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'boolean' || (typeof value === 'object' && value !== null && !Array.isArray(value));
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
