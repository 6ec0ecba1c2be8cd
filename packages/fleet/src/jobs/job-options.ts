import type { JobsOptions } from 'bullmq';

/**
 * How long ended jobs stay. A sender that was away for a moment finds its outcome there, and the
 * same call that is sent again gets it.
 */
const KEPT = { age: 3_600, count: 1_000 } as const;

/** Returns the options of a job whose sender waits. */
export function jobOptions(jobId: string): JobsOptions {
  return { jobId, attempts: 1, removeOnComplete: KEPT, removeOnFail: KEPT };
}

/**
 * Returns the options of the job of a background call. Its row has the outcome. An ended job does
 * not stay, since the queue would then ignore the same attempt that `recover` sends again.
 */
export function backgroundJobOptions(jobId: string): JobsOptions {
  return { jobId, attempts: 1, removeOnComplete: true, removeOnFail: true };
}
