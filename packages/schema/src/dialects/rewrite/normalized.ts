import type { JsonSchema, JsonSchemaObject, JsonType } from '../../json-schema.js';

/**
 * Rewrites a schema of an earlier draft in draft 2020-12: a list of `items` becomes `prefixItems`.
 * Replaces a list of one type by the type.
 */
export function normalized(given: JsonSchemaObject): JsonSchemaObject {
  const types = Array.isArray(given.type) ? (given.type as readonly JsonType[]) : [];
  const [only, ...more] = types;
  const schema = only === undefined || more.length > 0 ? given : { ...given, type: only };
  const { items } = schema as { readonly items?: unknown };
  if (!Array.isArray(items)) return schema;
  const { additionalItems, ...rest } = schema as JsonSchemaObject & { readonly additionalItems?: JsonSchema };
  return { ...rest, prefixItems: items as readonly JsonSchema[], items: additionalItems ?? true };
}
