import { strictEqual } from 'node:assert/strict';
import type { CallLease, CallLedger, CallRow, ProposedCall } from '@haft/runtime';
import { proposal, ref } from './proposal.js';

/** Returns a call whose attempt has begun. */
export function running(key: string, own: Partial<ProposedCall> = {}): ProposedCall {
  return proposal(key, { state: 'running', kind: null, lease: 'first', leaseUntil: 2000, ...own });
}

/** Returns the options of a start. Each index has a lease of its own. */
export function start(index: number): { readonly lease: string; readonly leaseUntil: number; readonly now: number } {
  return { lease: `lease-${index}`, leaseUntil: 2000, now: 1000 };
}

/** Returns the end of an attempt. */
export function end(state: 'done'): { readonly state: 'done'; readonly outcome: string; readonly now: number } {
  return { state, outcome: `{"text":"${state}"}`, now: 1500 };
}

/** Writes a call, and returns its row. */
export async function written(ledger: CallLedger, call: ProposedCall): Promise<CallRow> {
  const [change] = await ledger.propose([call]);
  strictEqual(change?.changed, true);
  return change.row as CallRow;
}

/** Returns the lease of a row. */
export function leaseOf({ key, tenantId, userId, attempt, lease }: CallRow): CallLease {
  return { key, tenantId, userId, attempt, lease: lease ?? '' };
}

/** Approves a call. */
export async function approve(ledger: CallLedger, key: string): Promise<void> {
  const decision = { fingerprint: 'print', state: 'approved', decision: '{"kind":"approve"}', now: 1 } as const;
  strictEqual((await ledger.decide(ref(key), decision)).changed, true);
}
