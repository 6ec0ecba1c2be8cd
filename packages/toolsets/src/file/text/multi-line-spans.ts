import type { Span } from './text-matcher.js';

/** Lines that one test can leave out. */
const BLOCK = 50;

/** How lines are tested. */
export interface MultiLineTest {
  /** Lines of the longest match. */
  readonly most: number;
  readonly test: (text: string) => boolean;
  /** Whether a text may fail the test although a part of it passes. */
  readonly isAnchored: boolean;
}

/** Finds the shortest spans of lines that pass a test. No line is in two of them. */
export function* multiLineSpans(
  lines: readonly string[],
  { most, test, isAnchored }: MultiLineTest,
): Generator<Span, void> {
  const textOf = (first: number, count: number): string => lines.slice(first, first + count).join('\n');
  let first = 0;
  let tested = 0;
  while (first < lines.length) {
    if (!isAnchored && first >= tested) {
      if (!test(textOf(first, BLOCK + most))) {
        first += BLOCK;
        continue;
      }
      tested = first + BLOCK;
    }
    const count = lengthAt(first);
    if (count > 0) yield { first, count, at: 0 };
    first += Math.max(1, count);
  }

  function lengthAt(start: number): number {
    if (!isAnchored && !test(textOf(start, most))) return 0;
    for (let count = 1; count <= Math.min(most, lines.length - start); count++) {
      if (!test(textOf(start, count))) continue;
      // The match can begin on a later line, where it is found then.
      return count > 1 && test(textOf(start + 1, count - 1)) ? 0 : count;
    }
    return 0;
  }
}
