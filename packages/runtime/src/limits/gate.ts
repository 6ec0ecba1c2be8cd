/** Lets at most `limit` be inside; the others wait in the order in which they came. */
export class Gate {
  private inside = 0;
  private readonly waiting: (() => void)[] = [];

  /** @param limit - at least 1 */
  constructor(private readonly limit: number) {}

  /** Enters when there is room; whoever entered must leave. */
  tryEnter(): boolean {
    if (this.inside >= this.limit) return false;
    this.inside++;
    return true;
  }

  /** Resolves when the caller is inside. */
  enter(): Promise<void> {
    if (this.tryEnter()) return Promise.resolve();
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  /** Makes room for the next in the queue, who is then inside. */
  leave(): void {
    if (this.waiting.length === 0) this.inside--;
    else this.waiting.shift()?.();
  }
}
