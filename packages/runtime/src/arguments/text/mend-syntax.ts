import { createRequire } from 'node:module';
import { readLooseJson, type LooseJson } from './loose-json.js';
import { openAtEnd } from './text-limits.js';

/** Longer texts are not mended, and not searched for what is wrong: it would take too long. */
const LONGEST = 65_536;

/** A mended text, or why there is none. */
export type Mended = { readonly value: unknown } | { readonly problem: string };

/**
 * Makes JSON of a text that means one object without doubt. jsonrepair does the work; {@link readLooseJson} decides first
 * whether it may, and the result must have every name and value that the text has, and no other.
 *
 * @param whole - the text as it came, for the position in a problem
 * @param offset - where `text` begins in it
 */
export function mendSyntax(text: string, whole: string, offset: number, mayMend: boolean): Mended {
  if (text.length > LONGEST) return { problem: problemOfLong(text) };
  const loose = readLooseJson(text);
  if (loose.kind !== 'mendable') return { problem: problemOf(loose, whole, offset) };
  if (mayMend) {
    const value = repaired(text);
    if (value !== undefined && hasSame(value, loose)) return { value };
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

/** Loaded at the first text that needs it: it costs 6 ms, which most processes never pay. */
let jsonrepair: ((text: string) => string) | undefined;

function repaired(text: string): unknown {
  jsonrepair ??= (createRequire(import.meta.url)('jsonrepair') as { jsonrepair: (text: string) => string }).jsonrepair;
  try {
    return JSON.parse(jsonrepair(text));
  } catch {
    return undefined;
  }
}

/** Whether a value has as many property names and values as the text that it was made of. Duplicate names are fewer afterwards. */
function hasSame(value: unknown, { names, values }: { readonly names: number; readonly values: number }): boolean {
  let seenNames = 0;
  let seenValues = 0;
  const rest: unknown[] = [value];
  while (rest.length > 0) {
    const one = rest.pop();
    seenValues++;
    if (typeof one !== 'object' || one === null) continue;
    if (!Array.isArray(one)) seenNames += Object.keys(one).length;
    for (const inside of Object.values(one as Readonly<Record<string, unknown>>)) rest.push(inside);
  }
  return seenNames === names && seenValues === values;
}
