import { endOfString } from './text-limits.js';

/** What stands between a code fence or prose. */
export interface Stripped {
  readonly text: string;
  /** Where it begins in the whole text. */
  readonly offset: number;
}

const FENCE = '```';

/**
 * Takes away one code fence, and text before and after exactly one object. Text that holds brackets of its own is no
 * prose, so that nothing is cut out of a list or of another object.
 *
 * @returns the number of objects where there are several; undefined where nothing can be taken away
 */
export function stripProse(text: string): Stripped | number | undefined {
  const { start, end } = insideFence(text);
  const first = text.indexOf('{', start);
  if (first === -1 || first >= end || !isProse(text.slice(start, first))) return undefined;
  const last = endOfObject(text, first, end);
  // An object that does not end is left whole: the next stage says what is wrong with it.
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

/** The part of a text between the first and the last code fence. */
function insideFence(text: string): { readonly start: number; readonly end: number } {
  const open = text.indexOf(FENCE);
  if (open === -1 || !isProse(text.slice(0, open))) return { start: 0, end: text.length };
  const start = open + FENCE.length;
  const close = text.lastIndexOf(FENCE);
  return { start, end: close > start ? close : text.length };
}

/** Prose has no brackets, does not begin like a JSON text that broke off, and does not run into the object. */
function isProse(text: string): boolean {
  return !/[{}[\]]|^\s*["']/.test(text) && /^$|[\s:=(>`*_]$/.test(text);
}

function isProseAfter(text: string): boolean {
  return !/[{}[\]]/.test(text) && /^$|^[\s.;,)<`*_]/.test(text);
}

/** The position after the bracket that closes an object; -1 when it does not end. */
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

/** How many things that begin like a JSON object a text holds, one after the other. */
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
