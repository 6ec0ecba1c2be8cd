import type { JsonValue } from '@haft/schema';

/** Sets a property of a JSON object. An assignment to `__proto__` would set the prototype. */
export function define(target: Record<string, JsonValue>, key: string, value: JsonValue): void {
  if (key !== '__proto__') target[key] = value;
  else Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}
