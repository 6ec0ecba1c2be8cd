import { jsonrepair } from 'jsonrepair';
import { readLooseJson, type LooseJson, type Rewritten } from './loose-json.js';
import { openAtEnd } from './text-limits.js';

/** Longer texts are not mended, and not searched for what is wrong: it would take too long. */
const LONGEST = 65_536;

/** A mended text, or why there is none. */
export type Mended = { readonly value: unknown } | { readonly problem: string };

/**
 * Makes JSON of a text that means one object without doubt. jsonrepair does the work; {@link readLooseJson} decides first
 * whether it may, and the result must be what it has read itself.
 *
 * @param whole - the text as it came, for the position in a problem
 * @param offset - where `text` begins in it
 */
export function mendSyntax(text: string, whole: string, offset: number, mayMend: boolean): Mended {
  if (text.length > LONGEST) return { problem: problemOfLong(text) };
  const loose = readLooseJson(text);
  if (loose.kind !== 'mendable') return { problem: problemOf(loose, whole, offset) };
  if (mayMend) {
    const value = repaired(inJson(text, loose.rewritten));
    if (value !== undefined && isSame(value, loose.value)) return { value };
  }
  const flaw = loose.deviation ?? { reason: 'it cannot be read', position: 0 };
  return { problem: problemOf({ kind: 'broken', flaw }, whole, offset) };
}

function problemOfLong(text: string): string {
  const inside = openAtEnd(text);
  if (inside !== undefined) return truncated(inside);
  return 'The arguments are not valid JSON, and too long to be mended; send valid JSON.';
}

function truncated(inside: string): string {
  return `The arguments end in the middle of ${inside}; send them again completely.`;
}

function problemOf(loose: Exclude<LooseJson, { kind: 'mendable' }>, whole: string, offset: number): string {
  if (loose.kind === 'truncated') return truncated(loose.inside);
  const { reason, position } = loose.flaw;
  const before = whole.slice(0, offset + position);
  const line = before.split('\n').length;
  const column = before.length - before.lastIndexOf('\n');
  return `The arguments are not valid JSON: ${reason} at line ${line}, column ${column}.`;
}

function repaired(text: string): unknown {
  try {
    return JSON.parse(jsonrepair(text));
  } catch {
    return undefined;
  }
}

/** jsonrepair does not know all that is read here, and takes an odd space for a part of the name or number before it. */
function inJson(text: string, rewritten: readonly Rewritten[]): string {
  let plain = '';
  let position = 0;
  for (const { start, end, json } of rewritten) {
    plain += text.slice(position, start) + json;
    position = end;
  }
  return plain + text.slice(position);
}

/** Whether two JSON values are the same, whatever the prototypes of their objects. No recursion: the text may be deep. */
function isSame(one: unknown, other: unknown): boolean {
  const rest: (readonly [unknown, unknown])[] = [[one, other]];
  for (let pair = rest.pop(); pair !== undefined; pair = rest.pop()) {
    const [a, b] = pair;
    if (!isObject(a) || !isObject(b)) {
      if (!Object.is(a, b)) return false;
      continue;
    }
    const names = Object.keys(a);
    if (Array.isArray(a) !== Array.isArray(b) || names.length !== Object.keys(b).length) return false;
    for (const name of names) {
      if (!Object.hasOwn(b, name)) return false;
      rest.push([a[name], b[name]]);
    }
  }
  return true;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
