/** A gate with `limit` slots. Callers without a slot wait in the order of their arrival. */
export class Gate {
  private inside = 0;
  /** The queue. Entries before `next` have a slot. They are removed in bulk: O(1) for each. */
  private waiting: (() => void)[] = [];
  /** The index of the first entry that waits. */
  private next = 0;

  /** @param limit - at least 1. With 0 none ever enters */
  constructor(private readonly limit: number) {}

  /** Takes a slot and returns true, or returns false. Call `leave()` to release the slot. */
  tryEnter(): boolean {
    if (this.inside >= this.limit) return false;
    this.inside++;
    return true;
  }

  /** Resolves when the caller has a slot. */
  enter(): Promise<void> {
    if (this.tryEnter()) return Promise.resolve();
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  /** Releases a slot. The first caller in the queue gets it. */
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
