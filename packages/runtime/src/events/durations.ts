/** How long the calls of a tool took, in milliseconds: from their begin to their answer, waiting included. */
export interface ToolDurations {
  readonly count: number;
  readonly totalMs: number;
  /** 0 when there was none, as the others. */
  readonly meanMs: number;
  readonly maxMs: number;
  /** Half of the calls took at most this, to a tenth. */
  readonly p50Ms: number;
  /** 95 of 100 calls took at most this, to a tenth. */
  readonly p95Ms: number;
}

/** Collects durations in a fixed number of counters, each for durations up to a fifth longer than those of the one before. */
export class Durations {
  private count = 0;
  private totalMs = 0;
  private maxMs = 0;
  private readonly counters = new Uint32Array(COUNTERS);

  add(ms: number): void {
    this.count++;
    this.totalMs += ms;
    if (ms > this.maxMs) this.maxMs = ms;
    const place = ms <= SHORTEST_MS ? 0 : Math.ceil(Math.log2(ms / SHORTEST_MS) * STEPS);
    const counter = Math.min(place, COUNTERS - 1);
    this.counters[counter] = (this.counters[counter] ?? 0) + 1;
  }

  /** The durations as data. */
  summary(): ToolDurations {
    const { count, totalMs, maxMs } = this;
    const meanMs = count === 0 ? 0 : totalMs / count;
    return { count, totalMs, meanMs, maxMs, p50Ms: this.quantile(0.5), p95Ms: this.quantile(0.95) };
  }

  /** The middle of the counter that has the call in question. */
  private quantile(part: number): number {
    let left = Math.ceil(this.count * part);
    const place = this.counters.findIndex((count) => (left -= count) <= 0);
    return this.count === 0 ? 0 : Math.min(this.maxMs, SHORTEST_MS * 2 ** ((place - 0.5) / STEPS));
  }
}

/** Counters for a factor of two. */
const STEPS = 4;
const SHORTEST_MS = 0.01;
/** The last one has what takes longer than 3 hours. */
const COUNTERS = 120;
