import type { ArgumentLimits } from '../accepted-arguments.js';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** The size of a text. */
export interface TextMeasure {
  /** Sentence about an exceeded limit. */
  readonly problem?: string;
  /** Number of its property names if it is JSON. */
  readonly names: number;
}

/**
 * Compares a text with the limits in one pass without recursion. It runs before the parsers: for
 * deep texts, some need seconds or overflow the stack.
 */
export function measureText(text: string, { maxDepth, maxNodes }: ArgumentLimits): TextMeasure {
  let depth = 0;
  let nodes = 1;
  let names = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) {
      i = endOfString(text, i);
    } else if (code === 0x7b || code === 0x5b) {
      if (++depth > maxDepth) return { problem: `The arguments are nested more than ${maxDepth} levels deep.`, names };
      if (!isEmpty(text, i + 1)) nodes++;
    } else if (code === 0x7d || code === 0x5d) {
      depth--;
    } else if (code === 0x2c) {
      nodes++;
    } else if (code === 0x3a) {
      names++;
    }
    if (nodes > maxNodes) return { problem: `The arguments hold more than ${maxNodes} values.`, names };
  }
  return { names };
}

/** Returns the kind of value that a text ends in by its quotes and brackets, or undefined. */
export function openAtEnd(text: string): string | undefined {
  const open: string[] = [];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) {
      i = endOfString(text, i);
      if (i >= text.length) return 'a text';
    } else if (code === 0x7b) open.push('an object');
    else if (code === 0x5b) open.push('a list');
    else if (code === 0x7d || code === 0x5d) open.pop();
  }
  return open.at(-1);
}

/** Returns the position of the quote that ends a string, or else the length of the text. */
export function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, start, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

function isEscaped(text: string, start: number, position: number): boolean {
  let first = position;
  while (first - 1 > start && text.charCodeAt(first - 1) === BACKSLASH) first--;
  return (position - first) % 2 === 1;
}

/** Returns whether the next character after white space closes the list or object. */
function isEmpty(text: string, start: number): boolean {
  let i = start;
  while (i < text.length && text.charCodeAt(i) <= 0x20) i++;
  const code = text.charCodeAt(i);
  return code === 0x7d || code === 0x5d;
}
