/** The durations of the calls of a tool, from start to answer, with waiting. Not refused calls. */
export interface ToolDurations {
  /** Number of measured calls. */
  readonly count: number;
  /** Sum in milliseconds. */
  readonly totalMs: number;
  /** Mean in milliseconds. */
  readonly meanMs: number;
  /** Longest duration in milliseconds. */
  readonly maxMs: number;
  /** Median in milliseconds, with an error of at most 10 %. */
  readonly p50Ms: number;
  /** 95th percentile in milliseconds, with an error of at most 10 %. */
  readonly p95Ms: number;
}

/** A histogram with a fixed number of counters. Each bound is a fifth above the one before. */
export class Durations {
  private count = 0;
  private totalMs = 0;
  private maxMs = 0;
  private readonly counters = new Uint32Array(COUNTERS);

  /** @param ms - duration in milliseconds */
  add(ms: number): void {
    this.count++;
    this.totalMs += ms;
    if (ms > this.maxMs) this.maxMs = ms;
    const place = ms <= SHORTEST_MS ? 0 : Math.ceil(Math.log2(ms / SHORTEST_MS) * STEPS);
    const counter = Math.min(place, COUNTERS - 1);
    this.counters[counter] = (this.counters[counter] ?? 0) + 1;
  }

  /** Returns the durations as data. */
  summary(): ToolDurations {
    const { count, totalMs, maxMs } = this;
    const meanMs = count === 0 ? 0 : totalMs / count;
    return { count, totalMs, meanMs, maxMs, p50Ms: this.quantile(0.5), p95Ms: this.quantile(0.95) };
  }

  /** Returns the middle of the counter that contains the quantile. */
  private quantile(part: number): number {
    let left = Math.ceil(this.count * part);
    const place = this.counters.findIndex((count) => (left -= count) <= 0);
    return this.count === 0 ? 0 : Math.min(this.maxMs, SHORTEST_MS * 2 ** ((place - 0.5) / STEPS));
  }
}

/** The counters from a duration to its double. */
const STEPS = 4;
const SHORTEST_MS = 0.01;
/** The number of counters. The last one contains durations of over 2 hours. */
const COUNTERS = 120;
