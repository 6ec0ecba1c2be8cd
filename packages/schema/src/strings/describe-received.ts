import { codePointLength } from './code-points.js';
import { shortened } from './shortened.js';

/** The longest text for one value, in characters. */
const LONGEST = 80;

/** Line breaks that `JSON.stringify` does not escape. */
const LINE_BREAKS = /[\u0085\u2028\u2029]/g;

/**
 * Describes a value in at most 80 characters: `500`, `"englisch"`, `an array of 3 items`, `an
 * object`, `null`, `nothing`. Does not read inside the value, so depth and size cost nothing.
 */
export function describeReceived(value: unknown): string {
  // With `switch (typeof value)`, V8 would make the name of the type and compare it.
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'number') return `${value}`;
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (typeof value === 'object') return Array.isArray(value) ? itemsText(value.length) : 'an object';
  if (typeof value === 'boolean' || typeof value === 'bigint') return shortened(String(value), LONGEST);
  return `a ${typeof value}`;
}

function itemsText(count: number): string {
  if (count === 0) return 'an empty array';
  return count === 1 ? 'an array of 1 item' : `an array of ${count} items`;
}

function quoted(text: string): string {
  if (text.length <= LONGEST - 2) {
    const json = jsonOf(text);
    if (json.length <= LONGEST) return json;
  }
  const note = `... (${codePointLength(text)} characters)`;
  let start = '';
  let length = 2 + note.length;
  for (const character of text) {
    length += jsonOf(character).length - 2;
    if (length > LONGEST) break;
    start += character;
  }
  return jsonOf(start) + note;
}

function jsonOf(text: string): string {
  // A template would ask for the type of the text again.
  if (isPlain(text)) return '"' + text + '"';
  return JSON.stringify(text).replace(LINE_BREAKS, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Returns whether JSON escapes no character of a string. Faster than a pattern for short ones. */
function isPlain(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < SPACE || unit > TILDE || unit === QUOTE || unit === BACKSLASH) return false;
  }
  return true;
}

const SPACE = 0x20;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const TILDE = 0x7e;
