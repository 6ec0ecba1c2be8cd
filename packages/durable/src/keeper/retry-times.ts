/** The pause after the second failure in a row, in milliseconds. Each failure doubles it. */
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;
const MOST_KEYS = 1000;

/** When the calls that a process could not continue are tried again. Keeps the newest 1,000. */
export class RetryTimes {
  private readonly failures = new Map<string, { readonly times: number; readonly until: number }>();

  /** Notes that a call could not be continued. */
  failed(key: string, now: number): void {
    const times = (this.failures.get(key)?.times ?? 0) + 1;
    this.failures.delete(key);
    this.failures.set(key, { times, until: now + Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (times - 1)) });
    const [oldest] = this.failures.keys();
    if (this.failures.size > MOST_KEYS && oldest !== undefined) this.failures.delete(oldest);
  }

  /** Forgets the failures of a call that continues. */
  continued(key: string): void {
    this.failures.delete(key);
  }

  /**
   * Returns when to try a call: `now`, or `last` if calls that never failed come first, or `later`.
   */
  of(key: string, now: number): 'now' | 'last' | 'later' {
    const failure = this.failures.get(key);
    if (failure === undefined || failure.until <= now) return 'now';
    // The cause of a first failure is often gone at once, such as a server that restarts.
    return failure.times === 1 ? 'last' : 'later';
  }
}
