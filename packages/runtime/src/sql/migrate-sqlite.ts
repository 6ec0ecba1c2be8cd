import type { SqliteDatabase } from '../sqlite/open-sqlite.js';
import type { SqliteFileOptions } from '../sqlite/sqlite-file.js';
import type { MigrationSet } from './migration.js';
import { migrationHash, pendingMigrations } from './pending-migrations.js';
import { versionTable } from './version-table.js';

/**
 * Brings the tables of a file up to date, in one transaction. Takes no lock if they are. Triggers
 * of
 * tables that a migration writes again stay.
 *
 * @throws {HaftError} `HAFT_INVALID_OPTION` if a newer version of Haft wrote the tables
 */
export function migrateSqlite(database: SqliteDatabase, sets: readonly MigrationSet[]): void {
  if (isMigrated(database, sets)) return;
  database.exec('BEGIN IMMEDIATE');
  try {
    const triggers = triggersOf(database);
    for (const set of sets) apply(database, set);
    keep(database, triggers);
    database.exec('COMMIT');
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}

/**
 * Returns the options of a `SqliteFile` whose tables have migrations. A process notices before its
 * next work if a newer version of Haft has changed the tables.
 *
 * @param settings - pragmas that come first
 */
export function migratedTables(
  sets: readonly MigrationSet[],
  settings: string,
): Required<Pick<SqliteFileOptions, 'setUp' | 'verify'>> {
  let seen: string | undefined;
  return {
    setUp: (database) => {
      database.exec(settings);
      migrateSqlite(database, sets);
    },
    verify: (file) => {
      const found = sets.map(
        ({ versions }) => file.all(`SELECT max(version) AS version FROM ${versions}`)[0]?.['version'],
      );
      if (found.join() === seen) return;
      isMigrated(file.database, sets);
      seen = found.join();
    },
  };
}

/**
 * Returns whether the tables of a file are up to date.
 *
 * @throws {HaftError} `HAFT_INVALID_OPTION` if a newer version of Haft wrote the tables
 */
function isMigrated(database: SqliteDatabase, sets: readonly MigrationSet[]): boolean {
  return sets.every((set) => {
    const [table] = database.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?").all(set.versions);
    return table !== undefined && pendingMigrations(set, appliedOf(database, set)).length === 0;
  });
}

function appliedOf(database: SqliteDatabase, { versions }: MigrationSet): readonly Readonly<Record<string, unknown>>[] {
  return database.prepare(`SELECT version, hash FROM ${versions} ORDER BY version`).all();
}

function apply(database: SqliteDatabase, set: MigrationSet): void {
  database.exec(versionTable(set.versions, 'INTEGER'));
  for (const migration of pendingMigrations(set, appliedOf(database, set))) {
    const { version, name, sql } = migration;
    database.exec(sql);
    database
      .prepare(`INSERT INTO ${set.versions} (version, name, hash, applied_at) VALUES (?, ?, ?, ?)`)
      .run(version, name, migrationHash(migration), Date.now());
  }
}

/** The SQL of triggers by name. */
type Triggers = ReadonlyMap<string, string>;

function triggersOf(database: SqliteDatabase): Triggers {
  const rows = database.prepare("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").all();
  return new Map(rows.map((row) => [String(row['name']), String(row['sql'])]));
}

/** Creates triggers again that were dropped with their table. */
function keep(database: SqliteDatabase, before: Triggers): void {
  const left = triggersOf(database);
  for (const [name, sql] of before) if (!left.has(name)) database.exec(sql);
}
