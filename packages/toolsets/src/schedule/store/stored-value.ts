/**
 * Returns a value that each store keeps. Postgres has no character NUL in its texts, SQLite of
 * Node 22 reads a text only up to it, and a model may write one.
 */
export function storedValue<Value>(value: Value): Value | string {
  return typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value;
}
