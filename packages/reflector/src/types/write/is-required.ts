import type { ObjectNode, PropertyNode } from '../model.js';
import type { SchemaHooks } from './schema-hooks.js';

/** Whether a value must have a property: where its type says so, or its rules refuse an absent value. What an initialiser fills in may be absent. */
export function isRequired(property: PropertyNode, owner: ObjectNode, hooks: Pick<SchemaHooks, 'isRequired'>): boolean {
  return !property.optional || (!property.initialized && hooks.isRequired(property, owner));
}
