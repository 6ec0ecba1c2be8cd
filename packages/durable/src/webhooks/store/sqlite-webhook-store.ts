import { openSqlite, type SqliteDatabase, type SqliteStatement } from '@haft/runtime/sqlite';
import { migrateSqlite } from '@haft/runtime/sql';
import { SQLITE_MIGRATIONS } from '../../sql/migrations.js';
import { SQLITE_EVENT_MIGRATIONS } from './event-migrations.js';
import { claimValues, eventOf, eventStatements, recordOf, type EventStatements } from './event-statements.js';
import type { EventLease, EventRecord, StoredEvent, WebhookStore } from './webhook-store.js';

/** Options of {@link SqliteWebhookStore}. */
export interface SqliteWebhookStoreOptions {
  /** Path of the file of the ledger. */
  readonly file: string;
}

/**
 * The events of a `SqliteCallLedger`, in its file. Once the store has been opened, all processes
 * write events, whether or not they send them.
 *
 * @throws {HaftError} `HAFT_NODE_VERSION` if this version of Node has no SQLite
 * @throws {HaftError} `HAFT_INVALID_OPTION` if the file has tables of a newer version
 */
export class SqliteWebhookStore implements WebhookStore {
  private readonly database: SqliteDatabase;
  private readonly statements: Readonly<Record<keyof EventStatements, SqliteStatement>>;

  constructor({ file }: SqliteWebhookStoreOptions) {
    const instead = 'PostgresWebhookStore';
    this.database = openSqlite(file, { who: 'SqliteWebhookStore', instead, waitMs: 5000 });
    this.database.exec('PRAGMA synchronous = FULL');
    migrateSqlite(this.database, [SQLITE_MIGRATIONS, SQLITE_EVENT_MIGRATIONS]);
    const prepared = Object.entries(STATEMENTS).map(([name, sql]) => [name, this.database.prepare(sql)]);
    this.statements = Object.fromEntries(prepared) as Record<keyof EventStatements, SqliteStatement>;
  }

  /** Takes events. See `WebhookStore.claim`. */
  claim(lease: EventLease): readonly StoredEvent[] {
    return Array.from(this.statements.claim.all(...claimValues(lease)), eventOf);
  }

  /** Writes the state of an event. See `WebhookStore.record`. */
  record(record: EventRecord): boolean {
    const [name, values] = recordOf(record);
    return Number(this.statements[name].run(...values).changes) === 1;
  }

  /** Returns events that failed. See `WebhookStore.failed`. */
  failed({ id, limit }: { readonly id?: string; readonly limit: number }): readonly StoredEvent[] {
    const rows = id === undefined ? this.statements.failed.all(limit) : this.statements.failedOne.all(id);
    return Array.from(rows, eventOf);
  }

  /** Makes an event due. See `WebhookStore.resend`. */
  resend(id: string, { deliveries, now }: { readonly deliveries: string; readonly now: number }): boolean {
    return Number(this.statements.resend.run(deliveries, now, id).changes) === 1;
  }

  /** Deletes events that failed. See `WebhookStore.prune`. */
  prune({ before, limit }: { readonly before: number; readonly limit: number }): number {
    return Number(this.statements.prune.run(before, limit).changes);
  }

  /** Closes the connection of this store. */
  close(): void {
    this.database.close();
  }
}

const STATEMENTS: EventStatements = eventStatements((place) => `?${place}`, '');
