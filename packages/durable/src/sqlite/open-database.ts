import { HaftError } from '@haft/core';

/** An open database of `node:sqlite`. The types of older versions of Node lack it. */
export interface Database {
  exec(sql: string): void;
  prepare(sql: string): Statement;
  close(): void;
}

/** A prepared statement. */
export interface Statement {
  get(...values: readonly (string | number | null)[]): Readonly<Record<string, unknown>> | undefined;
  all(...values: readonly (string | number | null)[]): readonly Readonly<Record<string, unknown>>[];
  run(...values: readonly (string | number | null)[]): { readonly changes: number | bigint };
}

/**
 * Opens a file of SQLite, which is part of Node 22.13 and newer. Readers do not wait for a writer
 * (`WAL`), and one process waits five seconds for another.
 *
 * @throws {HaftError} `HAFT_NODE_VERSION` if this version of Node has no SQLite
 */
export function openDatabase(file: string): Database {
  // An import would fail on a Node without SQLite, before Haft can explain it.
  const sqlite = process.getBuiltinModule('node:sqlite') as
    { readonly DatabaseSync: new (file: string) => Database } | undefined;
  if (sqlite === undefined) {
    const message = `SqliteCallLedger needs Node 22.13 or newer; this is Node ${process.versions.node}.`;
    throw new HaftError('HAFT_NODE_VERSION', message, {
      hint: 'Use a newer Node, or PostgresCallLedger of @haft/durable/postgres.',
    });
  }
  const database = new sqlite.DatabaseSync(file);
  database.exec('PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
  return database;
}
