import type { JobQueue } from '../connection/link.js';

/** Knows how many jobs of a queue wait, without asking for each call. */
export class WaitingJobs {
  #known = 0;
  #untilNext = 0;

  constructor(
    private readonly queue: JobQueue,
    private readonly limit: number,
  ) {}

  /**
   * Returns whether the queue takes another job. Asks after each hundredth of the limit, and for
   * every call while the queue is full. Several senders may exceed the limit by as many calls.
   */
  async hasRoom(): Promise<boolean> {
    if (this.#untilNext <= 0) {
      const { waiting = 0, prioritized = 0 } = await this.queue.getJobCounts('waiting', 'prioritized');
      this.#known = waiting + prioritized;
      this.#untilNext = this.#known >= this.limit ? 0 : Math.floor(this.limit / 100);
    } else this.#untilNext--;
    return this.#known < this.limit;
  }
}
