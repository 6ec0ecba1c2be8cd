import type { PendingCall } from 'haft/extend';

/** A page of `/admin/pending`. */
export interface PendingPage {
  readonly calls: readonly PendingCall[];
}

/** The answer to a decision. */
export interface Decided {
  readonly outcome: { readonly status: string; readonly text: string };
}

/** The path where a manager decides about a call. */
export function decisionPath({ key }: Pick<PendingCall, 'key'>): string {
  return `/admin/pending/${encodeURIComponent(key)}/decision`;
}

export const APPROVE = { decision: { kind: 'approve' } };
