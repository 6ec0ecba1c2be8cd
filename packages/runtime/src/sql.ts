export { migratePostgres } from './sql/migrate-postgres.js';
export { migrateSqlite } from './sql/migrate-sqlite.js';
export type { Migration, MigrationSet } from './sql/migration.js';
export { migrationHash, pendingMigrations } from './sql/pending-migrations.js';
export { isPgClient, openPool, type PgClient, type PgPool } from './sql/pg-client.js';
export { versionTable } from './sql/version-table.js';
