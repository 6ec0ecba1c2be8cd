import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { countValues } from '../../src/server/count-values.js';

/** The same, with recursion. */
const count = (value: unknown): number =>
  1 +
  (typeof value === 'object' && value !== null
    ? Object.values(value).reduce((sum: number, one) => sum + count(one), 0)
    : 0);

it('all values of a document are counted, and no more than are asked for', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat(30), (value, most) => {
      expect(countValues(value)).toBe(count(value));
      expect(countValues(value, most)).toBe(Math.min(count(value), most + 1));
    }),
    { numRuns: 500 },
  );
});

it('a document that is too deep has more values than any limit', () => {
  const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth));
  expect(countValues(nested(1_001))).toBe(1_001);
  expect(countValues(nested(1_002))).toBe(Infinity);
  expect(countValues(nested(100_000), 2_000)).toBe(Infinity);
});
