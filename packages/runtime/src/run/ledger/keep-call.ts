import type { DeferredOutcome, ToolOutcome } from '@haft/core';
import type { Call } from '../../call/call.js';
import { waitOf } from '../../call/deferral/suspended-call.js';
import { answerOfKnown } from '../../call/ledger/answer-of-known.js';
import { proposedCall, type RowParts } from '../../call/ledger/proposed-call.js';
import { rowOf } from '../../call/ledger/row-of.js';
import type { ProposeOptions, RowChange } from '../../ledger/call-ledger.js';
import type { LedgerKeeper } from '../../ledger/ledger-keeper.js';
import { plainSuspended } from '../../call/deferral/plain-call.js';
import type { RunState } from '../state/run-state.js';
import { unknownEndOf } from '../../call/ledger/unknown-end.js';
import { saveRun, saveWithCall } from './save-run.js';
import { letWait } from './suspended-row.js';

/**
 * Writes a deferred call and its run to the ledger.
 *
 * @returns the outcome that the model gets. It is another one if the same call was made before.
 */
export async function keepCall(
  run: RunState,
  keeper: LedgerKeeper,
  call: Call,
  outcome: DeferredOutcome,
): Promise<ToolOutcome> {
  const { origin } = call;
  await keeper.clock.ready();
  const row = rowOf(call);
  const { lease } = row;
  // A batch saves its run at its end.
  const savesRun = origin.inBatch !== true && origin.parent === undefined;
  if (lease === undefined && isOfOtherRow(outcome, row.key)) {
    if (savesRun) await saveRun(run, keeper);
    return outcome;
  }
  const parts = partsOf(run, outcome);
  const proposed = proposedCall(call, row, parts);
  const options = lease === undefined ? {} : { replaces: [lease] };
  const propose = async (more: ProposeOptions): Promise<RowChange | undefined> =>
    (await keeper.store.propose([proposed], more))[0];
  const change = savesRun ? await saveWithCall(run, (saves) => propose({ ...options, saves })) : await propose(options);
  if (lease !== undefined) keeper.leases.release(lease);
  if (change?.changed === true && parts.suspended !== undefined) await letWait(keeper, proposed, parts.suspended);
  let answer: ToolOutcome = outcome;
  if (change?.changed !== true && change?.row !== undefined) {
    try {
      answer = answerOfKnown(call, row, change.row, parts.fingerprint) ?? unknownEndOf(call);
    } catch (error) {
      // Without a row, no person could decide about the call.
      run.paused.exchange(outcome, unknownEndOf(call));
      throw error;
    }
    run.paused.exchange(outcome, answer);
  }
  if (savesRun && change?.isRunSaved !== true) await saveRun(run, keeper);
  return answer;
}

/** Returns whether a call waits for an equal call, which has the row. */
function isOfOtherRow(outcome: DeferredOutcome, key: string): boolean {
  const { open, suspended } = waitOf(outcome);
  return ((open ?? suspended).key ?? key) !== key;
}

function partsOf(run: RunState, outcome: DeferredOutcome): RowParts {
  const wait = waitOf(outcome);
  if (wait.open !== undefined) {
    const { request } = wait.open;
    return { state: 'awaiting', kind: request.kind, fingerprint: request.fingerprint, request };
  }
  const suspended = plainSuspended(wait.suspended, run.inner.budgets);
  return { state: 'queued', kind: 'program', fingerprint: suspended.fingerprint, suspended };
}
