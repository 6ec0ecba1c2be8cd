/** A JSON object with unknown values. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** The names that every object inherits from its prototype. */
export const INHERITED: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype));

/** Returns the own value of plain data under a key. `undefined` counts as absent. */
export function ownValue(value: JsonObject, key: string): unknown {
  return INHERITED.has(key) && !Object.hasOwn(value, key) ? undefined : value[key];
}
