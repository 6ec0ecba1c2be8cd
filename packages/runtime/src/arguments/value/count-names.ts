import { RESERVED_NAMES } from './reserved-names.js';

/**
 * How many property names a value has that `JSON.parse` made of a text within the limits; undefined when one of them is
 * reserved.
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
