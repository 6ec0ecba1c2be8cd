import type { CallRow, PendingCall } from '@haft/runtime';
import { outcomeOfRow } from '../row/outcome-of-row.js';
import { requestOfRow } from '../row/request-of-row.js';
import { ifUnchanged } from '../row/stored-call.js';

/** Returns a row as people see it. */
export function pendingCall(row: CallRow, secret: string | undefined): PendingCall {
  const { key, runId, callId, tenantId, userId, tool, state, attempt, expiresAt, createdAt } = row;
  // A changed request is shown to no person. A decision about it is refused.
  const request = ifUnchanged(() => requestOfRow(row, secret));
  const outcome = outcomeOfRow(row);
  return {
    ...{ key, runId, callId, tool, state, attempts: attempt, createdAt: new Date(createdAt).toISOString() },
    ...(tenantId === '' ? {} : { tenantId }),
    ...(userId === '' ? {} : { userId }),
    arguments: request?.arguments ?? {},
    ...(request === undefined ? {} : { request }),
    ...(outcome === undefined ? {} : { outcome }),
    ...(expiresAt === null ? {} : { expiresAt: new Date(expiresAt).toISOString() }),
  };
}
