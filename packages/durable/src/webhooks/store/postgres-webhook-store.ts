import { migratePostgres, openPool, type PgPool } from '@haft/runtime/sql';
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
  private opened: Promise<PgPool> | undefined;
  private own: Promise<PgPool> | undefined;

  constructor(private readonly options: PostgresWebhookStoreOptions) {}

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
    await migratePostgres(await this.poolItself(), [POSTGRES_MIGRATIONS, POSTGRES_EVENT_MIGRATIONS]);
  }

  /** Closes the pool, if the store opened it. */
  async close(): Promise<void> {
    const { own } = this;
    this.opened = undefined;
    this.own = undefined;
    if ('connectionString' in this.options) await (await own)?.end();
  }

  private async query(name: keyof EventStatements, values: readonly SqlValue[]) {
    const pool = await this.pool();
    return pool.query({ name: `haft_webhook_${name}`, text: STATEMENTS[name], values });
  }

  private poolItself(): Promise<PgPool> {
    const { options } = this;
    return (this.own ??=
      'pool' in options ? Promise.resolve(options.pool) : openPool(options.connectionString, 'PostgresWebhookStore'));
  }

  /** Returns the pool, with tables that exist. A failure is tried again at the next use. */
  private pool(): Promise<PgPool> {
    this.opened ??= this.open().catch((error: unknown) => {
      this.opened = undefined;
      throw error;
    });
    return this.opened;
  }

  private async open(): Promise<PgPool> {
    if (this.options.migrate !== false) await this.migrate();
    return this.poolItself();
  }
}

const STATEMENTS: EventStatements = eventStatements((place) => `$${place}`, 'FOR UPDATE SKIP LOCKED');
