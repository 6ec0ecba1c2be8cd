import type { ListedReference, ReferenceStore, StoredReference } from './references/reference-store.js';
import { openSqlite, type SqliteDatabase, type SqliteStatement } from './sqlite/open-sqlite.js';

/** Options of {@link SqliteReferences}. */
export interface SqliteReferencesOptions {
  /** Path of the file. Haft creates a missing file. Processes of one machine may share it. */
  readonly file: string;
  /** Returns the time in milliseconds since the epoch. Default: `Date.now`. */
  readonly now?: () => number;
}

/**
 * A store of references in SQLite, which is part of Node 22.13 and newer. Values survive a restart.
 * SQLite stores them as plain text, so restrict access to the file.
 *
 * @throws {HaftError} `HAFT_NODE_VERSION` if this version of Node has no SQLite
 * @example const runtime = createRuntime({ toolsets, references: { store: new
 *   SqliteReferences({ file: 'references.db' }) } });
 */
export class SqliteReferences implements ReferenceStore {
  private readonly database: SqliteDatabase;
  private readonly count: SqliteStatement;
  private readonly insert: SqliteStatement;
  private readonly read: SqliteStatement;
  private readonly all: SqliteStatement;
  private readonly remove: SqliteStatement;
  private readonly removeAll: SqliteStatement;
  private readonly evict: SqliteStatement;
  private readonly now: () => number;

  constructor({ file, now = Date.now }: SqliteReferencesOptions) {
    this.now = now;
    this.database = openSqlite(file, {
      who: 'SqliteReferences',
      instead: 'the default, which is in memory, or your own ReferenceStore',
    });
    this.database.exec(SCHEMA);
    const prepare = (sql: string): SqliteStatement => this.database.prepare(sql);
    this.count = prepare(
      'INSERT INTO haft_reference_numbers (scope, name, number) VALUES (?, ?, 1) ON CONFLICT DO UPDATE SET number = number + 1 RETURNING number',
    );
    this.insert = prepare(
      'INSERT INTO haft_references (scope, id, type, schema, json, until) VALUES (?, ?, ?, ?, ?, ?)',
    );
    this.read = prepare(
      'SELECT type, schema, json, until FROM haft_references WHERE scope = ? AND id = ? AND until > ?',
    );
    this.all = prepare(
      'SELECT id, type, schema, length(json) AS characters, until FROM haft_references WHERE scope = ? AND until > ? ORDER BY added',
    );
    this.remove = prepare('DELETE FROM haft_references WHERE scope = ? AND id = ?');
    this.removeAll = prepare('DELETE FROM haft_references WHERE scope = ?');
    this.evict = prepare('DELETE FROM haft_references WHERE until <= ?');
  }

  /** Stores a value and returns its id. Deletes expired values of all scopes. */
  add(scope: string, name: string, { type, schema, json, until }: StoredReference): string {
    this.evict.run(this.now());
    const [row] = this.count.all(scope, name);
    const id = `${name}_${Number(row?.['number'])}`;
    this.insert.run(scope, id, type, schema, json, until);
    return id;
  }

  /** Returns a value. Undefined if it is missing or has expired. */
  get(scope: string, id: string): StoredReference | undefined {
    const [row] = this.read.all(scope, id, this.now());
    return row as StoredReference | undefined;
  }

  /** Lists the values of a scope, oldest first. */
  list(scope: string): readonly ListedReference[] {
    return this.all.all(scope, this.now()) as unknown as readonly ListedReference[];
  }

  /** Deletes a value. Its id is not used again. */
  delete(scope: string, id: string): void {
    this.remove.run(scope, id);
  }

  /** Deletes all values of a scope. Its ids are not used again. */
  clear(scope: string): void {
    this.removeAll.run(scope);
  }

  /** Closes the database. A runtime does not close it, since several may share a store. */
  close(): void {
    this.database.close();
  }
}

const SCHEMA = `
CREATE TABLE IF NOT EXISTS haft_references (added INTEGER PRIMARY KEY AUTOINCREMENT, scope TEXT NOT NULL, id TEXT NOT NULL, type TEXT NOT NULL, schema TEXT NOT NULL, json TEXT NOT NULL, until INTEGER NOT NULL);
CREATE UNIQUE INDEX IF NOT EXISTS haft_references_id ON haft_references (scope, id);
CREATE INDEX IF NOT EXISTS haft_references_until ON haft_references (until);
CREATE TABLE IF NOT EXISTS haft_reference_numbers (scope TEXT NOT NULL, name TEXT NOT NULL, number INTEGER NOT NULL, PRIMARY KEY (scope, name)) WITHOUT ROWID;
`;
