/** The names that could reach a prototype. Haft rejects them at any depth of the arguments. */
export const RESERVED_NAMES: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Counts the property names in a value that `JSON.parse` returned for a text within the limits.
 *
 * @returns undefined if a name is reserved
 */
export function countNames(value: unknown): number | undefined {
  if (typeof value !== 'object' || value === null) return 0;
  let names = 0;
  if (Array.isArray(value)) {
    for (const item of value) {
      const inside = countNames(item);
      if (inside === undefined) return undefined;
      names += inside;
    }
    return names;
  }
  for (const key in value) {
    if (RESERVED_NAMES.has(key)) return undefined;
    const inside = countNames((value as Readonly<Record<string, unknown>>)[key]);
    if (inside === undefined) return undefined;
    names += inside + 1;
  }
  return names;
}
