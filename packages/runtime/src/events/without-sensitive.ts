import type { JsonValue, Path } from '@haft/schema';

/**
 * Copies arguments without sensitive values.
 *
 * @param paths - paths of sensitive values, `*` for each item or key
 * @param keys - sensitive keys at any depth, in lower case
 */
export function withoutSensitive(
  args: Readonly<Record<string, JsonValue>>,
  paths: readonly Path[],
  keys: ReadonlySet<string>,
): Readonly<Record<string, JsonValue>> {
  return copy(args, paths, keys) as Readonly<Record<string, JsonValue>>;
}

function copy(value: JsonValue, paths: readonly Path[], keys: ReadonlySet<string>): JsonValue {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items = (value as readonly JsonValue[]).map((item, index) => [index, item] as const);
    return items
      .filter(([index]) => !isTarget(index, paths))
      .map(([index, item]) => copy(item, pathsBelow(index, paths), keys));
  }
  const entries = Object.entries(value as Readonly<Record<string, JsonValue>>);
  const kept = entries.filter(([key]) => !keys.has(key.toLowerCase()) && !isTarget(key, paths));
  return Object.fromEntries(kept.map(([key, one]) => [key, copy(one, pathsBelow(key, paths), keys)]));
}

function isTarget(key: string | number, paths: readonly Path[]): boolean {
  return paths.some((path) => path.length === 1 && matches(path[0], key));
}

/** Returns the rests of the paths that lead through a key. */
export function pathsBelow(key: string | number, paths: readonly Path[]): readonly Path[] {
  return paths.filter((path) => path.length > 1 && matches(path[0], key)).map((path) => path.slice(1));
}

function matches(step: string | number | undefined, key: string | number): boolean {
  return step === '*' || step === key;
}
