import type { ScheduledWork } from './schedule-timer.js';

/** Executes due slots in this process, several at a time. */
export class Executions {
  private readonly running = new Set<Promise<void>>();

  /**
   * @param work - the scheduler
   * @param onEnd - is called after each execution, with the error if the store has failed
   */
  constructor(
    private readonly work: ScheduledWork,
    private readonly onEnd: (error?: unknown) => void,
  ) {}

  get isFull(): boolean {
    return this.running.size >= this.work.concurrency;
  }

  get isIdle(): boolean {
    return this.running.size === 0;
  }

  /**
   * Starts what is due, as far as there is room.
   *
   * @throws the error of the store, after the start of all slots that were taken
   */
  async fill(): Promise<void> {
    while (!this.isFull) {
      const due = await this.work.due(this.work.concurrency - this.running.size);
      if (due.length === 0) return;
      const taken = await Promise.allSettled(due.map((slot) => this.work.take(slot)));
      for (const one of taken) if (one.status === 'fulfilled' && one.value !== undefined) this.start(one.value);
      const failed = taken.find((one) => one.status === 'rejected');
      if (failed !== undefined) throw failed.reason;
    }
  }

  /** Waits for the end of one execution. */
  async oneEnd(): Promise<void> {
    await Promise.race(this.running);
  }

  /** Waits for the end of all executions. */
  async allEnds(): Promise<void> {
    await Promise.all(this.running);
  }

  private start(execute: () => Promise<void>): void {
    const execution = execute().then(
      () => {
        this.running.delete(execution);
        this.onEnd();
      },
      (error: unknown) => {
        this.running.delete(execution);
        this.onEnd(error);
      },
    );
    this.running.add(execution);
  }
}
