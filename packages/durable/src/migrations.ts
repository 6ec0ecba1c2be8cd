export { printedMigrations } from './sql/printed-migrations.js';
