import type { CallLease, CallRef, CallRow } from '@haft/runtime';
import { tryParseJson } from '@haft/arguments/internal';
import type { RowOfCall } from '@haft/runtime/internal';
import type { JsonValue } from '@haft/schema';
import type { LedgerKeeper } from '../keeper/ledger-keeper.js';

/** The row of a call in progress in this process, for its steps. */
export type HeldRow = RowOfCall & { readonly lease: CallLease };

/** The row of a call, and its attempt if one has begun. */
export interface BegunAttempt {
  readonly row: CallRow | undefined;
  readonly begun?: HeldRow;
}

/**
 * Begins an attempt of a row. Begins none while this process executes an attempt of it: a lease
 * that ran out does not tell that its own process has died.
 *
 * @param from - the states of rows that have not begun
 * @param takesOver - whether it also begins for a `running` row after its lease
 */
export async function beginAttempt(
  keeper: LedgerKeeper,
  call: CallRef,
  from: readonly ('awaiting' | 'approved' | 'queued')[],
  takesOver: boolean,
): Promise<BegunAttempt> {
  const leases = keeper.leases;
  if (leases.executes(call)) {
    await leases.renew();
    return { row: await keeper.store.get(call) };
  }
  const { lease, leaseUntil, now } = await leases.newLease();
  if (from.length > 0) {
    const { changed, row } = await keeper.store.start(call, { lease, leaseUntil, now, from });
    if (changed && row !== undefined) return { row, begun: heldRow(row, lease) };
    if (!takesOver || row?.state !== 'running') return { row };
  }
  const { changed, row } = await keeper.store.start(call, { lease, leaseUntil, now, from: ['running'] });
  // The attempt before this one died. It may have taken effect.
  return changed && row !== undefined ? { row, begun: { ...heldRow(row, lease), isRecovered: true } } : { row };
}

/** Returns the row of an attempt that this process has begun. */
export function heldRow(row: CallRow, lease: string): HeldRow {
  const { key, tenantId, userId, attempt, effectKey, kept, isCancelled } = row;
  const value = tryParseJson(kept ?? '') as JsonValue | undefined;
  const held = { key, tenantId, userId, attempt, lease };
  return {
    key,
    effectKey,
    lease: held,
    ...(isCancelled && { isCancelled }),
    ...(value !== undefined && { kept: value }),
  };
}
