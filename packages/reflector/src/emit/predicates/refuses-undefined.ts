import type { JsonSchema } from '@haft/schema';

/**
 * Returns whether the emitted check of the schema rejects `undefined`. Then an absent property
 * needs no separate check.
 */
export function refusesUndefined(schema: JsonSchema): boolean {
  if (typeof schema === 'boolean') return !schema;
  return schema.type !== undefined || schema.enum !== undefined || schema.const !== undefined;
}
