/** A figure with its spread. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
  /** The value that 95 % of the samples do not exceed. */
  readonly p95: number;
  /** The number of samples. */
  readonly runs: number;
}

export function spread(samples: readonly number[]): Spread {
  const [min, max] = [Math.min(...samples), Math.max(...samples)];
  return { median: median(samples), min, max, p95: percentile(samples, 0.95), runs: samples.length };
}

/** Returns the middle value, or the mean of the two in the middle. */
export function median(samples: readonly number[]): number {
  const sorted = [...samples].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** Returns the ratios of samples of the same round. */
export function ratios(samples: readonly number[], base: readonly number[]): Spread {
  return spread(samples.map((sample, round) => sample / (base[round] ?? Number.NaN)));
}

/** Returns a copy in random order, so that no case always follows the same one. */
export function shuffled<T>(items: readonly T[]): T[] {
  const copy = [...items];
  for (let i = copy.length - 1; i > 0; i--) {
    const j = Math.floor(Math.random() * (i + 1));
    [copy[i], copy[j]] = [copy[j] as T, copy[i] as T];
  }
  return copy;
}

/** Returns the smallest value that at least this share of the samples does not exceed. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}
