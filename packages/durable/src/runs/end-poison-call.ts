import type { CallRow } from '@haft/runtime';
import { unknownEnd } from '@haft/runtime/internal';
import type { LedgerKeeper } from '../keeper/ledger-keeper.js';
import { beginAttempt } from '../row/begin-attempt.js';
import { settleWithout } from '../row/through-ledger.js';

/**
 * Returns whether a call has ended so many processes that no other one should execute it. A program
 * begins an attempt after each pause, so that the attempts of one say nothing.
 */
export function isPoison({ state, kind, attempt }: CallRow, maxAttempts: number): boolean {
  return state === 'running' && kind !== 'program' && attempt >= maxAttempts;
}

/**
 * Returns whether a call has ended so many processes that it may be the cause. A process executes
 * such calls one after the other, so that the cause does not take the others along.
 */
export function isSuspect(row: CallRow): boolean {
  return isPoison(row, SUSPECT_ATTEMPTS);
}

const SUSPECT_ATTEMPTS = 2;

/**
 * Ends a call that killed its processes as unknown. A person decides about it.
 *
 * @returns false if another process has it
 */
export async function endPoisonCall(keeper: LedgerKeeper, row: CallRow): Promise<boolean> {
  const { lease } = await beginAttempt(keeper, row, [], true);
  if (lease === undefined) return false;
  const { callId, tool } = row;
  return settleWithout(keeper, lease, unknownEnd({ callId, tool }));
}
