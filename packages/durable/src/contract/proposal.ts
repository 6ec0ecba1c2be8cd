import type { ProposedCall } from '@haft/runtime';

/** Returns a call that waits for an approval. */
export function proposal(key: string, own: Partial<ProposedCall> = {}): ProposedCall {
  return {
    key,
    runId: 'run',
    callId: 'call',
    tenantId: 'tenant',
    userId: 'user',
    tool: 'pay',
    kind: 'approval',
    state: 'awaiting',
    lease: null,
    leaseUntil: null,
    fingerprint: 'print',
    effectKey: `effect-${key}`,
    call: '{}',
    request: null,
    createdAt: 1000,
    expiresAt: null,
    ...own,
  };
}
