import type { NewTimerJob, TimerQueue } from './link.js';

interface BullQueue {
  addBulk(jobs: { name: string; data: unknown; opts: object }[]): Promise<unknown>;
  close(): Promise<void>;
}

/** Returns a queue of BullMQ with the methods that a timer uses. */
export function timerQueue(queue: BullQueue, worker: { close(): Promise<void> }): TimerQueue {
  return {
    async add(jobs) {
      await queue.addBulk(jobs.map(bullJob));
    },
    async close() {
      await worker.close();
      await queue.close();
    },
  };
}

function bullJob({ id, name, data, delayMs = 0 }: NewTimerJob): { name: string; data: unknown; opts: object } {
  // An ended job would keep a second one with its id out of the queue.
  const opts = { jobId: id, delay: delayMs, attempts: 1, removeOnComplete: true, removeOnFail: true };
  return { name, data, opts };
}
