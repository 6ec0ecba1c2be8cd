/*
 * A store of references in a file of SQLite.
 */

import { refuseUnknownOptions, type OptionNames } from '@haft/core';
import type { ListedReference, ReferenceStore, StoredReference } from './references/reference-store.js';
import { SqliteFile } from './sqlite.js';

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
 * @throws {HaftError} `HAFT_STORE_FAILED` if the file cannot be opened
 * @example const runtime = createRuntime({ toolsets, references: { store: new
 *   SqliteReferences({ file: 'references.db' }) } });
 */
export class SqliteReferences implements ReferenceStore {
  private readonly file: SqliteFile;
  private readonly now: () => number;

  constructor(options: SqliteReferencesOptions) {
    refuseUnknownOptions('SqliteReferences', options, OPTIONS);
    const { file, now = Date.now } = options;
    this.now = now;
    this.file = new SqliteFile(file, {
      who: 'SqliteReferences',
      instead: 'the default, which is in memory, or your own ReferenceStore',
      setUp: (database) => {
        database.exec(SCHEMA);
      },
    });
  }

  /** Stores a value and returns its id. Deletes expired values of all scopes. */
  add(scope: string, name: string, { type, schema, json, until }: StoredReference): Promise<string> {
    return this.file.transaction(() => {
      this.file.run('DELETE FROM haft_references WHERE until <= ?', this.now());
      const [row] = this.file.all(COUNT, scope, name);
      const id = `${name}_${Number(row?.['number'])}`;
      this.file.run(INSERT, scope, id, type, schema, json, until);
      return id;
    });
  }

  /** Returns a value. Undefined if it is missing or has expired. */
  get(scope: string, id: string): Promise<StoredReference | undefined> {
    return this.file.read(() => {
      const [row] = this.file.all(READ, scope, id, this.now());
      return row as StoredReference | undefined;
    });
  }

  /** Lists the values of a scope, oldest first. */
  list(scope: string): Promise<readonly ListedReference[]> {
    return this.file.read(() => this.file.all(LIST, scope, this.now()) as unknown as readonly ListedReference[]);
  }

  /** Deletes a value. Its id is not used again. */
  delete(scope: string, id: string): Promise<void> {
    const sql = 'DELETE FROM haft_references WHERE scope = ? AND id = ?';
    return this.file.write(() => void this.file.run(sql, scope, id));
  }

  /** Deletes all values of a scope. Its ids are not used again. */
  clear(scope: string): Promise<void> {
    return this.file.write(() => void this.file.run('DELETE FROM haft_references WHERE scope = ?', scope));
  }

  /** Closes the database. A runtime does not close it, since several may share a store. */
  close(): Promise<void> {
    return this.file.close();
  }
}

const COUNT =
  'INSERT INTO haft_reference_numbers (scope, name, number) VALUES (?, ?, 1) ON CONFLICT DO UPDATE SET number = number + 1 RETURNING number';
const INSERT = 'INSERT INTO haft_references (scope, id, type, schema, json, until) VALUES (?, ?, ?, ?, ?, ?)';
const READ = 'SELECT type, schema, json, until FROM haft_references WHERE scope = ? AND id = ? AND until > ?';
const LIST =
  'SELECT id, type, schema, length(json) AS characters, until FROM haft_references WHERE scope = ? AND until > ? ORDER BY added';
const SCHEMA = `
CREATE TABLE IF NOT EXISTS haft_references (added INTEGER PRIMARY KEY AUTOINCREMENT, scope TEXT NOT NULL, id TEXT NOT NULL, type TEXT NOT NULL, schema TEXT NOT NULL, json TEXT NOT NULL, until INTEGER NOT NULL);
CREATE UNIQUE INDEX IF NOT EXISTS haft_references_id ON haft_references (scope, id);
CREATE INDEX IF NOT EXISTS haft_references_until ON haft_references (until);
CREATE TABLE IF NOT EXISTS haft_reference_numbers (scope TEXT NOT NULL, name TEXT NOT NULL, number INTEGER NOT NULL, PRIMARY KEY (scope, name)) WITHOUT ROWID;
`;

const OPTIONS: OptionNames<SqliteReferencesOptions> = { file: true, now: true };
