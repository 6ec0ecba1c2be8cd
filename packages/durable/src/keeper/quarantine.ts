/** The time after which the next call begins, although the one before still runs. */
const LONGEST_MS = 5000;

/**
 * Executes calls that may end the process one after the other. If one does, it takes no other
 * along.
 */
export class Quarantine {
  private last: Promise<void> = Promise.resolve();

  /** Executes a call when the calls before it have ended, or have run for 5 seconds. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    const before = this.last;
    let leave = (): void => undefined;
    this.last = new Promise((resolve) => (leave = resolve));
    await before;
    const timer = setTimeout(leave, LONGEST_MS);
    (timer as { readonly unref?: () => unknown }).unref?.();
    try {
      return await work();
    } finally {
      clearTimeout(timer);
      leave();
    }
  }
}
