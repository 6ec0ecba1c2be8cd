export { printedMigrations, type PrintedMigrationOptions } from './sql/printed-migrations.js';
