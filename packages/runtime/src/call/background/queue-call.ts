import type { ToolOutcome } from '@haft/core';
import { readyToComplete } from '../arguments/completed-arguments.js';
import type { Call } from '../call.js';
import { callFingerprint } from '../deferral/call-fingerprint.js';
import { approvedCall } from '../deferral/defer.js';
import { proposedCall } from '../ledger/proposed-call.js';
import { rowOf } from '../ledger/row-of.js';
import { unknownEndOf } from '../ledger/unknown-end.js';
import type { LedgerKeeper } from '../../ledger/ledger-keeper.js';
import { TASK_STATUS } from '../../toolsets/tasks/task-tools.js';
import { taskOutcome } from './task-outcome.js';
import { handOver } from './hand-over.js';

/**
 * Writes an accepted and decided call as `queued`, hands it over, and answers it with a task. If
 * the same call was made before, answers with that task.
 */
export async function queueCall(call: Call, keeper: LedgerKeeper): Promise<ToolOutcome> {
  await readyToComplete(call);
  call.setOptional({ background: 'queue' });
  const row = rowOf(call);
  const { lease } = row;
  const fingerprint = callFingerprint(approvedCall(call));
  const proposed = proposedCall(call, row, { state: 'queued', kind: null, fingerprint });
  const replaces = lease === undefined ? [] : [lease];
  const [change] = await keeper.store.propose([proposed], { replaces });
  const kept = change?.row;
  if (kept === undefined) throw new Error(`The ledger of calls did not write the row ${row.key}.`);
  if (lease !== undefined) {
    // The row is no longer an attempt of this call.
    keeper.release(lease);
    delete row.lease;
  }
  if (change?.changed === true) await handOver(call.run, kept, call.run.options);
  else if (kept.fingerprint !== fingerprint) return unknownEndOf(call);
  const { repairs, run } = call;
  return { ...taskOutcome(kept, run.find(TASK_STATUS) !== undefined), repairs };
}
