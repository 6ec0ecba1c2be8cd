import type { CallRow, PendingRun } from '@haft/runtime';
import { PENDING_FORMAT } from '@haft/runtime/internal';

/** Returns a pending run without calls: the rows have them. */
export function emptyRun({ runId, tenantId, userId }: CallRow): PendingRun {
  return {
    format: PENDING_FORMAT,
    runId,
    ...(userId === '' ? {} : { userId }),
    ...(tenantId === '' ? {} : { tenantId }),
    requests: [],
    calls: [],
    counters: { calls: 0, unknownNames: 0, revealed: [], tools: {} },
  };
}
