import type { JsonSchema, JsonSchemaObject, Path } from '@haft/schema';
import type { Resolve } from '@haft/schema/internal';
import { followed } from '@haft/schema/basics';
import { checkerOf } from '../checker-of.js';
import { schemaOfKey } from './schema-of-key.js';

/**
 * Returns a schema that accepts at least all values that may be at a place. Leaves out keywords
 * such as `allOf` and `if`, which only make it narrower.
 *
 * @param root - the document of references
 */
export function schemaOfPath(root: JsonSchemaObject, path: Path): JsonSchema {
  // It keeps what it resolved.
  const checker = checkerOf(root);
  const resolve: Resolve = (reference) => checker.resolve(reference);
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
