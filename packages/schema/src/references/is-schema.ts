import type { JsonSchema } from '../json-schema.js';
import { isObject } from '../values/is-object.js';

/** Returns whether a value has the form of a schema: a boolean or an object. */
export function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'boolean' || isObject(value);
}
