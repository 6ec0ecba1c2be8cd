import { HaftError, type ToolOutcome } from '@haft/core';
import type { CallRow } from '@haft/runtime';
import {
  brokenCall,
  callOfRun,
  type ContinuedCall,
  isUnknownEnd,
  type RowOptions,
  type RowOutcome,
  waitingOutcome,
} from '@haft/runtime/internal';
import { answerOfRow } from '../background/task-outcome.js';
import type { LedgerKeeper } from '../keeper/ledger-keeper.js';
import { beginAttempt, type BegunAttempt, heldRow } from '../row/begin-attempt.js';
import { openCallOfRow } from '../row/open-call-of-row.js';
import { inAttempt, settleUnstarted, settleWithout, takenOver } from '../row/through-ledger.js';
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
  const ref = callOfRun(one.run, key);
  const isDenied = decision.kind === 'deny';
  const isLeft = one.isForOthers && !isDenied;
  const { isDecided = false } = options;
  const execute = options.execute !== false && !isLeft;
  if (isDecided && isLeft) return { outcome: waitingOutcome({ open: one.decided.call }) };
  let attempt: BegunAttempt | undefined;
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
    if (row?.state === 'running') attempt = { row, begun: heldRow(row, lease) };
  }
  attempt ??= await beginAttempt(keeper, ref, ['approved'], isDecided);
  const { row, begun } = attempt;
  if (row === undefined || begun === undefined) return { outcome: elsewhere(one, row) };
  const { call } = one;
  // A call that is queued in the background leaves its attempt.
  const { lease } = begun;
  await letContinue(keeper, row);
  if (call === undefined) {
    const outcome = await perform();
    await settleWithout(keeper, lease, outcome);
    return { outcome };
  }
  try {
    const outcome = await inAttempt(call, keeper, begun, perform);
    if (outcome.status !== 'interrupted' && !isUnknownEnd(outcome)) return { outcome };
    const taken = await takenOver(keeper, lease);
    return { outcome: taken === undefined ? outcome : elsewhere(one, taken) };
  } catch (error) {
    await settleUnstarted(call, keeper, brokenCall(request.callId, request.tool));
    throw error;
  }
}

/** Returns the outcome of a call that another process decides or executes. */
function elsewhere({ decided, run }: ContinuedCall, row: CallRow | undefined): ToolOutcome {
  const { request } = decided.call;
  const { pendingSecret: secret } = run.runtime.people;
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
