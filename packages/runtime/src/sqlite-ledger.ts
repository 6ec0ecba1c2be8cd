/*
 * A ledger of decisions in a file of SQLite, for one process.
 */

import { refuseUnknownOptions, type OptionNames } from '@haft/core';
import type { DecisionLedger } from './ledger/decision-ledger.js';
import { SqliteFile } from './sqlite.js';

/** Options of {@link SqliteLedger}. */
export interface SqliteLedgerOptions {
  /** Path of the file. Haft creates a missing file. Share it like the pending runs. */
  readonly file: string;
}

/**
 * A ledger of decisions in SQLite, which is part of Node 22.13 and newer. If several processes
 * decide about one request, only one succeeds. Deletes expired entries.
 *
 * @throws {HaftError} `HAFT_NODE_VERSION` if this version of Node has no SQLite
 * @throws {HaftError} `HAFT_STORE_FAILED` if the file cannot be opened
 * @example const runtime = createRuntime({ toolsets, people: { decisionLedger: new
 *   SqliteLedger({ file: 'decisions.db' }) } });
 */
export class SqliteLedger implements DecisionLedger {
  private readonly file: SqliteFile;

  constructor(options: SqliteLedgerOptions) {
    refuseUnknownOptions('SqliteLedger', options, OPTIONS);
    const { file } = options;
    this.file = new SqliteFile(file, {
      who: 'SqliteLedger',
      instead: 'the decisions of a PostgresCallLedger (@haft/durable/postgres)',
      setUp: (database) => {
        database.exec(SCHEMA);
      },
    });
  }

  /** Marks a request as decided. Returns false if it was marked before, by any process. */
  claim(requestId: string, expiresAt: string): Promise<boolean> {
    return this.file.transaction(() => {
      const now = Date.now();
      const insert = 'INSERT INTO haft_decisions (request, decided, until) VALUES (?, ?, ?) ON CONFLICT DO NOTHING';
      const isFirst = this.file.run(insert, requestId, now, Date.parse(expiresAt)) === 1;
      if (isFirst) this.evict('haft_decisions', now);
      return isFirst;
    });
  }

  /** Removes the mark of a request. */
  release(requestId: string): Promise<void> {
    return this.file.write(() => void this.file.run('DELETE FROM haft_decisions WHERE request = ?', requestId));
  }

  /** Records that a request is open until `expiresAt`. Replaces an earlier record of the id. */
  record(requestId: string, expiresAt: string): Promise<void> {
    return this.file.transaction(() => {
      const insert =
        'INSERT INTO haft_requests (request, until) VALUES (?, ?) ON CONFLICT DO UPDATE SET until = excluded.until';
      this.file.run(insert, requestId, Date.parse(expiresAt));
      this.evict('haft_requests', Date.now());
    });
  }

  /** Removes the record of a request. Returns false if there is no record, or if it has expired. */
  take(requestId: string): Promise<boolean> {
    const answer = 'DELETE FROM haft_requests WHERE request = ? AND until > ?';
    return this.file.write(() => this.file.run(answer, requestId, Date.now()) === 1);
  }

  /** Closes the database. A runtime does not close it, since several may share a ledger. */
  close(): Promise<void> {
    return this.file.close();
  }

  /** Deletes what has expired. */
  private evict(table: string, now: number): void {
    this.file.run(`DELETE FROM ${table} WHERE until <= ?`, now - KEPT_MS);
  }
}

/** Clocks of machines differ: a request that has expired on one may be open on another. */
const KEPT_MS = 60 * 60 * 1000;

const SCHEMA = `
CREATE TABLE IF NOT EXISTS haft_decisions (request TEXT PRIMARY KEY, decided INTEGER NOT NULL, until INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS haft_decisions_until ON haft_decisions (until);
CREATE TABLE IF NOT EXISTS haft_requests (request TEXT PRIMARY KEY, until INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS haft_requests_until ON haft_requests (until);
`;

const OPTIONS: OptionNames<SqliteLedgerOptions> = { file: true };
