import type { JobListener, QueueWorker, QueueWorkerOptions } from './link.js';

interface JobEvents {
  on(event: 'completed', listener: (event: { jobId: string; returnvalue: unknown }) => void): unknown;
  on(event: 'failed', listener: (event: { jobId: string; failedReason: string }) => void): unknown;
  on(event: 'progress', listener: (event: { jobId: string; data: unknown }) => void): unknown;
  on(event: 'removed', listener: (event: { jobId: string; prev: string }) => void): unknown;
  on(event: 'active' | 'duplicated', listener: (event: { jobId: string }) => void): unknown;
}

/** Passes the events of BullMQ on. */
export function forward(events: JobEvents, listener: JobListener): void {
  events.on('completed', ({ jobId, returnvalue }) => {
    listener.completed(jobId, returnvalue);
  });
  events.on('failed', ({ jobId, failedReason }) => {
    listener.failed(jobId, failedReason);
  });
  events.on('progress', ({ jobId, data }) => {
    listener.progress(jobId, data);
  });
  events.on('removed', ({ jobId, prev }) => {
    listener.removed(jobId, prev);
  });
  events.on('active', ({ jobId }) => {
    listener.active(jobId);
  });
  events.on('duplicated', ({ jobId }) => {
    listener.duplicated(jobId);
  });
}

interface BullWorker {
  pause(doNotWaitActive: boolean): Promise<void>;
  waitUntilReady(): Promise<unknown>;
  close(): Promise<void>;
}

/** Returns a worker of BullMQ with the methods that a fleet uses. */
export function queueWorker(worker: BullWorker): QueueWorker {
  return {
    pause: () => worker.pause(true),
    ready: async () => {
      await worker.waitUntilReady();
    },
    close: () => worker.close(),
  };
}

/** Returns the options of BullMQ for a worker. */
export function workerSettings({ concurrency, lockMs, stalledCheckMs }: QueueWorkerOptions): {
  readonly concurrency: number;
  readonly lockDuration: number;
  readonly stalledInterval: number;
  readonly maxStalledCount: number;
} {
  return { concurrency, lockDuration: lockMs, stalledInterval: stalledCheckMs, maxStalledCount: MOST_STALLS };
}

/** The worker of the fleet counts stalls itself, so that each call gets an outcome. */
const MOST_STALLS = 1_000_000;
