import { HaftError } from '@haft/core';

/**
 * Opens a file of SQLite, which is part of Node 22.13 and newer. Readers do not wait for a writer (`WAL`), and one process waits a second
 * for another.
 *
 * @param who - what needs it, and what else there is, for the message
 * @throws HaftError `HAFT_NODE_VERSION` when this Node has no SQLite
 */
export function openSqlite(file: string, who: string, instead: string): Database {
  // Not an import: that would fail on a Node without SQLite before anybody could say why.
  const sqlite = process.getBuiltinModule('node:sqlite') as Sqlite | undefined;
  if (sqlite === undefined) {
    throw new HaftError(
      'HAFT_NODE_VERSION',
      `${who} needs Node 22.13 or newer; this is Node ${process.versions.node}.`,
      {
        hint: `Use a newer Node, or another store: ${instead}.`,
      },
    );
  }
  const database = new sqlite.DatabaseSync(file);
  database.exec('PRAGMA busy_timeout = 1000; PRAGMA journal_mode = WAL;');
  return database;
}

/** As much of `node:sqlite` as is used: the types of the oldest supported Node have no such module. */
interface Sqlite {
  readonly DatabaseSync: new (file: string) => Database;
}

/** An open file. */
export interface Database {
  exec(sql: string): void;
  prepare(sql: string): Statement;
  close(): void;
}

/** A prepared statement. */
export interface Statement {
  get(...parameters: readonly (string | number)[]): { readonly value: string } | undefined;
  run(...parameters: readonly (string | number)[]): { readonly changes: number | bigint };
}
