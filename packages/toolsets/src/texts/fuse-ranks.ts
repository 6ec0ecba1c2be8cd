/** A list of values, the best first. */
export interface Ranking<Value> {
  readonly values: readonly Value[];
  /** How much its ranks count. */
  readonly weight: number;
}

/** A value with its score from 0 to 1, in a fused list. */
export interface Fused<Value> {
  readonly value: Value;
  readonly score: number;
}

/**
 * Joins rankings by reciprocal rank: a value gets weight / (60 + rank) from each one that has it.
 * Ranks can be compared where scores cannot. See Cormack, Clarke and Büttcher, SIGIR 2009. Values
 * with equal scores keep the order of the first ranking.
 *
 * @param keyOf - the identity of a value
 * @returns all values, the best first. A value that is first everywhere has the score 1.
 */
export function fuseRanks<Value>(
  rankings: readonly Ranking<Value>[],
  keyOf: (value: Value) => string,
): readonly Fused<Value>[] {
  const sums = new Map<string, { value: Value; sum: number }>();
  for (const { values, weight } of rankings) {
    for (const [rank, value] of values.entries()) {
      const key = keyOf(value);
      const known = sums.get(key) ?? { value, sum: 0 };
      known.sum += weight / (SMOOTHING + rank + 1);
      sums.set(key, known);
    }
  }
  const best = rankings.reduce((sum, { weight }) => sum + weight, 0) / (SMOOTHING + 1);
  return [...sums.values()]
    .sort((one, other) => other.sum - one.sum)
    .map(({ value, sum }) => ({ value, score: Math.round((sum / best) * 10_000) / 10_000 }));
}

const SMOOTHING = 60;
