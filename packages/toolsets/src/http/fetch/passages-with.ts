import { textMatcher, type Span } from '../../file/text/text-matcher.js';

/** Longer lines are shown around the text that was found. */
const LONGEST_LINE = 1_000;

/** The lines with the rarest word of a query: more would say nothing about it. */
const MOST_OF_WORD = 20;

/**
 * Returns the lines of a page that have a text, in any case and over line ends, with a line around
 * them. If there are none, returns the lines with all its words, or with the rarest one. Empty if
 * nothing is found.
 */
export function passagesWith(text: string, wanted: string): string {
  const lines = text.split('\n');
  const exact = [...textMatcher({ query: wanted, regex: false, ignoreCase: true }).spansIn(text)];
  const spans = exact.length > 0 ? exact : linesWithWords(lines, wanted.toLowerCase());
  const passages: string[] = [];
  let done = -1;
  for (const [index, { first, count, at }] of spans.entries()) {
    const next = spans[index + 1]?.first ?? Infinity;
    const from = Math.max(done + 1, nonBlank(lines, first, -1));
    const until = Math.min(next - 1, nonBlank(lines, first + count - 1, 1));
    const shown = lines.slice(from, until + 1).map((line, i) => pieceOf(line, from + i === first ? at : 0));
    if (from > done + 1 && passages.length > 0) passages.push('...');
    passages.push(shown.join('\n').trim());
    done = Math.max(done, until);
  }
  return passages.join('\n');
}

function linesWithWords(lines: readonly string[], wanted: string): readonly Span[] {
  const words = wanted.match(WORD) ?? [];
  const found = words.map((word) => lines.flatMap((line, first) => spanOf(line, first, word)));
  const [rarest = []] = found.filter((spans) => spans.length > 0).sort((one, other) => one.length - other.length);
  const all = rarest.filter(({ first }) => found.every((spans) => spans.some((span) => span.first === first)));
  if (all.length > 0) return all;
  return rarest.length > MOST_OF_WORD ? [] : rarest;
}

function spanOf(line: string, first: number, word: string): readonly Span[] {
  const folded = line.toLowerCase();
  for (const { index, 0: one } of folded.matchAll(WORD)) if (one === word) return [{ first, count: 1, at: index }];
  return [];
}

const WORD = /[\p{L}\p{N}_]+/gu;

/** Returns the index of the nearest line with text, or `start` if there is none. */
function nonBlank(lines: readonly string[], start: number, step: 1 | -1): number {
  let next = start + step;
  while (lines[next]?.trim() === '') next += step;
  return lines[next] === undefined ? start : next;
}

function pieceOf(line: string, at: number): string {
  if (line.length <= LONGEST_LINE) return line;
  const start = Math.max(0, Math.min(at - LONGEST_LINE / 4, line.length - LONGEST_LINE));
  const piece = line.slice(start, start + LONGEST_LINE).toWellFormed();
  return `${start > 0 ? '...' : ''}${piece}${start + LONGEST_LINE < line.length ? '...' : ''}`;
}
