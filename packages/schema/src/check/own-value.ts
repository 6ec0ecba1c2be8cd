/** A JSON object, whatever is in it. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** The names that every object has from its prototype. */
export const INHERITED: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype));

/** Returns the own value under a key of plain data; `undefined` counts as absent. */
export function ownValue(value: JsonObject, key: string): unknown {
  return INHERITED.has(key) && !Object.hasOwn(value, key) ? undefined : value[key];
}
