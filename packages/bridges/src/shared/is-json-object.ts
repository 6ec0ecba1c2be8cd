import type { JsonValue } from '@haft/schema';
import { isObject } from '@haft/schema/internal';

/** Returns whether a value that comes from JSON is an object. */
export function isJsonObject(value: unknown): value is Readonly<Record<string, JsonValue>> {
  return isObject(value);
}
