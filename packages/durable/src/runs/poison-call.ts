import type { ToolOutcome } from '@haft/core';
import type { CallRow } from '@haft/runtime';
import type { RunState } from '@haft/runtime/internal';
import type { LedgerKeeper } from '../keeper/ledger-keeper.js';
import { recoverCall } from './recover-call.js';

/**
 * Returns whether a call has ended so many processes that no other one should execute it. A program
 * begins an attempt after each pause, so that the attempts of one say nothing.
 */
export function isPoison({ state, kind, attempt }: CallRow, maxAttempts: number): boolean {
  return state === 'running' && kind !== 'program' && attempt >= maxAttempts;
}

/**
 * Continues a call. A process executes those that have ended several processes one after the other,
 * so that the cause does not take the others along.
 */
export function recoverAlone(run: RunState, keeper: LedgerKeeper, row: CallRow): Promise<ToolOutcome | undefined> {
  const recover = (): Promise<ToolOutcome | undefined> => recoverCall(run, keeper, row);
  return isPoison(row, SUSPECT_ATTEMPTS) ? keeper.quarantine.run(recover) : recover();
}

const SUSPECT_ATTEMPTS = 2;
