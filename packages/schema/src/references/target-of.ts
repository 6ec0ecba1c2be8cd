import type { JsonSchema } from '../json-schema.js';
import type { Resolve } from './resolve.js';

/**
 * Returns the schema that a `$ref` names, without the keywords next to the `$ref`. Undefined
 * without one, or if it leads nowhere.
 *
 * @param schema - a schema, or an object that may become one after a check
 */
export function targetOf(schema: boolean | { readonly $ref?: unknown }, resolve: Resolve): JsonSchema | undefined {
  return typeof schema === 'object' && typeof schema.$ref === 'string' ? resolve(schema.$ref) : undefined;
}
