import { HaftError, type ToolOutcome } from '@haft/core';
import { answerOfRow } from '../../call/background/task-outcome.js';
import { waitingOutcome } from '../../call/deferral/suspended-call.js';
import { beginAttempt, leaseOf, type BegunAttempt } from '../../call/ledger/begin-attempt.js';
import { holdRow, settleUnstarted, settleWithout } from '../../call/ledger/through-ledger.js';
import { isUnknownEnd } from '../../call/ledger/unknown-end.js';
import { brokenCall } from '../../call/outcome/broken-call.js';
import type { CallRow } from '../../ledger/call-ledger.js';
import type { LedgerKeeper } from '../../ledger/ledger-keeper.js';
import type { ResumedCall } from '../deferral/resumed-call.js';
import { openCallOfRow } from '../../call/ledger/open-call-of-row.js';
import { letContinue } from './suspended-row.js';

/** How a decided call continues. */
export interface RowOptions {
  /** Whether the call is executed now. Otherwise it stays `approved`. Default: true. */
  readonly execute?: boolean | undefined;
  /** Set if the decision is in the ledger, so that the call only continues. */
  readonly isDecided?: boolean | undefined;
}

/** The outcome of a decided call, and whether another decision was first. */
export interface RowOutcome {
  readonly outcome: ToolOutcome;
  readonly isLate?: true;
}

/**
 * Continues a decided call of the ledger: the decision counts if it is the first, then the attempt
 * begins, and the outcome settles it.
 *
 * @param perform - continues the call
 */
export async function performDecided(
  one: ResumedCall,
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
  const { effectKey } = row;
  call.stored = { ...call.stored, row: { key, effectKey, lease: held, ...(isRecovered && { isRecovered }) } };
  holdRow(call, keeper, held);
  try {
    const outcome = await settleUnstarted(call, await perform());
    if (outcome.status !== 'interrupted' && !isUnknownEnd(outcome)) return { outcome };
    const current = await keeper.store.get(held);
    const isTaken = current !== undefined && current.attempt !== held.attempt;
    return { outcome: isTaken ? elsewhere(one, current) : outcome };
  } catch (error) {
    await settleUnstarted(call, brokenCall(request.callId, request.tool));
    throw error;
  }
}

/** Returns the outcome of a call that another process decides or executes. */
function elsewhere({ decided, secret }: ResumedCall, row: CallRow | undefined): ToolOutcome {
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
