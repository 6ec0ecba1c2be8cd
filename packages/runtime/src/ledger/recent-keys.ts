/** How long a key is kept, in milliseconds. */
const KEPT_MS = 10 * 60 * 1000;
const MOST_KEYS = 1000;

/** The keys of the last ten minutes, at most the newest 1,000. */
export class RecentKeys {
  private readonly until = new Map<string, number>();

  get size(): number {
    return this.until.size;
  }

  has(key: string, now: number): boolean {
    const until = this.until.get(key);
    if (until !== undefined && until <= now) this.until.delete(key);
    return until !== undefined && until > now;
  }

  add(key: string, now: number): void {
    this.until.delete(key);
    this.until.set(key, now + KEPT_MS);
    const [oldest] = this.until.keys();
    if (this.until.size > MOST_KEYS && oldest !== undefined) this.until.delete(oldest);
  }
}
