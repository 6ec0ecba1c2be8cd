import type { CallRow } from '@haft/runtime';
import { interruptedCall, ownerOf } from '@haft/runtime/internal';
import type { LedgerKeeper } from '../keeper/ledger-keeper.js';
import { allRows } from './all-rows.js';
import { ifUnchanged, readStored } from './stored-call.js';

/** Cancels the waiting calls that a cancelled call made. An approval must not execute them. */
export async function cancelInner(
  keeper: LedgerKeeper,
  { key, runId, ...outer }: Pick<CallRow, 'key' | 'runId' | 'tenantId' | 'userId'>,
): Promise<void> {
  const { store, clock, secret } = keeper;
  const waiting = { ...ownerOf(outer), runId, states: ['awaiting', 'approved', 'queued'] } as const;
  for await (const row of allRows(store, waiting)) {
    if (ifUnchanged(() => readStored(row, secret).outer) !== key) continue;
    const outcome = JSON.stringify(interruptedCall(row.callId, row.tool));
    await store.cancel(row, { outcome, now: clock.now() });
    await cancelInner(keeper, row);
  }
}
