import type { NewTimerJob, TimerJob, TimerQueue } from './link.js';

interface BullQueue {
  addBulk(jobs: { name: string; data: unknown; opts: object }[]): Promise<unknown>;
  getJobScheduler(id: string): Promise<{ readonly next?: number; readonly pattern?: string } | undefined>;
  upsertJobScheduler(
    id: string,
    repeat: { pattern: string },
    template: { name: string; opts: object },
  ): Promise<unknown>;
  close(): Promise<void>;
}

interface BullJob {
  readonly name: string;
  readonly data: unknown;
  readonly opts: { readonly prevMillis?: number };
}

/** Returns a queue of BullMQ with the methods that a timer uses. */
export function timerQueue(queue: BullQueue, worker: { close(): Promise<void> }): TimerQueue {
  return {
    async add(jobs) {
      await queue.addBulk(jobs.map(bullJob));
    },
    async repeat(name, everyMs) {
      const pattern = String(everyMs);
      const found = await queue.getJobScheduler(name);
      const isAlive = found?.pattern === pattern && (found.next ?? 0) > Date.now() - LATE_INTERVALS * everyMs;
      // A new one would replace the job that is about to come.
      if (!isAlive) await queue.upsertJobScheduler(name, { pattern }, { name, opts: ENDED });
    },
    async close() {
      await worker.close();
      await queue.close();
    },
  };
}

/** Returns a job of BullMQ as a timer reads it. */
export function timerJob({ name, data, opts }: BullJob): TimerJob {
  return { name, data, plannedAt: opts.prevMillis };
}

/**
 * The repeat strategy of a timer: the next multiple of the interval. All processes compute the
 * same, and no time zone has a part in it.
 */
export function nextMultiple(now: number, { pattern = '' }: { readonly pattern?: string }): number {
  const everyMs = Number(pattern);
  return (Math.floor(now / everyMs) + 1) * everyMs;
}

function bullJob({ id, name, data, delayMs = 0 }: NewTimerJob): { name: string; data: unknown; opts: object } {
  return { name, data, opts: { jobId: id, delay: delayMs, ...ENDED } };
}

/** An ended job would keep a second one with its id out of the queue. */
const ENDED = { attempts: 1, removeOnComplete: true, removeOnFail: true } as const;

/** If a repeated job is late by so many intervals, it is lost. */
const LATE_INTERVALS = 5;
