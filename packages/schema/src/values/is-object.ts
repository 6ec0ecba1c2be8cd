import type { JsonValue } from '../json-schema.js';

/** Returns whether a value is a JSON object: neither null nor an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The same for a value that comes from JSON. */
export function isJsonObject(value: unknown): value is Readonly<Record<string, JsonValue>> {
  return isObject(value);
}
