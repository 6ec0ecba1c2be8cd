import type { JsonSchema } from '../json-schema.js';
import type { Resolve } from './resolve.js';

/** Returns the schema that a `$ref` names. Undefined without one, or if it leads nowhere. */
export function targetOf(schema: JsonSchema, resolve: Resolve): JsonSchema | undefined {
  return typeof schema === 'object' && typeof schema.$ref === 'string' ? resolve(schema.$ref) : undefined;
}
