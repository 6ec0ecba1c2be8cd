import type { JsonSchema, JsonSchemaObject } from '../../json-schema.js';

/** A schema of an earlier draft in the words of draft 2020-12: a list of `items` is `prefixItems`. */
export function normalized(schema: JsonSchemaObject): JsonSchemaObject {
  const { items } = schema as { readonly items?: unknown };
  if (!Array.isArray(items)) return schema;
  const { additionalItems, ...rest } = schema as JsonSchemaObject & { readonly additionalItems?: JsonSchema };
  return { ...rest, prefixItems: items as readonly JsonSchema[], items: additionalItems ?? true };
}
