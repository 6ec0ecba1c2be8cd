import type { JsonSchema, JsonSchemaObject } from '@haft/schema';
import { resolvePointer } from './resolve-pointer.js';

/** A schema and everything that describes its value or parts of it, through references too. */
export function reachableParts(from: JsonSchemaObject, root: JsonSchema): ReadonlySet<JsonSchemaObject> {
  const seen = new Set<JsonSchemaObject>();
  const waiting: JsonSchema[] = [from];
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    if (typeof one === 'boolean' || seen.has(one)) continue;
    seen.add(one);
    waiting.push(...partsOf(one));
    const target = one.$ref === undefined ? undefined : resolvePointer(root, one.$ref);
    if (target !== undefined) waiting.push(target);
  }
  return seen;
}

/** The schemas that describe parts of the value, or the value itself; not those that only ask (`not`, `if`, `contains`). */
function partsOf(schema: JsonSchemaObject): readonly JsonSchema[] {
  return [
    ...Object.values(schema.properties ?? {}),
    ...Object.values(schema.patternProperties ?? {}),
    ...(schema.additionalProperties === undefined ? [] : [schema.additionalProperties]),
    ...(schema.items === undefined ? [] : [schema.items]),
    ...(schema.prefixItems ?? []),
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
    ...(schema.allOf ?? []),
  ];
}
