import type { DecisionLedger } from '@haft/runtime';
import { escapeText } from './escape-text.js';

/** The statements of {@link SqlDecisions}. */
export type DecisionStatement = 'claim' | 'release' | 'forgetDecided' | 'record' | 'take' | 'forgetOpen';

/** Executes a statement. Returns the number of changed rows. */
type CountRows = (name: DecisionStatement, values: readonly (string | number)[]) => Promise<number>;

/** The decisions and open requests of the runtimes that share a ledger in a database. */
export class SqlDecisions implements DecisionLedger {
  constructor(private readonly count: CountRows) {}

  /** Marks a request as decided. See `DecisionLedger.claim`. */
  async claim(requestId: string, expiresAt: string): Promise<boolean> {
    const now = Date.now();
    const isFirst = (await this.count('claim', [escapeText(requestId), now, Date.parse(expiresAt)])) === 1;
    if (isFirst) await this.count('forgetDecided', [now - KEPT_MS]);
    return isFirst;
  }

  /** Removes the mark of a request. */
  async release(requestId: string): Promise<void> {
    await this.count('release', [escapeText(requestId)]);
  }

  /** Records that a request is open. See `DecisionLedger.record`. */
  async record(requestId: string, expiresAt: string): Promise<void> {
    await this.count('record', [escapeText(requestId), Date.parse(expiresAt)]);
    await this.count('forgetOpen', [Date.now() - KEPT_MS]);
  }

  /** Removes the record of a request. See `DecisionLedger.take`. */
  async take(requestId: string): Promise<boolean> {
    return (await this.count('take', [escapeText(requestId), Date.now()])) === 1;
  }
}

/** Clocks of machines differ: a request that has expired on one may be open on another. */
const KEPT_MS = 60 * 60 * 1000;

/**
 * Returns the SQL of the statements.
 *
 * @param place - the placeholder of a value, counted from 1
 * @param lock - the words after a `SELECT` of rows to delete
 */
export function decisionStatements(
  place: (index: number) => string,
  lock: string,
): Readonly<Record<DecisionStatement, string>> {
  // Few rows at a time: no call waits for a large deletion.
  const forget = (table: string): string =>
    `DELETE FROM ${table} WHERE request IN (SELECT request FROM ${table} WHERE until <= ${place(1)}
      ORDER BY until LIMIT 100 ${lock})`;
  return {
    claim: `INSERT INTO haft_decisions (request, decided, until) VALUES (${place(1)}, ${place(2)}, ${place(3)})
      ON CONFLICT DO NOTHING`,
    release: `DELETE FROM haft_decisions WHERE request = ${place(1)}`,
    forgetDecided: forget('haft_decisions'),
    record: `INSERT INTO haft_requests (request, until) VALUES (${place(1)}, ${place(2)})
      ON CONFLICT (request) DO UPDATE SET until = excluded.until`,
    take: `DELETE FROM haft_requests WHERE request = ${place(1)} AND until > ${place(2)}`,
    forgetOpen: forget('haft_requests'),
  };
}
