import type { SqliteDatabase } from '@haft/runtime/sqlite';
import { SQLITE_MIGRATIONS, type MigrationSet } from '../sql/migrations.js';
import { migrationHash, pendingMigrations } from '../sql/pending-migrations.js';
import { versionTable } from '../sql/version-table.js';

/**
 * Brings the tables of a file up to date, in one transaction.
 *
 * @param others - migrations that follow those of the ledger
 * @throws {HaftError} `HAFT_INVALID_OPTION` if a newer version of Haft wrote the tables
 */
export function migrateSqlite(database: SqliteDatabase, others: readonly MigrationSet[] = []): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    for (const set of [SQLITE_MIGRATIONS, ...others]) apply(database, set);
    database.exec('COMMIT');
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}

function apply(database: SqliteDatabase, { versions, migrations }: MigrationSet): void {
  database.exec(versionTable(versions, 'INTEGER'));
  const applied = database.prepare(`SELECT version, hash FROM ${versions} ORDER BY version`).all();
  for (const migration of pendingMigrations(migrations, applied)) {
    const { version, name, sql } = migration;
    database.exec(sql);
    database
      .prepare(`INSERT INTO ${versions} (version, name, hash, applied_at) VALUES (?, ?, ?, ?)`)
      .run(version, name, migrationHash(migration), Date.now());
  }
}
