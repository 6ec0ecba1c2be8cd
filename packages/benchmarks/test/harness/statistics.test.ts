import { median, percentile, ratios, shuffled, spread } from '../../src/harness/statistics.js';

test('the median is the middle, or the mean of the two in the middle', () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 3, 2])).toBe(2.5);
});

test('a spread says median, least and most, and the number of samples', () => {
  expect(spread([5, 1, 9])).toEqual({ median: 5, min: 1, max: 9, p95: 9, runs: 3 });
});

test('ratios are taken inside a round, so that a slow round hits both', () => {
  expect(ratios([2, 200, 20], [1, 100, 10])).toMatchObject({ median: 2, min: 2, max: 2 });
});

test('shuffling keeps every item and leaves the original alone', () => {
  const items = [1, 2, 3, 4, 5, 6, 7, 8];
  expect(shuffled(items).sort((a, b) => a - b)).toEqual(items);
  expect(items).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});

test('a percentile is a sample that the others do not exceed', () => {
  const samples = Array.from({ length: 100 }, (_, index) => 100 - index);
  expect(percentile(samples, 0.99)).toBe(99);
  expect(percentile(samples, 0.5)).toBe(50);
  expect(percentile([7], 0.99)).toBe(7);
});
