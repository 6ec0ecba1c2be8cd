import { HaftError } from '@haft/core';

/**
 * Opens an SQLite file. SQLite is part of Node 22.13 and newer. Readers do not wait for a writer
 * (`WAL`), and one process waits a second for another.
 *
 * @param who - class that needs SQLite, for the message
 * @param instead - other stores, for the hint
 * @throws {HaftError} `HAFT_NODE_VERSION` if this version of Node has no SQLite
 */
export function openSqlite(file: string, who: string, instead: string): Database {
  // An import would fail on a Node without SQLite, before Haft can explain it.
  const sqlite = process.getBuiltinModule('node:sqlite') as Sqlite | undefined;
  if (sqlite === undefined) {
    const message = `${who} needs Node 22.13 or newer; this is Node ${process.versions.node}.`;
    throw new HaftError('HAFT_NODE_VERSION', message, { hint: `Use a newer Node, or another store: ${instead}.` });
  }
  const database = new sqlite.DatabaseSync(file);
  database.exec('PRAGMA busy_timeout = 1000; PRAGMA journal_mode = WAL;');
  return database;
}

/** The part of `node:sqlite` that Haft uses. The types of older versions of Node lack it. */
interface Sqlite {
  readonly DatabaseSync: new (file: string) => Database;
}

/** An open database. */
export interface Database {
  exec(sql: string): void;
  prepare(sql: string): Statement;
  close(): void;
}

/** A prepared statement. */
export interface Statement {
  get(...parameters: readonly (string | number)[]): { readonly value: string } | undefined;
  all(...parameters: readonly (string | number)[]): readonly Readonly<Record<string, unknown>>[];
  run(...parameters: readonly (string | number)[]): { readonly changes: number | bigint };
}
