import type { JsonValue } from '@haft/schema';

/** What a pending run keeps of `run.state`. */
export interface KeptState {
  readonly state: Readonly<Record<string, JsonValue>>;
  /** Keys whose values JSON cannot say, or that are too long. */
  readonly notKept: readonly string[];
}

/**
 * Returns a copy of the state of a run as JSON. A value counts as JSON only if nothing of it changes: a `Date` would come back as a
 * text.
 *
 * @param maxCharacters - of all values together: a pending run must fit into every store
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
