import type { SqliteDatabase } from '@haft/runtime/sqlite';
import { SQLITE_MIGRATIONS } from '../sql/migrations.js';
import { migrationHash, pendingMigrations } from '../sql/pending-migrations.js';
import { versionTable } from '../sql/version-table.js';

/**
 * Brings the tables of a file up to date, in one transaction.
 *
 * @throws {HaftError} `HAFT_INVALID_OPTION` if a newer version of Haft wrote the tables
 */
export function migrateSqlite(database: SqliteDatabase): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    database.exec(versionTable('INTEGER'));
    const applied = database.prepare('SELECT version, hash FROM haft_migrations ORDER BY version').all();
    for (const migration of pendingMigrations(SQLITE_MIGRATIONS, applied)) {
      const { version, name, sql } = migration;
      database.exec(sql);
      database
        .prepare('INSERT INTO haft_migrations (version, name, hash, applied_at) VALUES (?, ?, ?, ?)')
        .run(version, name, migrationHash(migration), Date.now());
    }
    database.exec('COMMIT');
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}
