import { HaftError, requireCount, refuseUnknownOptions, type OptionNames } from '@haft/core';
import { migrationHash, versionTable, type MigrationSet } from '@haft/runtime/sql';
import { POSTGRES_EVENT_MIGRATIONS, SQLITE_EVENT_MIGRATIONS } from '../webhooks/store/event-migrations.js';
import { POSTGRES_MIGRATIONS, SQLITE_MIGRATIONS } from './migrations.js';

/** Options of {@link printedMigrations}. */
export interface PrintedMigrationOptions {
  /** Whether the table and the triggers of webhooks are included. Default: false. */
  readonly webhooks?: boolean;
  /**
   * The version that the tables of the ledger have, the largest in `haft_migrations`. Only later
   * changes of these tables are returned. Default: 0, an empty database.
   */
  readonly from?: number;
}

/**
 * Returns the SQL of the tables of a ledger, for a migration tool of your own. It also marks the
 * migrations as applied, so that a ledger does not apply them again.
 *
 * @throws {HaftError} `HAFT_INVALID_OPTION` if there is no version `from`
 */
export function printedMigrations(database: 'postgres' | 'sqlite', options: PrintedMigrationOptions = {}): string {
  refuseUnknownOptions('printedMigrations', options, OPTIONS);
  const { webhooks = false, from = 0 } = options;
  const isPostgres = database === 'postgres';
  const calls = isPostgres ? POSTGRES_MIGRATIONS : SQLITE_MIGRATIONS;
  const events = isPostgres ? POSTGRES_EVENT_MIGRATIONS : SQLITE_EVENT_MIGRATIONS;
  return printed(laterThan(from, calls), isPostgres) + (webhooks ? printed(events, isPostgres) : '');
}

function laterThan(from: number, set: MigrationSet): MigrationSet {
  const { migrations } = set;
  const last = migrations.at(-1)?.version ?? 0;
  if (requireCount('printedMigrations from', from, 0) > last) {
    throw new HaftError(
      'HAFT_INVALID_OPTION',
      `The tables of the ledger have no version ${from}: the last is ${last}.`,
      {
        hint: 'Give the largest version in the table haft_migrations.',
      },
    );
  }
  return { ...set, migrations: migrations.filter(({ version }) => version > from) };
}

function printed({ versions, migrations }: MigrationSet, isPostgres: boolean): string {
  const now = isPostgres
    ? 'CAST(EXTRACT(EPOCH FROM now()) * 1000 AS BIGINT)'
    : "CAST(strftime('%s') AS INTEGER) * 1000";
  const changes = migrations.map((migration) => {
    const { version, name, sql } = migration;
    const values = `${version}, '${name}', '${migrationHash(migration)}', ${now}`;
    return `${sql}\nINSERT INTO ${versions} (version, name, hash, applied_at) VALUES (${values});\n`;
  });
  return `${versionTable(versions, isPostgres ? 'BIGINT' : 'INTEGER')};\n${changes.join('')}`;
}

const OPTIONS: OptionNames<PrintedMigrationOptions> = { webhooks: true, from: true };
