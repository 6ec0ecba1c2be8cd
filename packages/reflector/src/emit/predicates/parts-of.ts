import type { JsonSchema, JsonSchemaObject } from '@haft/schema';
import { resolverOf, subschemasOf, targetOf } from '@haft/schema/internal';

/**
 * Returns a schema and everything that describes its value or parts of it, also through references.
 */
export function reachableParts(from: JsonSchemaObject, root: JsonSchema): ReadonlySet<JsonSchemaObject> {
  const resolve = resolverOf(root);
  const seen = new Set<JsonSchemaObject>();
  const waiting: JsonSchema[] = [from];
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    if (typeof one === 'boolean' || seen.has(one)) continue;
    seen.add(one);
    for (const { keyword, schema } of subschemasOf(one)) if (DESCRIBING.has(keyword)) waiting.push(schema);
    const target = targetOf(one, resolve);
    if (target !== undefined) waiting.push(target);
  }
  return seen;
}

/** Keywords whose schemas describe the value or parts of it. Others only test it (`not`, `if`). */
const DESCRIBING: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  'additionalProperties',
  'items',
  'prefixItems',
  'anyOf',
  'oneOf',
  'allOf',
]);
