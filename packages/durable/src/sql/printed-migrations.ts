import { migrationHash, versionTable, type MigrationSet } from '@haft/runtime/sql';
import { POSTGRES_EVENT_MIGRATIONS, SQLITE_EVENT_MIGRATIONS } from '../webhooks/store/event-migrations.js';
import { POSTGRES_MIGRATIONS, SQLITE_MIGRATIONS } from './migrations.js';

/** Options of {@link printedMigrations}. */
export interface PrintedMigrationOptions {
  /** Whether the table and the triggers of webhooks are included. Default: false. */
  readonly webhooks?: boolean;
}

/**
 * Returns the SQL of all tables of a ledger, for an empty database and a migration tool of your own.
 * It also marks the migrations as applied, so that a ledger does not apply them again.
 */
export function printedMigrations(
  database: 'postgres' | 'sqlite',
  { webhooks = false }: PrintedMigrationOptions = {},
): string {
  const isPostgres = database === 'postgres';
  const calls = isPostgres ? POSTGRES_MIGRATIONS : SQLITE_MIGRATIONS;
  const events = isPostgres ? POSTGRES_EVENT_MIGRATIONS : SQLITE_EVENT_MIGRATIONS;
  return (webhooks ? [calls, events] : [calls]).map((set) => printed(set, isPostgres)).join('');
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
