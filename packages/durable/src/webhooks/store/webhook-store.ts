import type { Awaitable, CallRow } from '@haft/runtime';
import type { WebhookEventType } from '../webhook-event.js';

/** An event that the database keeps until every endpoint has it. Times are milliseconds. */
export interface StoredEvent extends Pick<
  CallRow,
  'key' | 'runId' | 'callId' | 'tenantId' | 'userId' | 'tool' | 'kind' | 'state' | 'createdAt' | 'expiresAt'
> {
  /** Unique, and the same in each attempt. */
  readonly id: string;
  readonly type: WebhookEventType;
  /** The time of the change. */
  readonly at: number;
  /** The state of each endpoint as JSON, or null before the first attempt. */
  readonly deliveries: string | null;
}

/** The right to send an event. */
export interface EventLease {
  /** Random. */
  readonly lease: string;
  readonly leaseUntil: number;
  readonly now: number;
  /** The most events. */
  readonly limit: number;
}

/** The state of an event after an attempt. */
export interface EventRecord {
  readonly id: string;
  readonly lease: string;
  /** As JSON. */
  readonly deliveries: string;
  /** The time of the next attempt. Null after the last one. */
  readonly nextAt: number | null;
  /** Whether an endpoint has not got the event, and gets no other attempt. */
  readonly isFailed: boolean;
}

/**
 * Keeps events until they are delivered. The database itself writes an event in the transaction
 * that changes the call, so that no process can lose it.
 */
export interface WebhookStore {
  /** Returns events that are due, and that no other process sends. Oldest first. */
  claim(lease: EventLease): Awaitable<readonly StoredEvent[]>;
  /**
   * Writes the state of an event, and ends the lease. Deletes an event that every endpoint has.
   *
   * @returns false if the lease was lost. The other process writes its own state.
   */
  record(record: EventRecord): Awaitable<boolean>;
  /** Returns events that failed, oldest first. With `id`, this one. */
  failed(filter: { readonly id?: string; readonly limit: number }): Awaitable<readonly StoredEvent[]>;
  /** Makes an event due that failed. Returns false if there is none. */
  resend(id: string, change: { readonly deliveries: string; readonly now: number }): Awaitable<boolean>;
  /** Deletes events that failed, and that are older than `before`. Returns their number. */
  prune(options: { readonly before: number; readonly limit: number }): Awaitable<number>;
  /** Closes connections that the store opened. */
  close?(): Awaitable<void>;
}
