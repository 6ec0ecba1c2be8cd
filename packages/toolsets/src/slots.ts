import { setMaxListeners } from 'node:events';

/** Slots for work that takes much memory. Further work waits in the order of its calls. */
export class Slots {
  private readonly waiting = new Set<() => void>();

  /** @param free - the number of slots */
  constructor(private free: number) {}

  /**
   * Takes a slot. Call `give()` to release it.
   *
   * @throws the reason of the signal, if it aborts before there is a slot
   */
  async take(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.free > 0) {
      this.free -= 1;
      return;
    }
    // All calls of a program wait with one signal. Node warns of more than 10 listeners.
    setMaxListeners(0, signal);
    await new Promise<void>((resolve, reject) => {
      const start = (): void => {
        signal.removeEventListener('abort', abort);
        resolve();
      };
      const abort = (): void => {
        this.waiting.delete(start);
        reject(signal.reason as Error);
      };
      this.waiting.add(start);
      signal.addEventListener('abort', abort, { once: true });
    });
  }

  /**
   * Does work in a slot.
   *
   * @throws the reason of the signal, if it aborts before the work begins
   */
  async use<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    await this.take(signal);
    try {
      // It can abort between the release of the slot and this line.
      signal.throwIfAborted();
      return await work();
    } finally {
      this.give();
    }
  }

  /** Releases a slot. The first one that waits gets it. */
  give(): void {
    const [next] = this.waiting;
    if (next === undefined) {
      this.free += 1;
      return;
    }
    this.waiting.delete(next);
    next();
  }
}
