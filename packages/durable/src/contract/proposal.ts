import type { CallRef, ProposedCall } from '@haft/runtime';

/** Returns a call that waits for an approval. */
export function proposal(key: string, own: Partial<ProposedCall> = {}): ProposedCall {
  return {
    key,
    runId: 'run',
    turn: '',
    callId: 'call',
    tenantId: 'tenant',
    userId: 'user',
    tool: 'pay',
    content: `content-${key}`,
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

/** Returns a call of the owner of {@link proposal}. */
export function ref(key: string): CallRef {
  return { key, tenantId: 'tenant', userId: 'user' };
}
