import { resolverOf } from '../check/resolver-of.js';
import type { JsonSchema, JsonSchemaObject } from '../json-schema.js';

/**
 * Finds what `#` and `#/...` name in a document. Where a schema inside has an address of its own, references mean
 * something else there: then nothing is found.
 */
export function localResolver(root: JsonSchemaObject): (reference: string) => JsonSchema | undefined {
  return hasOwnAddresses(root) ? () => undefined : resolverOf(root);
}

function hasOwnAddresses(root: JsonSchemaObject): boolean {
  const waiting: unknown[] = Object.values(root);
  const seen = new Set<unknown>();
  for (let one = waiting.pop(); waiting.length > 0 || one !== undefined; one = waiting.pop()) {
    if (typeof one !== 'object' || one === null || seen.has(one)) continue;
    seen.add(one);
    // Also where it is only a value: then a reference too many is left alone.
    if (typeof (one as { $id?: unknown }).$id === 'string') return true;
    waiting.push(...(Object.values(one) as unknown[]));
  }
  return false;
}
