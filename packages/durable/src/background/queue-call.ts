import type { ToolOutcome } from '@haft/core';
import type { CallRow, PlainCall } from '@haft/runtime';
import {
  adoptedOutcome,
  approvedCall,
  type Call,
  callFingerprint,
  interrupted,
  isOutcome,
  readyToComplete,
  rowOf,
} from '@haft/runtime/internal';
import type { LedgerKeeper } from '../keeper/ledger-keeper.js';
import { answerOfKnown } from '../row/answer-of-known.js';
import { earlierCall } from '../row/earlier-call.js';
import { proposeCall } from '../row/propose-call.js';
import { proposedCall } from '../row/proposed-call.js';
import { replayed } from '../row/replayed.js';
import { TASK_STATUS } from '../tasks/task-tools.js';
import { handOver } from './hand-over.js';
import { taskOutcome } from './task-outcome.js';

/**
 * Writes an accepted and decided call as `queued`, hands it over, and answers it with a task. If
 * the same call was made before, answers with that task.
 */
export async function queueCall(call: Call, keeper: LedgerKeeper): Promise<ToolOutcome> {
  await readyToComplete(call);
  await keeper.clock.ready();
  call.stored = { ...call.stored, background: 'queue' };
  const row = rowOf(call);
  const { lease } = row;
  const fingerprint = callFingerprint(approvedCall(call));
  const proposed = proposedCall(call, keeper, row, { state: 'queued', kind: null, fingerprint });
  const earlier = lease === undefined ? await earlierCall(call, keeper, row, fingerprint) : undefined;
  if (earlier !== undefined) return madeBefore(call, earlier, fingerprint);
  const refusal = await refusalOf(call, proposed.call);
  // A call that has a row was taken before, or is approved.
  if (refusal !== undefined && (await keeper.store.get(proposed)) === undefined) return refusal;
  const replaces = lease === undefined ? [] : [lease];
  const { changed, row: kept, stopped } = await proposeCall(keeper, proposed, { replaces }, interrupted(call));
  if (lease !== undefined) {
    // The row is no longer an attempt of this call.
    keeper.leases.release(lease);
    delete row.lease;
  }
  if (stopped !== undefined) return stopped;
  if (!changed) return madeBefore(call, kept, fingerprint);
  call.run.counts.hasTask = true;
  await handOver(keeper, call.run, kept, call.run.options);
  return { ...taskOf(call, kept), repairs: call.repairs };
}

function taskOf({ run }: Call, row: CallRow): ToolOutcome {
  return taskOutcome(row, run.toolbox.find(TASK_STATUS) !== undefined);
}

/** Answers a call that was made before with its task. */
function madeBefore(call: Call, row: CallRow, fingerprint: string): ToolOutcome {
  const answer = answerOfKnown(call, rowOf(call), row, fingerprint);
  if (answer?.status === 'deferred') return answer;
  return { ...replayed(call, row, taskOf(call, row)), repairs: call.repairs };
}

/** Returns the outcome of a call that the executor refuses. */
async function refusalOf(call: Call, plain: string): Promise<ToolOutcome | undefined> {
  try {
    const refusal: unknown = await call.state.planned.executor?.admit?.(JSON.parse(plain) as PlainCall);
    return isOutcome(refusal) && refusal.status !== 'deferred' ? adoptedOutcome(call, refusal) : undefined;
  } catch (error) {
    // The row waits in the ledger until `runtime.recover` can hand it over.
    call.run.runtime.observe.logger.warn(`The executor did not say whether it takes ${call.name}.`, { error });
    return undefined;
  }
}
