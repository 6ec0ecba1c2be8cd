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

/** The body that approves the request which the manager saw, and no later one. */
export function approve({ request }: PendingCall): object {
  return { decision: { kind: 'approve' }, request: request?.id };
}
