import type { ToolOutcome } from '@haft/core';
import { readyToComplete } from '../arguments/completed-arguments.js';
import type { Call } from '../call.js';
import { callFingerprint } from '../deferral/call-fingerprint.js';
import { approvedCall } from '../deferral/defer.js';
import type { CallRow, ProposedCall } from '../../ledger/call-ledger.js';
import type { LedgerKeeper } from '../../ledger/ledger-keeper.js';
import { leasesOf } from '../../ledger/leases-of.js';
import { waitFor } from '../../async/wait-for.js';
import { beginAttempt } from './begin-attempt.js';
import { outcomeOfRow } from './outcome-of-row.js';
import { proposedCall } from './proposed-call.js';
import { rowOf } from './row-of.js';
import type { RowOfCall } from './row-of-call.js';
import { unknownEndOf } from './unknown-end.js';

/**
 * Writes the row of a call that needs no decision, and begins its attempt.
 *
 * @returns the row, or the outcome if the same call was made before the process or another one
 *   ended
 */
export async function beginRow(call: Call, keeper: LedgerKeeper): Promise<RowOfCall | ToolOutcome> {
  await readyToComplete(call);
  const fingerprint = callFingerprint(approvedCall(call));
  const row = rowOf(call);
  const { lease, leaseUntil } = await leasesOf(keeper).newLease();
  const proposed: ProposedCall = proposedCall(call, row, {
    state: 'running',
    kind: null,
    fingerprint,
    lease: { lease, leaseUntil },
  });
  const [change] = await keeper.store.propose([proposed]);
  if (change?.changed === true) return { ...row, lease: { key: row.key, attempt: 1, lease } };
  const known = change?.row;
  if (known === undefined) throw new Error(`The ledger of calls did not write the row ${row.key}.`);
  if (known.fingerprint !== fingerprint) return unknownEndOf(call);
  return outcomeOfRow(known) ?? takeOver(call, keeper, known);
}

/**
 * Begins another attempt of a call whose process died. Waits while an attempt has a lease, or is in
 * progress in this process.
 */
async function takeOver(call: Call, keeper: LedgerKeeper, known: CallRow): Promise<RowOfCall | ToolOutcome> {
  const { key, effectKey } = known;
  let row: CallRow | undefined = known;
  while (row?.state === 'running' && !call.answered) {
    if (leasesOf(keeper).executes(key)) {
      await leasesOf(keeper).whenEnded(key);
      row = await keeper.store.get(key);
      continue;
    }
    const left = (row.leaseUntil ?? 0) - keeper.clock.now();
    if (left >= 0) await waitFor(left + 1);
    const begun = await beginAttempt(keeper, key, [], true);
    if (begun.lease !== undefined) return { key, effectKey, lease: begun.lease, isRecovered: true };
    row = begun.row;
  }
  return (row && outcomeOfRow(row)) ?? unknownEndOf(call);
}
