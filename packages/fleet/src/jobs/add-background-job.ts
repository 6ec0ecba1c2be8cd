import type { PlainCall } from '@haft/runtime';
import type { JobQueue } from '../connection/link.js';
import { jobId } from './job-names.js';
import { backgroundJobOptions } from './job-options.js';

/** Adds the job of a background call. Does nothing if its attempt has a job. */
export async function addBackgroundJob(queue: JobQueue, call: PlainCall, attempt: number): Promise<void> {
  await queue.add(call.tool, { call: JSON.stringify(call) }, backgroundJobOptions(jobId(call.key, attempt)));
}
