import type { PlainCall } from '@haft/runtime';
import type { JobQueue } from '../connection/link.js';
import { jobId } from './job-names.js';
import { backgroundJobOptions } from './job-options.js';

/**
 * Adds the job of a background call. Does nothing if its attempt has a job.
 *
 * @param priority - from 1. Workers take smaller ones first
 */
export async function addBackgroundJob(
  queue: JobQueue,
  call: PlainCall,
  attempt: number,
  priority: number,
): Promise<void> {
  const options = { ...backgroundJobOptions(jobId(call.key, attempt)), priority };
  await queue.add(call.tool, { call: JSON.stringify(call) }, options);
}
