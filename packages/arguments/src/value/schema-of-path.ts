import type { JsonSchema, JsonSchemaObject, Path } from '@haft/schema';
import { resolverOf, type Resolve } from '@haft/schema/internal';
import { followed } from '@haft/schema/basics';
import { schemaOfKey } from './schema-of-key.js';

/**
 * Returns a schema that accepts at least all values that may be at a place. Leaves out keywords
 * such as `allOf` and `if`, which only make it narrower.
 *
 * @param root - the document of references
 */
export function schemaOfPath(root: JsonSchemaObject, path: Path): JsonSchema {
  const resolve = resolverOf(root);
  let schema: JsonSchema = root;
  for (const key of path) schema = schemaInside(schema, key, resolve);
  return schema;
}

function schemaInside(outer: JsonSchema, key: string | number, resolve: Resolve): JsonSchema {
  const schema = followed(outer, resolve);
  if (typeof schema === 'boolean') return schema;
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches !== undefined && schema.properties === undefined && schema.items === undefined) {
    const inside = branches.map((one) => schemaInside(one, key, resolve)).filter((one) => one !== false);
    return inside.includes(true) ? true : inside.length === 0 ? false : { anyOf: inside };
  }
  if (typeof key === 'string') return schemaOfKey(schema, key);
  return schema.prefixItems?.[key] ?? schema.items ?? true;
}
