import type { CallLease, CallRef, CallRow } from '@haft/runtime';
import { tryParseJson } from '@haft/arguments/internal';
import type { RowOfCall } from '@haft/runtime/internal';
import type { JsonValue } from '@haft/schema';
import type { LedgerKeeper } from '../keeper/ledger-keeper.js';

/** An attempt, or the row of a call that cannot begin now. */
export interface BegunAttempt {
  readonly row: CallRow | undefined;
  /** Undefined if the attempt did not begin. */
  readonly lease?: CallLease;
  /** Set if an attempt before this one died. It may have taken effect. */
  readonly isRecovered?: true;
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
    if (changed && row !== undefined) return { row, lease: leaseOf(row, lease) };
    if (!takesOver || row?.state !== 'running') return { row };
  }
  const { changed, row } = await keeper.store.start(call, { lease, leaseUntil, now, from: ['running'] });
  return changed && row !== undefined ? { row, lease: leaseOf(row, lease), isRecovered: true } : { row };
}

/** Returns the row of an attempt that began, for the steps of its call. */
export function rowOfAttempt(
  { key, effectKey, kept }: CallRow,
  lease: CallLease,
  isRecovered: true | undefined,
): RowOfCall {
  const value = tryParseJson(kept ?? '') as JsonValue | undefined;
  return { key, effectKey, lease, ...(isRecovered && { isRecovered }), ...(value !== undefined && { kept: value }) };
}

/** Returns the lease of a row that this process has begun. */
export function leaseOf({ key, tenantId, userId, attempt }: CallRow, lease: string): CallLease {
  return { key, tenantId, userId, attempt, lease };
}
