import { HaftError, refuseUnknownOptions, type OptionNames } from '@haft/core';
import type {
  CallLease,
  CallLedger,
  CallRef,
  CallRow,
  CallEnd,
  DecisionLedger,
  ProposedCall,
  ProposeOptions,
  RowChange,
  RowDecision,
  RowFilter,
  RunRef,
  RunWrite,
  SavedRun,
  StoredRun,
} from '@haft/runtime';
import { callName } from '../call-name.js';
import { durableCalls } from '../durable-calls.js';
import { migratedTables } from '@haft/runtime/sql';
import { SqliteFile, type SqliteDatabase } from '@haft/runtime/sqlite';
import { callRowOf, storedRunOf, valuesOf, type SqlRow, type SqlValue } from '../sql/call-columns.js';
import { SQLITE_BACKGROUND } from '../sql/is-background.js';
import { listStatement } from '../sql/list-statement.js';
import { SQLITE_MIGRATIONS } from '../sql/migrations.js';
import { decisionStatements, SqlDecisions } from '../sql/sql-decisions.js';
import {
  abandonedValues,
  callValues,
  decideStatement,
  heldValues,
  replaceValues,
  runStatement,
  runValues,
  settleValues,
  startValues,
} from '../sql/statement-values.js';
import { LONGEST_LEASE_MS, statementsOf, type Statements } from '../sql/statements.js';
import { GroupedWrites } from './grouped-writes.js';

/** Options of {@link SqliteCallLedger}. */
export interface SqliteCallLedgerOptions {
  /** Path of the file. Haft creates a missing file and its tables. */
  readonly file: string;
}

/**
 * A ledger in one file of SQLite, which is part of Node 22.13 and newer. Several processes of one
 * machine may share the file. Writes of one turn of the event loop are one transaction, so that
 * they wait for the disk once.
 *
 * @throws {HaftError} `HAFT_NODE_VERSION` if this version of Node has no SQLite
 * @throws {HaftError} `HAFT_INVALID_OPTION` if the file has tables of a newer version
 * @example const ledger = new SqliteCallLedger({ file: 'calls.db' });
 */
export class SqliteCallLedger implements CallLedger {
  /** The code of durable calls. */
  readonly feature = durableCalls;
  /** The decisions of runtimes without a `decisionLedger` of their own. */
  readonly decisions: DecisionLedger = new SqlDecisions((name, values) =>
    this.writes.add(() => this.file.run(DECISIONS[name], ...values)),
  );

  private readonly file: SqliteFile;
  private readonly writes: GroupedWrites;

  constructor(options: SqliteCallLedgerOptions) {
    refuseUnknownOptions('SqliteCallLedger', options, OPTIONS);
    this.file = new SqliteFile(options.file, {
      who: 'SqliteCallLedger',
      instead: 'PostgresCallLedger of @haft/durable/postgres',
      ...migratedTables([SQLITE_MIGRATIONS], 'PRAGMA synchronous = FULL'),
    });
    this.writes = new GroupedWrites(this.file);
  }

  /**
   * Returns the larger of the time of this process and the latest one in the file, so that a clock
   * that was set back takes no lease that is over already. Ignores times that are more than 24
   * hours ahead.
   */
  async now(): Promise<number> {
    const now = Date.now();
    const latest = await this.file.read(() => Number(this.file.all(LATEST)[0]?.['latest'] ?? 0));
    return latest > now + LONGEST_LEASE_MS ? now : Math.max(now, latest);
  }

  /** Writes calls. See `CallLedger.propose`. */
  propose(
    calls: readonly ProposedCall[],
    { replaces = [], saves }: ProposeOptions = {},
  ): Promise<readonly RowChange[]> {
    const [first, ...others] = calls;
    if (first !== undefined && others.length === 0 && saves !== undefined) {
      return this.writes.add(() => [this.writeWithRun(first, replaces, saves)], { isAtomic: true });
    }
    return this.writes.add(() => calls.map((call) => this.write(call, replaces)), { isAtomic: calls.length > 1 });
  }

  private writeWithRun(call: ProposedCall, replaces: readonly CallLease[], { run, version }: RunWrite): RowChange {
    const change = this.write(call, replaces);
    return change.changed ? { ...change, isRunSaved: this.writeRun(run, version) } : change;
  }

  private write(call: ProposedCall, replaces: readonly CallLease[]): RowChange {
    const inserted = this.one('insert', valuesOf(call));
    if (inserted !== undefined) return { changed: true, row: inserted };
    const held = replaces.find((one) => callName(one) === callName(call));
    return held === undefined
      ? { changed: false, row: this.row(call) }
      : this.change('replace', replaceValues(call, held), call);
  }

  /** Changes an `awaiting` row. See `CallLedger.decide`. */
  decide(call: CallRef, decision: RowDecision): Promise<RowChange> {
    const [statement, values] = decideStatement(call, decision);
    return this.writes.add(() => this.change(statement, values, call));
  }

  /** Begins an attempt. See `CallLedger.start`. */
  start(call: CallRef, options: Parameters<CallLedger['start']>[1]): Promise<RowChange> {
    return this.writes.add(() => this.change('start', startValues(call, options), call));
  }

  /** Extends leases. See `CallLedger.renew`. */
  renew(leases: readonly CallLease[], leaseUntil: number) {
    return this.writes.add(() => this.renewAll(leases, leaseUntil), { isAtomic: true });
  }

  private renewAll(leases: readonly CallLease[], leaseUntil: number): Awaited<ReturnType<CallLedger['renew']>> {
    const lost: string[] = [];
    const cancelled: string[] = [];
    for (const held of leases) {
      const [row] = this.all('renew', [leaseUntil, ...heldValues(held)]);
      if (row === undefined) lost.push(held.lease);
      else if (Number(row['is_cancelled']) === 1) cancelled.push(held.lease);
    }
    return { lost, cancelled };
  }

  /** Writes the progress of an attempt. See `CallLedger.report`. */
  report(lease: CallLease, progress: string): Promise<void> {
    return this.writes.add(() => void this.run('report', [progress, ...heldValues(lease)]));
  }

  /** Keeps a value of an attempt. See `CallLedger.keep`. */
  keep(lease: CallLease, kept: string): Promise<boolean> {
    return this.writes.add(() => this.run('keep', [kept, ...heldValues(lease)]) === 1);
  }

  /** Ends an attempt. See `CallLedger.settle`. */
  settle(lease: CallLease, end: CallEnd): Promise<boolean> {
    return this.writes.add(() => this.run('settle', settleValues(lease, end)) === 1);
  }

  /**
   * Ends an attempt in a transaction of the application.
   *
   * @param client - your `DatabaseSync`, with the file of this ledger
   */
  settleIn(client: unknown, lease: CallLease, end: CallEnd): boolean {
    if (!isDatabase(client)) throw noDatabase();
    return Number(client.prepare(STATEMENTS.settle).run(...settleValues(lease, end)).changes) === 1;
  }

  /** Cancels a call. See `CallLedger.cancel`. */
  cancel(call: CallRef, { outcome, now }: { readonly outcome: string; readonly now: number }): Promise<RowChange> {
    return this.writes.add(() => this.change('cancel', [outcome, now, ...callValues(call)], call));
  }

  /** Returns a row. */
  get(call: CallRef): Promise<CallRow | undefined> {
    return this.file.read(() => this.row(call));
  }

  /** Returns rows, oldest first. See `CallLedger.list`. */
  list(filter: RowFilter): Promise<readonly CallRow[]> {
    const { sql, values } = listStatement(PLACE, filter);
    return this.file.read(() => Array.from(this.file.all(sql, ...values), callRowOf));
  }

  /** Returns rows that no process works on. See `CallLedger.abandoned`. */
  abandoned(options: Parameters<CallLedger['abandoned']>[0]): Promise<readonly CallRow[]> {
    const statement = options.calls === 'background' ? 'abandonedBackground' : 'abandoned';
    return this.file.read(() => Array.from(this.all(statement, abandonedValues(options)), callRowOf));
  }

  /** Saves a run. See `CallLedger.saveRun`. */
  saveRun(run: SavedRun, version: number): Promise<boolean> {
    return this.writes.add(() => this.writeRun(run, version));
  }

  private writeRun(run: SavedRun, version: number): boolean {
    return this.run(...runStatement(run, version)) === 1;
  }

  /** Returns a saved run. */
  getRun(run: RunRef): Promise<StoredRun | undefined> {
    return this.file.read(() => {
      const [row] = this.all('getRun', runValues(run));
      return row && storedRunOf(row);
    });
  }

  /** Deletes what has ended. See `CallLedger.prune`. */
  prune({ before, limit }: { readonly before: number; readonly limit: number }): Promise<number> {
    const prune = (): number => {
      const calls = this.run('pruneCalls', [before, limit]);
      return calls + this.run('pruneRuns', [before, Math.max(0, limit - calls)]);
    };
    return this.writes.add(prune, { isAtomic: true });
  }

  /**
   * Makes the writes that wait, and closes the file. A runtime does not close it, since several may
   * share a ledger.
   */
  close(): Promise<void> {
    this.writes.flush();
    return this.file.close();
  }

  private row(call: CallRef): CallRow | undefined {
    return this.one('get', callValues(call));
  }

  private change(statement: keyof Statements, values: readonly SqlValue[], call: CallRef): RowChange {
    const row = this.one(statement, values);
    return row === undefined ? { changed: false, row: this.row(call) } : { changed: true, row };
  }

  private one(statement: keyof Statements, values: readonly SqlValue[]): CallRow | undefined {
    const [row] = this.all(statement, values);
    return row && callRowOf(row);
  }

  /** `get` of SQLite leaves a statement before its end, so that a failed commit is not told. */
  private all(name: keyof Statements, values: readonly SqlValue[]): readonly SqlRow[] {
    return this.file.all(STATEMENTS[name], ...values);
  }

  private run(name: keyof Statements, values: readonly SqlValue[]): number {
    return this.file.run(STATEMENTS[name], ...values);
  }
}

const PLACE = (place: number): string => `?${place}`;
const STATEMENTS: Statements = statementsOf(PLACE, SQLITE_BACKGROUND);
/** Both parts read the end of an index. */
const LATEST = `SELECT max(
  (SELECT coalesce(max(updated_at), 0) FROM haft_calls
    WHERE state IN ('done', 'failed', 'denied', 'cancelled', 'expired', 'unknown_outcome')),
  (SELECT coalesce(max(updated_at), 0) FROM haft_calls WHERE state IN ('approved', 'queued'))) AS latest`;
const DECISIONS = decisionStatements(PLACE, '');

function isDatabase(client: unknown): client is SqliteDatabase {
  return typeof client === 'object' && client !== null && 'prepare' in client && typeof client.prepare === 'function';
}

function noDatabase(): HaftError {
  return new HaftError('HAFT_INVALID_OPTION', 'settleIn() of a SqliteCallLedger got no database.', {
    hint: 'Give it your DatabaseSync of node:sqlite, which has the transaction, on the file of the ledger.',
  });
}

const OPTIONS: OptionNames<SqliteCallLedgerOptions> = { file: true };
