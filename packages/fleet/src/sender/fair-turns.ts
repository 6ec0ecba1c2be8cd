/**
 * Lets a limited number of calls be in a queue at the same time. Each tenant
 * with waiting calls gets its turn in rotation, and its own calls keep their order.
 */
export class FairTurns {
  /** By tenant. The tenant whose turn is next comes first. */
  readonly #waiting = new Map<string, Set<() => void>>();
  #used = 0;
  #waitingCount = 0;

  constructor(private readonly limit: number) {}

  /** The calls that wait for their turn. */
  get waiting(): number {
    return this.#waitingCount;
  }

  /** The calls that had their turn and have not left. */
  get used(): number {
    return this.#used;
  }

  /**
   * Takes a turn. Call `leave` after it.
   *
   * @returns undefined if the turn is there at once, or a promise of whether it came before the
   *   signal aborted
   */
  enter(tenant: string, signal: AbortSignal): Promise<boolean> | undefined {
    if (this.#used < this.limit && this.#waitingCount === 0) {
      this.#used++;
      return undefined;
    }
    return new Promise((resolve) => {
      const calls = this.#waiting.get(tenant) ?? new Set();
      const give = (): void => {
        signal.removeEventListener('abort', abort);
        resolve(true);
      };
      const abort = (): void => {
        this.#remove(tenant, give);
        resolve(false);
      };
      signal.addEventListener('abort', abort, { once: true });
      this.#waiting.set(tenant, calls.add(give));
      this.#waitingCount++;
    });
  }

  /** Ends a turn. The next tenant gets it. */
  leave(): void {
    const next = this.#waiting.entries().next().value;
    if (next === undefined) {
      this.#used--;
      return;
    }
    const [tenant, calls] = next;
    const [give] = calls;
    this.#waiting.delete(tenant);
    if (give === undefined) {
      this.leave();
      return;
    }
    calls.delete(give);
    this.#waitingCount--;
    if (calls.size > 0) this.#waiting.set(tenant, calls);
    give();
  }

  #remove(tenant: string, give: () => void): void {
    const calls = this.#waiting.get(tenant);
    if (calls?.delete(give) !== true) return;
    this.#waitingCount--;
    if (calls.size === 0) this.#waiting.delete(tenant);
  }
}
