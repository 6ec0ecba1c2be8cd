import type { Measurement } from '../harness/measure-in-process.js';

/** Returns the last median to the one before it. */
export function growthOf(calls: readonly Measurement[]): number {
  const [before, last] = calls.slice(-2).map(({ nanoseconds }) => nanoseconds.median);
  return before === undefined || last === undefined ? NaN : last / before;
}
