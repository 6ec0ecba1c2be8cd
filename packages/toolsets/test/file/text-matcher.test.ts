import fc from 'fast-check';
import { expect, it } from '@jest/globals';
import { textMatcher } from '../../src/file/text/text-matcher.js';
import { linesOf } from '../../src/file/text/text-lines.js';

const EXPRESSIONS = [
  ...['a', 'ab', 'a.b', '^a', 'b$', '^$', '^a|b', 'a\\b', '\\Bb', '\\ba', '[^a]', '[^a]$', '\\[^a', 'a\\$', '(?:ab)+'],
  ...['\\s', '\\S\\s', 'a\\s*b', '.', 'a*', '(?=a)b', '(?!a)b', '[a^]', 'ß', '\\u{df}', 'σ', 'ς', 'i', '[[^]b'],
];
const line = fc.string({ unit: fc.constantFrom('a', 'b', 'A', ' ', '[', '^', '$', 'ß', 'Σ', 'İ', '😀'), maxLength: 4 });
const text = fc
  .array(fc.tuple(line, fc.constantFrom('\n', '\r\n', '\r')), { maxLength: 4 })
  .map((lines) => lines.flat().join(''));

it.each([true, false])('a search of a whole text misses no line, with ignoreCase %s [TOOL-5]', (ignoreCase) => {
  const matchers = [
    ...EXPRESSIONS.map((query) => ({ query, regex: true })),
    ...['a', 'ab', 'ß', 'σ', 'ς', 'İ', 'i̇', 'A ', '$'].map((query) => ({ query, regex: false })),
  ].flatMap((query) => {
    try {
      return [{ query, matcher: textMatcher({ ...query, ignoreCase }) }];
    } catch {
      // It is not an expression that tools accept.
      return [];
    }
  });
  expect(matchers.length).toBeGreaterThan(30);
  const check = fc.property(text, (whole) => {
    const lines = linesOf(whole);
    for (const { query, matcher } of matchers) {
      const covered = [...matcher.spansIn(whole)].map(({ first, count }) => [first, first + count]);
      for (const [index, one] of lines.entries()) {
        // Alone, its last character would be a line end.
        if (one.endsWith('\r') || [...matcher.spansIn(one)].length === 0) continue;
        const isFound = covered.some(([from = 0, to = 0]) => from <= index && index < to);
        if (!isFound) throw new Error(`${JSON.stringify(query)} misses a line.`);
      }
    }
  });
  fc.assert(check, { numRuns: 2_000 });
});
