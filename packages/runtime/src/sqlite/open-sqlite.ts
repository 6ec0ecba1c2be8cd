import { HaftError } from '@haft/core';

/** A value of a column. */
export type SqliteValue = string | number | bigint | null | Uint8Array;

/** An open database of `node:sqlite`. The types of older versions of Node lack it. */
export interface SqliteDatabase {
  exec(sql: string): void;
  prepare(sql: string): SqliteStatement;
  close(): void;
}

/** A database that was opened with `allowExtensions`. */
export interface ExtensibleSqliteDatabase extends SqliteDatabase {
  /** Loads an extension. */
  loadExtension(path: string): void;
  /** Turns {@link ExtensibleSqliteDatabase.loadExtension} on and off. */
  enableLoadExtension(isEnabled: boolean): void;
}

/** A prepared statement. */
export interface SqliteStatement {
  get(...values: readonly SqliteValue[]): Readonly<Record<string, unknown>> | undefined;
  all(...values: readonly SqliteValue[]): readonly Readonly<Record<string, unknown>>[];
  run(...values: readonly SqliteValue[]): { readonly changes: number | bigint };
}

/** Options of {@link openSqlite}. */
export interface OpenSqliteOptions {
  /** The class that needs SQLite, for the message of an error. */
  readonly who: string;
  /** Other stores, for the hint of an error. */
  readonly instead: string;
  /** Whether the database can load extensions. Turn it off when yours is loaded. Default: no. */
  readonly allowExtensions?: boolean;
}

/**
 * Opens a file of SQLite, which is part of Node 22.13 and newer. Statements never wait for the lock
 * of another connection, since that stops the event loop: they throw `SQLITE_BUSY`.
 *
 * @throws {HaftError} `HAFT_NODE_VERSION` if this version of Node has no SQLite
 */
export function openSqlite(
  file: string,
  { who, instead, allowExtensions = false }: OpenSqliteOptions,
): ExtensibleSqliteDatabase {
  // An import would fail on a Node without SQLite, before Haft can explain it.
  const sqlite = process.getBuiltinModule('node:sqlite') as Sqlite | undefined;
  if (sqlite === undefined) {
    const message = `${who} needs Node 22.13 or newer; this is Node ${process.versions.node}.`;
    throw new HaftError('HAFT_NODE_VERSION', message, { hint: `Use a newer Node, or another store: ${instead}.` });
  }
  const database = new sqlite.DatabaseSync(file, { allowExtension: allowExtensions });
  database.exec('PRAGMA busy_timeout = 0');
  return database;
}

interface Sqlite {
  readonly DatabaseSync: new (file: string, options: { readonly allowExtension: boolean }) => ExtensibleSqliteDatabase;
}
