import type { SqliteDatabase } from '../sqlite/open-sqlite.js';
import type { MigrationSet } from './migration.js';
import { migrationHash, pendingMigrations } from './pending-migrations.js';
import { versionTable } from './version-table.js';

/**
 * Brings the tables of a file up to date, in one transaction.
 *
 * @throws {HaftError} `HAFT_INVALID_OPTION` if a newer version of Haft wrote the tables
 */
export function migrateSqlite(database: SqliteDatabase, sets: readonly MigrationSet[]): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    for (const set of sets) apply(database, set);
    database.exec('COMMIT');
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}

function apply(database: SqliteDatabase, set: MigrationSet): void {
  database.exec(versionTable(set.versions, 'INTEGER'));
  const applied = database.prepare(`SELECT version, hash FROM ${set.versions} ORDER BY version`).all();
  for (const migration of pendingMigrations(set, applied)) {
    const { version, name, sql } = migration;
    database.exec(sql);
    database
      .prepare(`INSERT INTO ${set.versions} (version, name, hash, applied_at) VALUES (?, ?, ?, ?)`)
      .run(version, name, migrationHash(migration), Date.now());
  }
}
