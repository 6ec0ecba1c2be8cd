import type { CallState, RowKind } from '@haft/runtime';

/**
 * Why an event was sent. `haft.call.pending`: a call waits for a decision, also if it asks again.
 * `haft.call.unknown`: it is not known whether a call took effect, so that a person must say it.
 * `haft.call.decided`: one of these calls waits no longer.
 */
export type WebhookEventType = (typeof WEBHOOK_EVENT_TYPES)[number];

/** All types of events. */
export const WEBHOOK_EVENT_TYPES = ['haft.call.pending', 'haft.call.unknown', 'haft.call.decided'] as const;

/** The body of a request to an endpoint, as in https://www.standardwebhooks.com. */
export interface WebhookEvent {
  readonly type: WebhookEventType;
  /** The time of the change, in ISO. It is older than the request after a retry. */
  readonly timestamp: string;
  readonly data: WebhookData;
}

/**
 * The call of an event. It has no arguments: the receiver reads them with `runtime.pending.get`.
 */
export interface WebhookData {
  /** The key of the call in the ledger. */
  readonly key: string;
  readonly runId: string;
  readonly callId: string;
  readonly tenantId?: string;
  readonly userId?: string;
  readonly tool: string;
  /** The kind of the request. Absent for a call that needed no decision. */
  readonly kind?: RowKind;
  /** The state after the change. */
  readonly state: CallState;
  /** ISO time of the call. */
  readonly createdAt: string;
  /** ISO time after which an approval is too late. */
  readonly expiresAt?: string;
  /** The result of the option `details`. */
  readonly details?: unknown;
}
