/*
 * Opens a file of the SQLite that is part of Node.
 */

export * from './sqlite/open-sqlite.js';
export { SqliteFile, type SqliteFileOptions } from './sqlite/sqlite-file.js';
