import { sameJson } from '@haft/schema/basics';
import { jsonrepair } from 'jsonrepair';
import { readLooseJson, type LooseJson, type Rewritten } from './loose-json.js';
import { openAtEnd } from './text-limits.js';

/** The longest text to repair or explain, in characters. More would take too long. */
const LONGEST = 65_536;

/** The value of a repaired text, or the problem that prevents a repair. */
export type Mended = { readonly value: unknown } | { readonly problem: string };

/**
 * Repairs a text that means one object without doubt. {@link readLooseJson} decides this. Then
 * jsonrepair does the work, and its result must equal the value that `readLooseJson` read.
 *
 * @param whole - the original text, for the position in a problem
 * @param offset - the position of `text` in it
 */
export function mendSyntax(text: string, whole: string, offset: number, mayMend: boolean): Mended {
  if (text.length > LONGEST) return { problem: problemOfLong(text) };
  const loose = readLooseJson(text);
  if (loose.kind !== 'mendable') return { problem: problemOf(loose, whole, offset) };
  if (mayMend) {
    const value = repaired(inJson(text, loose.rewritten));
    if (value !== undefined && sameJson(value, loose.value)) return { value };
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

/** Rewrites parts that jsonrepair does not know, and spaces that it adds to a name or number. */
function inJson(text: string, rewritten: readonly Rewritten[]): string {
  let plain = '';
  let position = 0;
  for (const { start, end, json } of rewritten) {
    plain += text.slice(position, start) + json;
    position = end;
  }
  return plain + text.slice(position);
}
