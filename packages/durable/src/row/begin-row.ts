import type { ToolOutcome } from '@haft/core';
import type { CallRow, ProposedCall } from '@haft/runtime';
import {
  approvedCall,
  type Call,
  callFingerprint,
  callOfRun,
  readyToComplete,
  rowOf,
  type RowOfCall,
  unknownEndOf,
  waitFor,
} from '@haft/runtime/internal';
import type { LedgerKeeper } from '../keeper/ledger-keeper.js';
import { answerOfKnown } from './answer-of-known.js';
import { equalCallWaits } from './asked-before.js';
import { beginAttempt } from './begin-attempt.js';
import { earlierCall } from './earlier-call.js';
import { proposeCall } from './propose-call.js';
import { proposedCall } from './proposed-call.js';

/**
 * Writes the row of a call that needs no decision, and begins its attempt.
 *
 * @returns the row, or the outcome if the same call was made before
 * @throws {HaftError} `HAFT_CALL_DIFFERS` if another call has its key
 */
export async function beginRow(call: Call, keeper: LedgerKeeper): Promise<RowOfCall | ToolOutcome> {
  await readyToComplete(call);
  const fingerprint = callFingerprint(approvedCall(call));
  const row = rowOf(call);
  const earlier = await earlierCall(call, keeper, row, fingerprint);
  if (earlier !== undefined) return answerOrTakeOver(call, keeper, earlier, fingerprint);
  if (call.state.planned.tool.settings.effect?.replays === true) {
    const waiting = await equalCallWaits(call, keeper);
    if (waiting !== undefined) return waiting;
  }
  const { lease, leaseUntil } = await keeper.leases.newLease();
  const proposed: ProposedCall = proposedCall(call, keeper, row, {
    state: 'running',
    kind: null,
    fingerprint,
    lease: { lease, leaseUntil },
  });
  const { changed, row: known } = await proposeCall(keeper, proposed);
  if (changed) return { ...row, lease: { ...callOfRun(call.run, row.key), attempt: 1, lease } };
  return answerOrTakeOver(call, keeper, known, fingerprint);
}

/** The times between two looks at the row of a call that another process executes. */
const FIRST_LOOK_MS = 5;
const LAST_LOOK_MS = 1000;

/**
 * Answers a call whose row exists. Begins another attempt if its process died, and waits while an
 * attempt has a lease, or is in progress in this process.
 */
async function answerOrTakeOver(
  call: Call,
  keeper: LedgerKeeper,
  known: CallRow,
  fingerprint: string,
): Promise<RowOfCall | ToolOutcome> {
  const own = rowOf(call);
  let row: CallRow | undefined = known;
  let answer = answerOfKnown(call, own, known, fingerprint);
  let pause = FIRST_LOOK_MS;
  while (answer === undefined && row?.state === 'running' && !call.answered) {
    if (keeper.leases.executes(row)) {
      await keeper.leases.whenEnded(row);
      row = await keeper.store.get(row);
      answer = row && answerOfKnown(call, own, row, fingerprint);
      continue;
    }
    const left = (row.leaseUntil ?? 0) - keeper.clock.now();
    if (left >= 0) {
      // The attempt may end long before its lease.
      await waitFor(Math.min(left + 1, pause));
      pause = Math.min(pause * 2, LAST_LOOK_MS);
      row = await keeper.store.get(row);
    } else {
      const attempt = await beginAttempt(keeper, row, [], true);
      if (attempt.begun !== undefined) return attempt.begun;
      ({ row } = attempt);
    }
    answer = row && answerOfKnown(call, own, row, fingerprint);
  }
  return answer ?? unknownEndOf(call);
}
