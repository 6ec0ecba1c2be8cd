import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { cutLongest } from '../../src/plan/execution/cut-longest.js';

test('cuts the longest results, each with a mark [PLAN-1]', () => {
  const values = ['short', 'x'.repeat(1_000), { list: Array.from({ length: 300 }, () => 1) }];
  const [short, text, object] = cutLongest(values, 800);
  expect(short).toBe('short');
  expect(text).toMatch(/^x{300,400}\.\.\. \(truncated, \d+ of 1000 characters\)$/);
  expect(object).toMatch(/^\{"list":\[1,1,.*\.\.\. \(truncated, \d+ of 610 characters\)$/);
});

test('leaves results that fit as they are [PLAN-1]', () => {
  const values = ['a', { b: [1] }, null];
  expect(cutLongest(values, JSON.stringify(values).length)).toBe(values);
});

test('never splits a character [PLAN-1]', () => {
  for (const budget of [190, 191, 192, 193]) {
    const [cut] = cutLongest(['🙂'.repeat(200)], budget);
    expect((cut as string).isWellFormed()).toBe(true);
  }
});

test('keeps to the budget, and cuts nothing that is shorter than a cut result [PLAN-1]', () => {
  const value = fc.oneof(
    fc.string({ maxLength: 2_000, size: 'max' }),
    fc.string({ unit: fc.constant('"'), maxLength: 900 }),
  );
  fc.assert(
    fc.property(
      fc.array(value, { minLength: 1, maxLength: 10 }),
      fc.integer({ min: 0, max: 5_000 }),
      (values, over) => {
        const budget = values.length * 100 + over;
        const lengths = (all: readonly unknown[]): number[] => all.map((one) => JSON.stringify(one).length);
        const cut = cutLongest(values, budget);
        const after = lengths(cut);
        expect(after.reduce((sum, length) => sum + length, 0)).toBeLessThanOrEqual(budget);
        const shortestCut = Math.min(...lengths(values).filter((_, index) => cut[index] !== values[index]));
        for (const [index, one] of values.entries()) {
          if (cut[index] === one) expect(JSON.stringify(one).length).toBeLessThanOrEqual(shortestCut);
        }
      },
    ),
  );
});
