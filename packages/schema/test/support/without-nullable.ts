import type { JsonSchemaObject } from '../../src/index.js';

/** A schema with OpenAPI's `nullable` in words of JSON Schema. */
export function withoutNullable<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map((one: unknown) => withoutNullable(one)) as T;
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).map(([key, one]) => [key, withoutNullable(one as unknown)] as const);
  const { nullable, ...rest } = Object.fromEntries(entries);
  return (nullable === true ? { anyOf: [rest as JsonSchemaObject, { type: 'null' }] } : rest) as T;
}
