/** Lets at most `limit` be inside; the others wait in the order in which they came. */
export class Gate {
  private inside = 0;
  /** Those before `next` have entered. They are forgotten together, so that each of a long queue costs the same. */
  private waiting: (() => void)[] = [];
  /** The first that waits. */
  private next = 0;

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
    const enter = this.waiting[this.next];
    if (enter === undefined) {
      this.inside--;
      return;
    }
    this.next++;
    if (this.next >= LONGEST_PAST && this.next * 2 >= this.waiting.length) this.forgetPast();
    enter();
  }

  private forgetPast(): void {
    this.waiting = this.waiting.slice(this.next);
    this.next = 0;
  }
}

const LONGEST_PAST = 1024;
