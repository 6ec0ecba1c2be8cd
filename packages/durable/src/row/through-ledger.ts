import type { ToolOutcome } from '@haft/core';
import { type CallLease, type CallRow, CallStopped } from '@haft/runtime';
import {
  type Call,
  innerCallsOf,
  interruptCall,
  isLeftToOthers,
  mayRunAgain,
  type RowOfCall,
  tellLate,
  unknownEndOf,
  withChanges,
  withMadeCalls,
  withoutWait,
} from '@haft/runtime/internal';
import type { LedgerKeeper } from '../keeper/ledger-keeper.js';
import type { HeldRow } from './begin-attempt.js';
import { beginRow } from './begin-row.js';
import { endOf, outcomeOfRow } from './outcome-of-row.js';
import { stoppedEnd } from './stopped-end.js';

/**
 * Executes a call between two writes to the ledger: its attempt begins, and its outcome settles it.
 * The attempt lasts until the promise of the tool settles, even if the call was answered before.
 *
 * @param perform - executes the tool
 * @param reconcile - finds out what became of an attempt that died, or executes the tool
 */
export async function throughLedger(
  call: Call,
  keeper: LedgerKeeper,
  perform: () => Promise<ToolOutcome>,
  reconcile: () => Promise<ToolOutcome>,
): Promise<ToolOutcome> {
  const { row: known } = call.stored;
  const begun = known?.lease === undefined ? await beginRow(call, keeper) : known;
  if ('status' in begun) return begun;
  const row: RowOfCall = begun;
  call.stored = { ...call.stored, row };
  row.isExecuting = true;
  // The process that died may have made calls that wait.
  if (row.isRecovered === true) innerCallsOf(call).mayWait = true;
  holdRow(call, keeper, row.lease as CallLease);
  // It must not take effect before the first renewal tells it.
  if (row.isCancelled === true) stopCancelled(call);
  if (call.stopped !== undefined) return settled(call, keeper, row, stoppedEnd(call));
  let outcome: ToolOutcome;
  try {
    outcome = withoutWait(call, await (row.isRecovered === true ? reconcile() : perform()));
  } catch (error) {
    await settled(call, keeper, row, stoppedEnd(call, error));
    throw error;
  }
  // The answer of the call writes the row.
  if (outcome.status === 'deferred' && !call.answered) return outcome;
  return settled(call, keeper, row, isEnd(outcome) ? outcome : stoppedEnd(call));
}

/** Returns whether an outcome tells what became of a method that began. */
function isEnd(outcome: ToolOutcome): boolean {
  if (outcome.status === 'interrupted') return outcome.notStarted === true;
  return outcome.status === 'failed' && outcome.reason === 'timeout'
    ? outcome.notStarted === true
    : outcome.status !== 'deferred';
}

/** Renews the lease of a call. Stops the call if another process took it, or if it is cancelled. */
function holdRow(call: Call, keeper: LedgerKeeper, lease: CallLease): void {
  keeper.leases.hold(lease, (why) => {
    if (why === 'lost') void stopLost(call, keeper, lease);
    else stopCancelled(call);
  });
}

function stopCancelled(call: Call): void {
  if (call.stored.row !== undefined) call.stored.row.isCancelled = true;
  interruptCall(call, new CallStopped('cancelled', 'The call was cancelled.'));
}

/**
 * Answers a call that another process took over with the outcome there, if it has ended. Otherwise
 * it is interrupted, or its end is unknown if it may have taken effect.
 */
async function stopLost(call: Call, { store }: LedgerKeeper, lease: CallLease): Promise<void> {
  if (call.stored.row !== undefined) call.stored.row.isLost = true;
  let known: ToolOutcome | undefined;
  try {
    const row = await store.get(lease);
    known = row && outcomeOfRow(row);
  } catch {
    // Without the ledger, the outcome is not known here.
  }
  const end = known ?? (mayRunAgain(call.state.planned.tool) ? undefined : unknownEndOf(call));
  interruptCall(call, new CallStopped('cancelled', 'Another process took over the call.'), end);
}

/**
 * Executes a call in an attempt of its row that has begun.
 *
 * @param perform - executes the call
 */
export async function inAttempt(
  call: Call,
  keeper: LedgerKeeper,
  row: HeldRow,
  perform: () => Promise<ToolOutcome>,
): Promise<ToolOutcome> {
  call.stored = { ...call.stored, row };
  holdRow(call, keeper, row.lease);
  return settleUnstarted(call, keeper, await perform());
}

/** Returns the row of an attempt that another process has taken over. */
export async function takenOver({ store }: LedgerKeeper, lease: CallLease): Promise<CallRow | undefined> {
  const row = await store.get(lease);
  return row?.attempt === lease.attempt ? undefined : row;
}

/** Settles the row of a call whose tool never began. Does nothing if the call has no attempt. */
export async function settleUnstarted(call: Call, keeper: LedgerKeeper, outcome: ToolOutcome): Promise<ToolOutcome> {
  const { row } = call.stored;
  if (row?.lease === undefined || row.isExecuting === true) return outcome;
  return outcome.status === 'deferred' ? outcome : settled(call, keeper, row, outcome);
}

/**
 * Settles an attempt that has no call in this process.
 *
 * @returns false if another process has it
 */
export async function settleWithout(keeper: LedgerKeeper, lease: CallLease, outcome: ToolOutcome): Promise<boolean> {
  return keeper.store.settle(lease, { ...endOf(outcome), now: keeper.clock.now() });
}

/**
 * Writes the outcome of an attempt.
 *
 * @returns the outcome that counts: another one if this attempt had lost its lease
 */
async function settled(call: Call, keeper: LedgerKeeper, row: RowOfCall, outcome: ToolOutcome): Promise<ToolOutcome> {
  const lease = row.lease as CallLease;
  try {
    if (row.isSettled === true && outcome.status === 'success') return outcome;
    if (outcome.status === 'interrupted' && isLeftToOthers(call)) return outcome;
    const isOurs = await keeper.store.settle(lease, {
      ...endOf(withMadeCalls(call, withChanges(call, outcome))),
      now: keeper.clock.now(),
    });
    if (isOurs) {
      row.isSettled = true;
      return outcome;
    }
    if (!call.answered) tellLate(call, outcome.status);
    const known = await keeper.store.get(lease);
    return (known && outcomeOfRow(known)) ?? unknownEndOf(call);
  } catch (error) {
    // The tool ran. Its outcome is true, even if the ledger does not know it yet.
    call.run.runtime.observe.logger.error(`The ledger of calls did not settle ${row.key}.`, { error });
    return outcome;
  } finally {
    keeper.leases.release(lease);
  }
}
