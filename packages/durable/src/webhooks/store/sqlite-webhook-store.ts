import { refuseUnknownOptions, type OptionNames } from '@haft/core';
import { migratedTables } from '@haft/runtime/sql';
import { SqliteFile } from '@haft/runtime/sqlite';
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
  private readonly file: SqliteFile;

  constructor(options: SqliteWebhookStoreOptions) {
    refuseUnknownOptions('SqliteWebhookStore', options, OPTIONS);
    this.file = new SqliteFile(options.file, {
      who: 'SqliteWebhookStore',
      instead: 'PostgresWebhookStore',
      ...migratedTables([SQLITE_MIGRATIONS, SQLITE_EVENT_MIGRATIONS], 'PRAGMA synchronous = FULL'),
    });
  }

  /** Takes events. See `WebhookStore.claim`. */
  claim(lease: EventLease): Promise<readonly StoredEvent[]> {
    return this.file.write(() => Array.from(this.file.all(STATEMENTS.claim, ...claimValues(lease)), eventOf));
  }

  /** Writes the state of an event. See `WebhookStore.record`. */
  record(record: EventRecord): Promise<boolean> {
    const [name, values] = recordOf(record);
    return this.file.write(() => this.file.run(STATEMENTS[name], ...values) === 1);
  }

  /** Returns events that failed. See `WebhookStore.failed`. */
  failed({ id, limit }: { readonly id?: string; readonly limit: number }): Promise<readonly StoredEvent[]> {
    return this.file.read(() => {
      const rows = id === undefined ? this.file.all(STATEMENTS.failed, limit) : this.file.all(STATEMENTS.failedOne, id);
      return Array.from(rows, eventOf);
    });
  }

  /** Makes an event due. See `WebhookStore.resend`. */
  resend(id: string, { deliveries, now }: { readonly deliveries: string; readonly now: number }): Promise<boolean> {
    return this.file.write(() => this.file.run(STATEMENTS.resend, deliveries, now, id) === 1);
  }

  /** Deletes events that failed. See `WebhookStore.prune`. */
  prune({ before, limit }: { readonly before: number; readonly limit: number }): Promise<number> {
    return this.file.write(() => this.file.run(STATEMENTS.prune, before, limit));
  }

  /** Closes the connection of this store. */
  close(): Promise<void> {
    return this.file.close();
  }
}

const STATEMENTS: EventStatements = eventStatements((place) => `?${place}`, '');

const OPTIONS: OptionNames<SqliteWebhookStoreOptions> = { file: true };
