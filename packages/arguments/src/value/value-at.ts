import type { Path } from '@haft/schema';

/** Returns the value at a path, or undefined. */
export function valueAt(value: unknown, path: Path): unknown {
  let current = value;
  for (const key of path) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, key)) return undefined;
    current = (current as Readonly<Record<string | number, unknown>>)[key];
  }
  return current;
}
