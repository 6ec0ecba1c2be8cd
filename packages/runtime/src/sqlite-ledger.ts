import type { DecisionLedger } from './ledger/decision-ledger.js';
import { openSqlite, type SqliteDatabase, type SqliteStatement } from './sqlite/open-sqlite.js';

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
 * @example const runtime = createRuntime({ toolsets, decisionLedger: new
 *   SqliteLedger({ file: 'decisions.db' }) });
 */
export class SqliteLedger implements DecisionLedger {
  private readonly database: SqliteDatabase;
  private readonly insert: SqliteStatement;
  private readonly remove: SqliteStatement;
  private readonly evict: SqliteStatement;
  private readonly open: SqliteStatement;
  private readonly answer: SqliteStatement;
  private readonly evictOpen: SqliteStatement;

  constructor({ file }: SqliteLedgerOptions) {
    this.database = openSqlite(file, {
      who: 'SqliteLedger',
      instead: 'the decisions of a PostgresCallLedger (@haft/durable/postgres)',
    });
    this.database.exec(SCHEMA);
    this.insert = this.database.prepare(
      'INSERT INTO haft_decisions (request, decided, until) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
    );
    this.remove = this.database.prepare('DELETE FROM haft_decisions WHERE request = ?');
    this.evict = this.database.prepare('DELETE FROM haft_decisions WHERE until <= ?');
    this.open = this.database.prepare(
      'INSERT INTO haft_requests (request, until) VALUES (?, ?) ON CONFLICT DO UPDATE SET until = excluded.until',
    );
    this.answer = this.database.prepare('DELETE FROM haft_requests WHERE request = ? AND until > ?');
    this.evictOpen = this.database.prepare('DELETE FROM haft_requests WHERE until <= ?');
  }

  /** Marks a request as decided. Returns false if it was marked before, by any process. */
  claim(requestId: string, expiresAt: string): boolean {
    const now = Date.now();
    const isFirst = Number(this.insert.run(requestId, now, Date.parse(expiresAt)).changes) === 1;
    if (isFirst) this.evict.run(now - KEPT_MS);
    return isFirst;
  }

  /** Removes the mark of a request. */
  release(requestId: string): void {
    this.remove.run(requestId);
  }

  /** Records that a request is open until `expiresAt`. Replaces an earlier record of the id. */
  record(requestId: string, expiresAt: string): void {
    this.open.run(requestId, Date.parse(expiresAt));
    this.evictOpen.run(Date.now() - KEPT_MS);
  }

  /** Removes the record of a request. Returns false if there is no record, or if it has expired. */
  take(requestId: string): boolean {
    return Number(this.answer.run(requestId, Date.now()).changes) === 1;
  }

  /** Closes the database. A runtime does not close it, since several may share a ledger. */
  close(): void {
    this.database.close();
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
