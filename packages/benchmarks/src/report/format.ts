import type { Spread } from '../harness/statistics.js';

export function time(nanoseconds: number): string {
  if (nanoseconds < 1e3) return `${nanoseconds.toFixed(0)} ns`;
  if (nanoseconds < 1e6) return `${(nanoseconds / 1e3).toFixed(nanoseconds < 1e4 ? 2 : 1)} µs`;
  if (nanoseconds < 1e9) return `${(nanoseconds / 1e6).toFixed(nanoseconds < 1e7 ? 1 : 0)} ms`;
  return `${(nanoseconds / 1e9).toFixed(2)} s`;
}

export function milliseconds(value: number): string {
  return time(value * 1e6);
}

export function times(ratio: number): string {
  return `${ratio.toFixed(ratio < 10 ? 2 : ratio < 100 ? 1 : 0)}x`;
}

export function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

export function megabytes(value: number): string {
  return `${value.toFixed(value < 10 ? 1 : 0)} MB`;
}

/** Returns the median and, in brackets, the range. */
export function ranged({ median, min, max }: Spread, format: (value: number) => string): string {
  return `${format(median)} (${format(min)} to ${format(max)})`;
}
