import type { DeferralRequest, ToolOutcome } from '@haft/core';
import type { JsonValue } from '@haft/schema';

/** The calls that wait in the ledger of a project's runtime. Any copy of Haft may keep them. */
export interface ProjectPending {
  list(filter: PendingFilter): Promise<{ readonly calls: readonly PendingCall[]; readonly next?: string }>;
  get(key: string): Promise<PendingCall | undefined>;
  decide(key: string, decision: Decision, options: object): Promise<ToolOutcome>;
}

/** Selects calls. */
export interface PendingFilter {
  readonly tenantId?: string;
  readonly userId?: string;
  readonly tool?: string;
  readonly kind?: string;
  readonly olderThanMs?: number;
  readonly after?: string;
  readonly limit?: number;
}

/** A call that waits, without sensitive arguments. */
export interface PendingCall {
  readonly key: string;
  readonly runId: string;
  readonly callId: string;
  readonly tenantId?: string;
  readonly userId?: string;
  readonly tool: string;
  readonly state: string;
  readonly request?: DeferralRequest;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly attempts: number;
  readonly outcome?: ToolOutcome;
  readonly createdAt: string;
  readonly expiresAt?: string;
}

/** A decision that the command line can give. */
export type Decision =
  | {
      readonly kind: 'approve';
      readonly arguments?: Readonly<Record<string, JsonValue>>;
      readonly metadata?: Readonly<Record<string, JsonValue>>;
    }
  | { readonly kind: 'deny'; readonly text: string }
  | { readonly kind: 'supply'; readonly values: Readonly<Record<string, JsonValue>> }
  | { readonly kind: 'result'; readonly value: JsonValue }
  | { readonly kind: 'fail' | 'retry'; readonly text: string }
  | { readonly kind: 'done'; readonly value: JsonValue }
  | { readonly kind: 'again' };
