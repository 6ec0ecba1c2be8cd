/** The entries of an object as a `Map`, in their order. */
export function toMap(object: Readonly<Record<string, unknown>>): Map<string, unknown> {
  return new Map(Object.entries(object));
}

/** The same with keys that are numbers written as text; undefined when a key is no finite number. */
export function toNumberMap(object: Readonly<Record<string, unknown>>): Map<number, unknown> | undefined {
  const map = new Map<number, unknown>();
  for (const [text, value] of Object.entries(object)) {
    const key = Number(text);
    if (text.trim() === '' || !Number.isFinite(key) || map.has(key)) return undefined;
    map.set(key, value);
  }
  return map;
}
