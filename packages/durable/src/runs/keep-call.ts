import type { DeferredOutcome, ToolOutcome } from '@haft/core';
import {
  type Call,
  interrupted,
  plainSuspended,
  rowOf,
  type RunState,
  unknownEndOf,
  waitOf,
  withMadeCalls,
} from '@haft/runtime/internal';
import type { ProposeOptions } from '@haft/runtime';
import type { LedgerKeeper } from '../keeper/ledger-keeper.js';
import { answerOfKnown } from '../row/answer-of-known.js';
import { proposeCall, type WrittenCall } from '../row/propose-call.js';
import { proposedCall, type RowParts } from '../row/proposed-call.js';
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
  const proposed = proposedCall(call, keeper, row, parts);
  const options = lease === undefined ? {} : { replaces: [lease] };
  const propose = (saves: ProposeOptions = {}): Promise<WrittenCall> =>
    proposeCall(keeper, proposed, { ...options, ...saves }, withMadeCalls(call, interrupted(call)));
  const change = savesRun ? await saveWithCall(run, (saves) => propose({ saves })) : await propose();
  if (lease !== undefined) keeper.leases.release(lease);
  if (parts.suspended !== undefined) await letWait(keeper, change, parts.suspended);
  let answer: ToolOutcome = outcome;
  if (!change.changed) {
    try {
      answer = change.stopped ?? answerOfKnown(call, row, change.row, parts.fingerprint) ?? unknownEndOf(call);
    } catch (error) {
      // Without a row, no person could decide about the call.
      run.paused.exchange(outcome, unknownEndOf(call));
      throw error;
    }
    run.paused.exchange(outcome, answer);
  }
  if (savesRun && change.isRunSaved !== true) await saveRun(run, keeper);
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
