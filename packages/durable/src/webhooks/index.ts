/*
 * Signed webhooks for calls that wait, with a store of events and retries.
 */

export {
  createWebhooks,
  type FailedWebhook,
  type WebhookRound,
  type Webhooks,
  type WebhooksOptions,
} from './create-webhooks.js';
export { MemoryWebhookStore } from './store/memory-webhook-store.js';
export { PostgresWebhookStore, type PostgresWebhookStoreOptions } from './store/postgres-webhook-store.js';
export { SqliteWebhookStore, type SqliteWebhookStoreOptions } from './store/sqlite-webhook-store.js';
export type { EventLease, EventRecord, StoredEvent, WebhookStore } from './store/webhook-store.js';
export { verifyWebhook, type ReceivedWebhook, type VerifiedWebhook } from './verify-webhook.js';
export type { WebhookEndpoint } from './webhook-endpoint.js';
export type { WebhookData, WebhookEvent, WebhookEventType } from './webhook-event.js';
