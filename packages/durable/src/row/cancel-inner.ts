import type { CallRow } from '@haft/runtime';
import { interruptedCall, ownerOf } from '@haft/runtime/internal';
import type { LedgerKeeper } from '../keeper/ledger-keeper.js';
import { allRows } from './all-rows.js';
import { ifUnchanged, readStored } from './stored-call.js';

/**
 * Cancels the waiting calls inside a call that ended, at any depth. An approval must not execute
 * them. Background calls continue: they were answered with a task.
 */
export async function cancelInner(
  keeper: LedgerKeeper,
  { key, runId, ...outer }: Pick<CallRow, 'key' | 'runId' | 'tenantId' | 'userId'>,
): Promise<void> {
  const { store, clock, secret } = keeper;
  const waiting = { ...ownerOf(outer), runId, states: ['awaiting', 'approved', 'queued'] } as const;
  const inside = new Map<string, CallRow[]>();
  for await (const row of allRows(store, waiting)) {
    const { outer: around, background } = ifUnchanged(() => readStored(row, secret)) ?? {};
    if (around === undefined || background === true) continue;
    const rows = inside.get(around);
    if (rows === undefined) inside.set(around, [row]);
    else rows.push(row);
  }
  const ended = [key];
  for (const around of ended) {
    for (const row of inside.get(around) ?? []) {
      const outcome = JSON.stringify(interruptedCall(row.callId, row.tool));
      await store.cancel(row, { outcome, now: clock.now() });
      ended.push(row.key);
    }
  }
}
