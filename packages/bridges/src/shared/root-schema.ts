import type { JsonSchemaObject } from '@haft/schema';

/**
 * Returns a foreign schema of parameters without the name of its draft, and with the type that a
 * tool requires.
 */
export function rootSchema(schema: object): JsonSchemaObject {
  const { $schema: _draft, ...rest }: { readonly $schema?: unknown } = schema;
  return { type: 'object', ...rest };
}
