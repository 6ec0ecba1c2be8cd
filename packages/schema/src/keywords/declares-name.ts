import type { SchemaNode } from '../check/schema-node.js';

/** Returns whether a schema, with references followed, declares a property. */
export function declaresName({ schema }: SchemaNode, name: string): boolean {
  return typeof schema === 'object' && Object.hasOwn(schema.properties ?? {}, name);
}
