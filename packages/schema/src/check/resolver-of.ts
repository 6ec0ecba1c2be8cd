import type { Resolve } from '../issues/phrase-of.js';
import type { JsonSchema } from '../json-schema.js';

/** Finds the schemas that `#` and `#/...` name in a document. Anything else, above all a remote address, is not found. */
export function resolverOf(root: JsonSchema): Resolve {
  const found = new Map<string, JsonSchema | undefined>();
  return (reference) => {
    if (!found.has(reference)) found.set(reference, lookUp(root, reference));
    return found.get(reference);
  };
}

function lookUp(root: JsonSchema, reference: string): JsonSchema | undefined {
  const pointer = pointerOf(reference);
  if (pointer === undefined) return undefined;
  let current: unknown = root;
  for (const part of pointer) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, part)) return undefined;
    current = (current as Readonly<Record<string, unknown>>)[part];
  }
  const isSchema =
    typeof current === 'boolean' || (typeof current === 'object' && current !== null && !Array.isArray(current));
  return isSchema ? (current as JsonSchema) : undefined;
}

function pointerOf(reference: string): readonly string[] | undefined {
  if (reference === '#') return [];
  if (!reference.startsWith('#/')) return undefined;
  try {
    const parts = decodeURIComponent(reference.slice(2)).split('/');
    return parts.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  } catch {
    return undefined;
  }
}
