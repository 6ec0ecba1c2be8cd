import { PostgresTables } from '@haft/runtime/sql';
import { POSTGRES_MIGRATIONS } from '../../sql/migrations.js';
import type { PostgresCallLedgerOptions } from '../../postgres/postgres-call-ledger.js';
import type { SqlValue } from '../../sql/call-columns.js';
import { POSTGRES_EVENT_MIGRATIONS } from './event-migrations.js';
import { claimValues, eventOf, eventStatements, recordOf, type EventStatements } from './event-statements.js';
import type { EventLease, EventRecord, StoredEvent, WebhookStore } from './webhook-store.js';

/** Options of {@link PostgresWebhookStore}, as a `PostgresCallLedger` takes them. */
export type PostgresWebhookStoreOptions = PostgresCallLedgerOptions;

/**
 * The events of a `PostgresCallLedger`, in its database. Once the tables exist, all processes write
 * events, whether or not they send them.
 *
 * @throws {HaftError} `HAFT_MISSING_PEER` from its methods if `pg` is not installed
 */
export class PostgresWebhookStore implements WebhookStore {
  private readonly tables: PostgresTables;

  constructor(options: PostgresWebhookStoreOptions) {
    const sets = [POSTGRES_MIGRATIONS, POSTGRES_EVENT_MIGRATIONS];
    this.tables = new PostgresTables(options, sets, 'PostgresWebhookStore');
  }

  /** Takes events. See `WebhookStore.claim`. */
  async claim(lease: EventLease): Promise<readonly StoredEvent[]> {
    return (await this.query('claim', claimValues(lease))).rows.map(eventOf);
  }

  /** Writes the state of an event. See `WebhookStore.record`. */
  async record(record: EventRecord): Promise<boolean> {
    return (await this.query(...recordOf(record))).rowCount === 1;
  }

  /** Returns events that failed. See `WebhookStore.failed`. */
  async failed({ id, limit }: { readonly id?: string; readonly limit: number }): Promise<readonly StoredEvent[]> {
    const { rows } = await (id === undefined ? this.query('failed', [limit]) : this.query('failedOne', [id]));
    return rows.map(eventOf);
  }

  /** Makes an event due. See `WebhookStore.resend`. */
  async resend(
    id: string,
    { deliveries, now }: { readonly deliveries: string; readonly now: number },
  ): Promise<boolean> {
    return (await this.query('resend', [deliveries, now, id])).rowCount === 1;
  }

  /** Deletes events that failed. See `WebhookStore.prune`. */
  async prune({ before, limit }: { readonly before: number; readonly limit: number }): Promise<number> {
    return (await this.query('prune', [before, limit])).rowCount ?? 0;
  }

  /**
   * Creates or updates the tables and the triggers. The first use of the store does it too, by
   * default.
   */
  async migrate(): Promise<void> {
    await this.tables.migrate();
  }

  /** Closes the pool, if the store opened it. */
  async close(): Promise<void> {
    await this.tables.close();
  }

  private async query(name: keyof EventStatements, values: readonly SqlValue[]) {
    const pool = await this.tables.pool();
    return pool.query({ name: `haft_webhook_${name}`, text: STATEMENTS[name], values });
  }
}

const STATEMENTS: EventStatements = eventStatements((place) => `$${place}`, 'FOR UPDATE SKIP LOCKED');
