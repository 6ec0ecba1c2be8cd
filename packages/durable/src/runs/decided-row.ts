import { HaftError, type ToolOutcome } from '@haft/core';
import type { CallRow } from '@haft/runtime';
import {
  brokenCall,
  type ContinuedCall,
  isUnknownEnd,
  type RowOptions,
  type RowOutcome,
  waitingOutcome,
} from '@haft/runtime/internal';
import { answerOfRow } from '../background/task-outcome.js';
import type { LedgerKeeper } from '../keeper/ledger-keeper.js';
import { beginAttempt, type BegunAttempt, leaseOf, rowOfAttempt } from '../row/begin-attempt.js';
import { openCallOfRow } from '../row/open-call-of-row.js';
import { holdRow, settleUnstarted, settleWithout } from '../row/through-ledger.js';
import { letContinue } from './suspended-row.js';

/**
 * Continues a decided call of the ledger: the decision counts if it is the first, then the attempt
 * begins, and the outcome settles it.
 *
 * @param perform - continues the call
 */
export async function performDecided(
  one: ContinuedCall,
  keeper: LedgerKeeper,
  perform: () => Promise<ToolOutcome>,
  options: RowOptions,
): Promise<RowOutcome> {
  const { key = '', request } = one.decided.call;
  const { decision } = one.decided;
  const ref = { ...one.owner, key };
  const isDenied = decision.kind === 'deny';
  const isLeft = one.isForOthers && !isDenied;
  const { isDecided = false } = options;
  const execute = options.execute !== false && !isLeft;
  if (isDecided && isLeft) return { outcome: waitingOutcome({ open: one.decided.call }) };
  let begun: BegunAttempt | undefined;
  if (!isDecided) {
    const { lease, leaseUntil, now } = await keeper.leases.newLease();
    const { changed, row } = await keeper.store.decide(ref, {
      fingerprint: request.fingerprint,
      state: 'approved',
      decision: JSON.stringify(decision),
      now,
      ignoresExpiry: isDenied,
      // A denial executes nothing. Its attempt must not look like one that may have taken effect.
      ...(execute && !isDenied && { begin: { lease, leaseUntil } }),
    });
    if (!changed) return { outcome: elsewhere(one, row), isLate: true };
    if (!execute && !isDenied) return { outcome: waitingOutcome({ open: one.decided.call }) };
    if (row?.state === 'running') begun = { row, lease: leaseOf(row, lease) };
  }
  begun ??= await beginAttempt(keeper, ref, ['approved'], isDecided);
  const { row, lease: held, isRecovered } = begun;
  if (row === undefined || held === undefined) return { outcome: elsewhere(one, row) };
  const { call } = one;
  await letContinue(keeper, row, one.secret);
  if (call === undefined) {
    const outcome = await perform();
    await settleWithout(keeper, held, outcome);
    return { outcome };
  }
  call.stored = { ...call.stored, row: rowOfAttempt(row, held, isRecovered) };
  holdRow(call, keeper, held);
  try {
    const outcome = await settleUnstarted(call, keeper, await perform());
    if (outcome.status !== 'interrupted' && !isUnknownEnd(outcome)) return { outcome };
    const current = await keeper.store.get(held);
    const isTaken = current !== undefined && current.attempt !== held.attempt;
    return { outcome: isTaken ? elsewhere(one, current) : outcome };
  } catch (error) {
    await settleUnstarted(call, keeper, brokenCall(request.callId, request.tool));
    throw error;
  }
}

/** Returns the outcome of a call that another process decides or executes. */
function elsewhere({ decided, secret }: ContinuedCall, row: CallRow | undefined): ToolOutcome {
  const { request } = decided.call;
  if (row === undefined) throw noRow(request.id);
  const answer = answerOfRow(row, secret);
  if (answer !== undefined) return answer;
  return waitingOutcome({ open: openCallOfRow(row, secret) ?? decided.call });
}

function noRow(id: string): HaftError {
  return new HaftError('HAFT_UNKNOWN_DECISION', `The ledger of calls has no row for the request ${id}.`, {
    hint: 'Give the runtime the ledger that the run was paused with. Rows are deleted by `prune`.',
  });
}
