/**
 * The deepest compared level. Deeper values count as different, because Haft accepts no JSON of
 * this depth.
 */
const DEEPEST = 1000;

/** Returns whether two JSON values are equal. The order of properties does not count. */
export function sameJson(a: unknown, b: unknown, depth = 0): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null || depth > DEEPEST) return false;
  if (Array.isArray(a) || Array.isArray(b)) return Array.isArray(a) && Array.isArray(b) && sameItems(a, b, depth);
  return sameProperties(a as Readonly<Record<string, unknown>>, b as Readonly<Record<string, unknown>>, depth);
}

function sameItems(a: readonly unknown[], b: readonly unknown[], depth: number): boolean {
  return a.length === b.length && a.every((item, i) => sameJson(item, b[i], depth + 1));
}

function sameProperties(
  a: Readonly<Record<string, unknown>>,
  b: Readonly<Record<string, unknown>>,
  depth: number,
): boolean {
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => Object.hasOwn(b, key) && sameJson(a[key], b[key], depth + 1));
}

/**
 * Returns the position of the first item that repeats an earlier one, or -1 if all differ. Takes
 * time linear in the list.
 */
export function indexOfRepeated(items: readonly unknown[]): number {
  const seen = new Set<unknown>();
  for (let i = 0; i < items.length; i++) {
    const item = items[i];
    const key = typeof item === 'object' && item !== null ? OBJECT_KEY + identityKey(item, 0) : item;
    if (seen.has(key)) return i;
    seen.add(key);
  }
  return -1;
}

/** Distinguishes the keys of lists and objects from strings. */
const OBJECT_KEY = '\u0000object:';

function identityKey(value: unknown, depth: number): string {
  // The value may not be JSON: `JSON.stringify` rejects a bigint.
  if (typeof value !== 'object' || value === null)
    return typeof value === 'string' ? JSON.stringify(value) : String(value);
  if (depth > DEEPEST) return '...';
  if (Array.isArray(value)) return `[${value.map((item) => identityKey(item, depth + 1)).join(',')}]`;
  const object = value as Readonly<Record<string, unknown>>;
  const keys = Object.keys(object).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${identityKey(object[key], depth + 1)}`).join(',')}}`;
}
