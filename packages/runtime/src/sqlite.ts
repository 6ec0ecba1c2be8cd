export {
  openSqlite,
  type OpenSqliteOptions,
  type SqliteDatabase,
  type SqliteStatement,
  type SqliteValue,
} from './sqlite/open-sqlite.js';
