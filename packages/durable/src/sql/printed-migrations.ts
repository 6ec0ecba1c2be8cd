import { POSTGRES_MIGRATIONS, SQLITE_MIGRATIONS } from './migrations.js';
import { migrationHash } from './pending-migrations.js';
import { versionTable } from './version-table.js';

/**
 * Returns the SQL of all tables of a ledger, for an empty database and a migration tool of your own.
 * It also marks the migrations as applied, so that a ledger does not apply them again.
 */
export function printedMigrations(database: 'postgres' | 'sqlite'): string {
  const isPostgres = database === 'postgres';
  const now = isPostgres
    ? 'CAST(EXTRACT(EPOCH FROM now()) * 1000 AS BIGINT)'
    : "CAST(strftime('%s') AS INTEGER) * 1000";
  const migrations = isPostgres ? POSTGRES_MIGRATIONS : SQLITE_MIGRATIONS;
  const changes = migrations.map((migration) => {
    const { version, name, sql } = migration;
    const values = `${version}, '${name}', '${migrationHash(migration)}', ${now}`;
    return `${sql}\nINSERT INTO haft_migrations (version, name, hash, applied_at) VALUES (${values});\n`;
  });
  return `${versionTable(isPostgres ? 'BIGINT' : 'INTEGER')};\n${changes.join('')}`;
}
