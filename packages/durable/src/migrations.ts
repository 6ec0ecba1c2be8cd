/*
 * The SQL of all migrations, for databases that another tool migrates.
 */

export { printedMigrations, type PrintedMigrationOptions } from './sql/printed-migrations.js';
