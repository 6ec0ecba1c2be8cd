import type { ToolDefinition } from '@haft/core';
import type { CallJob } from '../connection/link.js';
import { countOf } from './count-of.js';

/** Returns whether a call may be executed again when its progress is unknown. */
export function canRunAgain({ hints = {} }: ToolDefinition): boolean {
  return hints.readOnly === true || hints.idempotent === true;
}

/** Returns whether a dead or stopped worker had the job before. */
export function hadWorker({ stalledCounter, data }: Pick<CallJob, 'stalledCounter' | 'data'>): boolean {
  return stalledCounter > 0 || countOf(data.stops) > 0;
}

/** Returns whether a job that a dead or stopped worker held may have taken effect. */
export function mayHaveBegun(
  job: Pick<CallJob, 'stalledCounter' | 'data'> | undefined,
  { hints }: ToolDefinition,
): boolean {
  return job !== undefined && hadWorker(job) && hints?.readOnly !== true;
}
