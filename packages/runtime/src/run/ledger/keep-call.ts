import type { DeferredOutcome, ToolOutcome } from '@haft/core';
import type { Call } from '../../call/call.js';
import { waitingOutcome, waitOf } from '../../call/deferral/suspended-call.js';
import { outcomeOfRow } from '../../call/ledger/outcome-of-row.js';
import { proposedCall, type RowParts } from '../../call/ledger/proposed-call.js';
import { rowOf } from '../../call/ledger/row-of.js';
import type { LedgerKeeper } from '../../ledger/ledger-keeper.js';
import { plainSuspended } from '../deferral/plain-call.js';
import type { RunState } from '../state/run-state.js';
import { openCallOfRow } from './open-call-of-row.js';
import { saveRun } from './save-run.js';
import { letWait } from './suspended-row.js';

/**
 * Writes a deferred call to the ledger, and then its run.
 *
 * @returns the outcome that the model gets. It is another one if the same call was made before.
 */
export async function keepCall(
  run: RunState,
  keeper: LedgerKeeper,
  call: Call,
  outcome: DeferredOutcome,
): Promise<ToolOutcome> {
  const { optional } = call;
  const row = rowOf(call);
  const { lease } = row;
  const parts = partsOf(run, outcome);
  const options = lease === undefined ? {} : { replaces: [lease] };
  const [change] = await keeper.store.propose([proposedCall(call, row, parts)], options);
  if (lease !== undefined) keeper.release(lease);
  if (change?.changed === true && parts.suspended !== undefined) await letWait(keeper, row.key, parts.suspended);
  let answer: ToolOutcome = outcome;
  if (change?.changed !== true && change?.row !== undefined) {
    const known = change.row;
    if (known.fingerprint === parts.fingerprint) {
      const open = openCallOfRow(known, run.runtime.pendingSecret);
      answer = outcomeOfRow(known) ?? (open === undefined ? outcome : waitingOutcome({ open }));
      run.paused.exchange(outcome, answer);
    }
  }
  if (optional.inBatch !== true && optional.parent === undefined) await saveRun(run, keeper);
  return answer;
}

function partsOf(run: RunState, outcome: DeferredOutcome): RowParts {
  const wait = waitOf(outcome);
  if (wait.open !== undefined) {
    const { request } = wait.open;
    return { state: 'awaiting', kind: request.kind, fingerprint: request.fingerprint, request };
  }
  const suspended = plainSuspended(wait.suspended, run.ownBudgets);
  return { state: 'queued', kind: 'program', fingerprint: suspended.fingerprint, suspended };
}
