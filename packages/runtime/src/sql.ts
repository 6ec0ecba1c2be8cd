/*
 * Migrations and tables that stores in SQL share.
 */

export { migratedTables, migrateSqlite } from './sql/migrate-sqlite.js';
export type { Migration, MigrationSet } from './sql/migration.js';
export { migrationHash, pendingMigrations } from './sql/pending-migrations.js';
export { isPgClient, type PgClient, type PgPool } from './sql/pg-client.js';
export { PostgresTables, type PostgresPlace } from './sql/postgres-tables.js';
export { versionTable } from './sql/version-table.js';
