import type { JsonSchema } from '@haft/schema';

/** The emitted check of the schema refuses `undefined` by itself, so that an absent property needs no check of its own. */
export function refusesUndefined(schema: JsonSchema): boolean {
  if (typeof schema === 'boolean') return !schema;
  return schema.type !== undefined || schema.enum !== undefined || schema.const !== undefined;
}
