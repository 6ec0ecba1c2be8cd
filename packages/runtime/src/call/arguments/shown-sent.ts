import { isObject } from '@haft/schema/basics';
import type { JsonValue, Path } from '@haft/schema';
import { pathsBelow, withoutSensitive } from '../../events/without-sensitive.js';
import { redactedJson } from '../around/redacted.js';
import type { Call } from '../call.js';

type Arguments = Readonly<Record<string, JsonValue>>;

/** Returns the arguments that the model sent, without sensitive values. See `CallTrace.sent`. */
export function shownSent(call: Call): unknown {
  const { tool } = call.state.planned;
  const { sensitive } = tool.check;
  const { redactedKeys } = call.run.runtime.observe;
  if (sensitive.length === 0) return redactedJson(call, 'events', clearedSent(call.sent, redactedKeys));
  const known = propertiesIn(tool.definition.parameters);
  const names = new Set([...redactedKeys, ...sensitive.map((path) => String(path.at(-1)).toLowerCase())]);
  const clear = (args: Arguments): Arguments =>
    withoutSensitive(withoutUnclear(args, sensitive, known) as Arguments, sensitive, names);
  return redactedJson(call, 'events', clearedSent(call.sent, names, clear));
}

/**
 * Returns arguments without the values of secret names.
 *
 * @param clear - clears an object of sensitive values. Without it, there are none at paths.
 */
export function clearedSent(
  sent: unknown,
  names: ReadonlySet<string>,
  clear?: (args: Arguments) => Arguments,
): JsonValue | undefined {
  try {
    const value = typeof sent === 'string' ? parsed(sent) : sent;
    if (isObject(value)) return clear?.(value as Arguments) ?? withoutSensitive(value as Arguments, [], names);
    const text = textOf(value);
    // Paths do not lead through a text or a list.
    return text === undefined || clear !== undefined || mayName(text, names) ? undefined : text;
  } catch {
    // Too deep, or not JSON.
    return undefined;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Returns a text as it is, and other values as JSON. Undefined if JSON has no form for it. */
function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function mayName(text: string, names: ReadonlySet<string>): boolean {
  const lower = text.toLowerCase();
  return [...names].some((name) => lower.includes(name));
}

/**
 * Drops values that may be sensitive although their place is not: those under unknown names, which
 * may be misspelt, and those with another type than the path needs. `clear` then drops the names of
 * sensitive values everywhere.
 */
function withoutUnclear(value: JsonValue, paths: readonly Path[], known: ReadonlySet<string>): JsonValue | undefined {
  if (typeof value !== 'object' || value === null) return paths.length === 0 ? value : undefined;
  if (Array.isArray(value)) {
    if (paths.length > 0 && !paths.some(([first]) => first === '*' || typeof first === 'number')) return undefined;
    const items = (value as readonly JsonValue[]).map((item, index) =>
      withoutUnclear(item, pathsBelow(index, paths), known),
    );
    return items.filter((item) => item !== undefined);
  }
  const entries = Object.entries(value as Arguments).flatMap(([key, one]) => {
    const kept = known.has(key) ? withoutUnclear(one, pathsBelow(key, paths), known) : undefined;
    return kept === undefined ? [] : [[key, kept] as const];
  });
  return Object.fromEntries(entries);
}

/** Returns the names of the properties in a schema, at any depth. */
function propertiesIn(schema: unknown, names = new Set<string>()): ReadonlySet<string> {
  if (typeof schema !== 'object' || schema === null) return names;
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === 'properties' && isObject(value)) for (const name of Object.keys(value)) names.add(name);
    propertiesIn(value, names);
  }
  return names;
}
