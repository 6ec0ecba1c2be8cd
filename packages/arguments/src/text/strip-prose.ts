import { endOfString } from './text-limits.js';

/** A text without its code fence and prose. */
export interface Stripped {
  readonly text: string;
  /** Position of its start in the whole text. */
  readonly offset: number;
}

const FENCE = '```';

/**
 * Removes a code fence, and prose before and after exactly one object. A text with brackets is not
 * prose, so it never cuts an object out of a list or of another object.
 *
 * @returns the number of objects if there are several, undefined if there is nothing to remove
 */
export function stripProse(text: string): Stripped | number | undefined {
  const { start, end } = insideFence(text);
  const first = text.indexOf('{', start);
  if (first === -1 || first >= end || !isProse(text.slice(start, first))) return undefined;
  const last = endOfObject(text, first, end);
  // The next stage explains an object without an end.
  if (last === -1) return changed(text, first, end);
  const rest = text.slice(last, end);
  const more = countObjects(rest);
  if (more > 0) return more + 1;
  return isProseAfter(rest) ? changed(text, first, last) : undefined;
}

function changed(text: string, start: number, end: number): Stripped | undefined {
  const inside = text.slice(start, end).trimEnd();
  return inside.length === text.trim().length ? undefined : { text: inside, offset: start };
}

/** Returns the part of a text between the first and the last code fence. */
function insideFence(text: string): { readonly start: number; readonly end: number } {
  const open = text.indexOf(FENCE);
  if (open === -1 || !isProse(text.slice(0, open))) return { start: 0, end: text.length };
  const start = open + FENCE.length;
  const close = text.lastIndexOf(FENCE);
  return { start, end: close > start ? close : text.length };
}

/** Returns whether a text has no brackets, no quote at its start and a separator at its end. */
function isProse(text: string): boolean {
  return !/[{}[\]]|^\s*["']/.test(text) && /^$|[\s:=(>`*_]$/.test(text);
}

function isProseAfter(text: string): boolean {
  return !/[{}[\]]/.test(text) && /^$|^[\s.;,)<`*_]/.test(text);
}

/** Returns the position after the bracket that closes an object, or -1. */
function endOfObject(text: string, start: number, end: number): number {
  let depth = 0;
  for (let i = start; i < end; i++) {
    const character = text.charAt(i);
    if (character === '"') i = endOfString(text, i);
    else if (character === '{' || character === '[') depth++;
    else if ((character === '}' || character === ']') && --depth === 0) return i + 1;
  }
  return -1;
}

/** Counts the objects in a text, one after the other, by their first characters. */
function countObjects(text: string): number {
  let count = 0;
  for (let i = text.indexOf('{'); i !== -1; i = text.indexOf('{', i)) {
    if (/^\{\s*["'}\w]/.test(text.slice(i, i + 100))) count++;
    const end = endOfObject(text, i, text.length);
    if (end === -1) break;
    i = end;
  }
  return count;
}
