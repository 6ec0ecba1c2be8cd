/*
 * Opens a file of the SQLite that is part of Node.
 */

export {
  openSqlite,
  type ExtensibleSqliteDatabase,
  type OpenSqliteOptions,
  type SqliteDatabase,
  type SqliteStatement,
  type SqliteValue,
} from './sqlite/open-sqlite.js';
export { SqliteFile, type SqliteFileOptions } from './sqlite/sqlite-file.js';
