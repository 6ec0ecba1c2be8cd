import type { JsonSchemaObject } from '@haft/schema';

/** A foreign schema of parameters without what only says which draft it is, and with the type that a tool's must have. */
export function rootSchema(schema: object): JsonSchemaObject {
  const { $schema: _draft, ...rest } = schema as Readonly<Record<string, unknown>>;
  return { type: 'object', ...rest };
}
