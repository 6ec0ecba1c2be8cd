import type { ObjectNode, PropertyNode } from '../model.js';
import type { SchemaHooks } from './schema-hooks.js';

/**
 * Returns whether a value must have a property: if its type or its rules reject an absent value. A
 * property with an initialiser may be absent.
 */
export function isRequired(property: PropertyNode, owner: ObjectNode, hooks: Pick<SchemaHooks, 'isRequired'>): boolean {
  return !property.optional || (!property.initialized && hooks.isRequired(property, owner));
}
