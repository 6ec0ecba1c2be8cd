import fc from 'fast-check';
import { expect, it } from '@jest/globals';
import { lineMatcher } from '../../src/file/text/line-matcher.js';
import { linesOf } from '../../src/file/text/text-lines.js';

const EXPRESSIONS = [
  ...['a', 'ab', 'a.b', '^a', 'b$', '^$', '^a|b', 'a\\b', '\\Bb', '\\ba', '[^a]', '[^a]$', '\\[^a', 'a\\$', '(?:ab)+'],
  ...['\\s', '\\S\\s', 'a\\s*b', '.', 'a*', '(?=a)b', '(?!a)b', '[a^]', 'ß', '\\u{df}', 'σ', 'ς', 'i', '[[^]b'],
];
const line = fc.string({ unit: fc.constantFrom('a', 'b', 'A', ' ', '[', '^', '$', 'ß', 'Σ', 'İ', '😀'), maxLength: 4 });
const text = fc
  .array(fc.tuple(line, fc.constantFrom('\n', '\r\n', '\r')), { maxLength: 4 })
  .map((lines) => lines.flat().join(''));

it.each([true, false])('no test of a whole text misses a line, with ignoreCase %s [TOOL-5]', (ignoreCase) => {
  const matchers = [
    ...EXPRESSIONS.map((query) => ({ query, regex: true })),
    ...['a', 'ab', 'ß', 'σ', 'ς', 'İ', 'i̇', 'A ', '$'].map((query) => ({ query, regex: false })),
  ].flatMap((query) => {
    try {
      return [{ query, matcher: lineMatcher({ ...query, ignoreCase }) }];
    } catch {
      // It is not an expression that tools accept.
      return [];
    }
  });
  expect(matchers.length).toBeGreaterThan(30);
  const check = fc.property(text, (whole) => {
    const lines = linesOf(whole);
    for (const { query, matcher } of matchers) {
      const hasMatch = lines.some((one) => matcher.find(one) !== undefined);
      if (hasMatch && !matcher.mayMatchText(whole)) throw new Error(`${JSON.stringify(query)} misses a line.`);
    }
  });
  fc.assert(check, { numRuns: 2_000 });
});

it.each([
  ['n.edle', 'hay\nhay\n', false],
  ['n.edle', 'hay\nneedle\n', true],
  ['^n', 'hay\n', true],
])('tests with %j whether %j may have a match: %s [TOOL-5]', (query, whole, may) => {
  expect(lineMatcher({ query, regex: true, ignoreCase: false }).mayMatchText(whole)).toBe(may);
});
