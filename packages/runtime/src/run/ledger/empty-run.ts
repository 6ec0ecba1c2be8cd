import type { CallRow } from '../../ledger/call-ledger.js';
import { PENDING_FORMAT, type PendingRun } from '../deferral/pending-run.js';

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
