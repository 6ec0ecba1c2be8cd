import type { CallRef, RunRef } from '@haft/runtime';

/** Returns a text that two calls share only if they are the same row. */
export function callName({ key, tenantId, userId }: CallRef): string {
  return JSON.stringify([key, tenantId, userId]);
}

/** Returns a text that two runs share only if they are the same run. */
export function runName({ runId, tenantId, userId }: RunRef): string {
  return JSON.stringify([runId, tenantId, userId]);
}
