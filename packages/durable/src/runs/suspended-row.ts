import type { CallLease, CallRow, InnerWait, SuspendedCall } from '@haft/runtime';
import type { LedgerKeeper } from '../keeper/ledger-keeper.js';
import { proposeCall, type WrittenCall } from '../row/propose-call.js';
import { readStored } from '../row/stored-call.js';

/*
 * A suspended call continues when one of its inner calls has ended. The process that ends the inner
 * call continues it, and may die before. So that `recover` finds it then, its row is `awaiting`
 * only while all its inner calls are:
 *
 * - `letWait`, after a suspended call is written as `queued`: reads the inner calls, then changes
 *   `queued` to `awaiting`.
 * - `letContinue`, after an inner call is decided and before it begins: changes `queued` or
 *   `awaiting` to `approved`.
 *
 * If `letContinue` comes before the call is written as `queued`, then `letWait` sees the decision.
 * If it comes later, the second change of the row finds another state, and `approved` stays.
 */

/**
 * Lets a suspended call wait for decisions. Leaves it to `recover` if an inner call is decided. If
 * it was cancelled, lets its outer call continue.
 */
export async function letWait(keeper: LedgerKeeper, written: WrittenCall, { waits }: SuspendedCall): Promise<void> {
  const { store, clock } = keeper;
  const { changed, row: call, stopped } = written;
  if (stopped !== undefined) await letContinue(keeper, call);
  if (!changed) return;
  for (const wait of waits) {
    const inner = await store.get({ ...call, key: keyOf(wait) ?? '' });
    if (inner !== undefined && inner.state !== 'awaiting') return;
  }
  const row = await store.get(call);
  if (row?.state !== 'queued') return;
  const { fingerprint } = row;
  const from = { from: 'queued', fingerprint, now: clock.now(), ignoresExpiry: true } as const;
  await store.decide(row, { ...from, state: 'awaiting', decision: null });
}

function keyOf({ open, suspended }: InnerWait): string | undefined {
  return open === undefined ? suspended.key : open.key;
}

/** Lets `recover` continue the outer call of a decided call, in case this process dies before. */
export async function letContinue({ store, clock, secret }: LedgerKeeper, inner: CallRow): Promise<void> {
  const { outer: key } = readStored(inner, secret);
  if (key === undefined) return;
  const { tenantId, userId } = inner;
  const outer = { key, tenantId, userId };
  // The state may change between the two statements. It never returns to one of these two twice.
  for (let row = await store.get(outer); row?.state === 'awaiting' || row?.state === 'queued';) {
    const { fingerprint, state } = row;
    const from = { from: state, fingerprint, now: clock.now(), ignoresExpiry: true };
    const changed = await store.decide(outer, { ...from, state: 'approved', decision: null });
    if (changed.changed) return;
    row = changed.row;
  }
}

/**
 * Writes a suspended call again that this process holds and that cannot continue yet. It then waits
 * anew: calls that wait longer, such as its inner calls, are recovered first.
 */
export async function suspendAgain(
  keeper: LedgerKeeper,
  row: CallRow,
  lease: CallLease,
  suspended: SuspendedCall,
): Promise<void> {
  const queued = { ...row, createdAt: keeper.clock.now(), state: 'queued', lease: null, leaseUntil: null } as const;
  const written = await proposeCall(keeper, queued, { replaces: [lease] });
  keeper.leases.release(lease);
  await letWait(keeper, written, suspended);
}
