import type { ToolDefinition } from '@haft/core';
import type { CallJob } from '../connection/link.js';

/** Returns whether a call may be executed again when nobody knows how far it came. */
export function canRunAgain({ hints = {} }: ToolDefinition): boolean {
  return hints.readOnly === true || hints.idempotent === true;
}

/** Returns whether a job that a dead worker held may have taken effect. */
export function mayHaveBegun(job: Pick<CallJob, 'stalledCounter'> | undefined, tool: ToolDefinition): boolean {
  return job !== undefined && job.stalledCounter > 0 && !canRunAgain(tool);
}
