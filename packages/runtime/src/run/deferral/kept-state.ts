import type { JsonValue } from '@haft/schema';

/** The part of `run.state` that a pending run keeps. */
export interface KeptState {
  readonly state: Readonly<Record<string, JsonValue>>;
  /** Keys of values that are not JSON or are too long. */
  readonly notKept: readonly string[];
}

/**
 * Copies the state of a run as JSON. Keeps a value only if JSON does not change it: a `Date` would
 * come back as a text.
 *
 * @param maxCharacters - limit for all keys and values together, so that every store can hold them
 */
export function keptState(state: ReadonlyMap<string, unknown>, maxCharacters: number): KeptState {
  const kept: [string, JsonValue][] = [];
  const notKept: string[] = [];
  let left = maxCharacters;
  for (const [key, value] of state) {
    const text = jsonOf(value);
    if (text === undefined || key.length + text.length > left) {
      notKept.push(key);
      continue;
    }
    left -= key.length + text.length;
    kept.push([key, JSON.parse(text) as JsonValue]);
  }
  return { state: Object.fromEntries(kept), notKept };
}

function jsonOf(value: unknown): string | undefined {
  try {
    const text = JSON.stringify(value) as string | undefined;
    if (text === undefined) return undefined;
    const isSame = process.getBuiltinModule('node:util').isDeepStrictEqual(JSON.parse(text), value);
    return isSame ? text : undefined;
  } catch {
    return undefined;
  }
}
