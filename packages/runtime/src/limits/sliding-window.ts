/** An exact count of the events in the last 60 seconds. It stores one number for each event. */
export class SlidingWindow {
  /** The times of the last `limit` events, as a ring. The oldest is at `next`. */
  private readonly times: number[] = [];
  private next = 0;

  /**
   * @param limit - events in any 60 seconds, at least 1
   * @param now - milliseconds of a monotonic clock, default `performance.now()`
   */
  constructor(
    private readonly limit: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Counts one more event. If the window is full, returns the milliseconds to wait instead. */
  take(): { readonly waitMs: number } | undefined {
    const now = this.now();
    if (this.times.length < this.limit) {
      this.times.push(now);
      return undefined;
    }
    const waitMs = (this.times[this.next] as number) + WINDOW_MS - now;
    if (waitMs > 0) return { waitMs };
    this.times[this.next] = now;
    this.next = (this.next + 1) % this.limit;
    return undefined;
  }
}

const WINDOW_MS = 60_000;
