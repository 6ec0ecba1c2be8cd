/** Returns the entries of an object as a `Map`, in their order. */
export function toMap(object: Readonly<Record<string, unknown>>): Map<string, unknown> {
  return new Map(Object.entries(object));
}

/**
 * Returns the entries of an object as a `Map` with numbers as keys, or undefined if a key is not a
 * finite number.
 */
export function toNumberMap(object: Readonly<Record<string, unknown>>): Map<number, unknown> | undefined {
  const map = new Map<number, unknown>();
  for (const [text, value] of Object.entries(object)) {
    const key = Number(text);
    if (text.trim() === '' || !Number.isFinite(key) || map.has(key)) return undefined;
    map.set(key, value);
  }
  return map;
}
