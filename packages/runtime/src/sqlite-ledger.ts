import type { DecisionLedger } from './run/deferral/decision-ledger.js';
import { openSqlite, type Database, type Statement } from './sqlite/open-sqlite.js';

/** Options of {@link SqliteLedger}. */
export interface SqliteLedgerOptions {
  /** The path of the file, made when it is missing; the processes that share pending runs share it. */
  readonly file: string;
}

/**
 * Which requests were decided, in SQLite, which is part of Node 22.13 and newer: of several processes that decide about one request, one wins. What has
 * expired is forgotten, as the request is.
 *
 * @throws HaftError `HAFT_NODE_VERSION` when this Node has no SQLite
 * @example const runtime = createRuntime({ toolsets, decisionLedger: new SqliteLedger({ file: 'decisions.db' }) });
 */
export class SqliteLedger implements DecisionLedger {
  private readonly database: Database;
  private readonly insert: Statement;
  private readonly remove: Statement;
  private readonly evict: Statement;
  private readonly open: Statement;
  private readonly answer: Statement;
  private readonly evictOpen: Statement;

  constructor({ file }: SqliteLedgerOptions) {
    this.database = openSqlite(file, 'SqliteLedger', 'a DecisionLedger of your own, on the database that you have');
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

  claim(requestId: string, expiresAt: string): boolean {
    const now = Date.now();
    const isFirst = Number(this.insert.run(requestId, now, Date.parse(expiresAt)).changes) === 1;
    if (isFirst) this.evict.run(now - KEPT_MS);
    return isFirst;
  }

  release(requestId: string): void {
    this.remove.run(requestId);
  }

  record(requestId: string, expiresAt: string): void {
    this.open.run(requestId, Date.parse(expiresAt));
    this.evictOpen.run(Date.now() - KEPT_MS);
  }

  take(requestId: string): boolean {
    return Number(this.answer.run(requestId, Date.now()).changes) === 1;
  }

  /** Closes the file. A runtime does not do it, since several may share a ledger. */
  close(): void {
    this.database.close();
  }
}

/** The clocks of machines differ: a request that is over for one may not be for another. */
const KEPT_MS = 60 * 60 * 1000;

const SCHEMA = `
CREATE TABLE IF NOT EXISTS haft_decisions (request TEXT PRIMARY KEY, decided INTEGER NOT NULL, until INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS haft_decisions_until ON haft_decisions (until);
CREATE TABLE IF NOT EXISTS haft_requests (request TEXT PRIMARY KEY, until INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS haft_requests_until ON haft_requests (until);
`;
