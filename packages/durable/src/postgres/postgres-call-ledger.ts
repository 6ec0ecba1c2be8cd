import { HaftError } from '@haft/core';
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
import { isPgClient, PostgresTables, type PgClient, type PostgresPlace } from '@haft/runtime/sql';
import { callRowOf, storedRunOf, valuesOf, type SqlRow, type SqlValue } from '../sql/call-columns.js';
import { POSTGRES_BACKGROUND } from '../sql/is-background.js';
import { listStatement } from '../sql/list-statement.js';
import { POSTGRES_MIGRATIONS } from '../sql/migrations.js';
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
import { statementsOf, type Statements } from '../sql/statements.js';
import { renewAll } from './renew-all.js';
import { GroupedStatements } from './grouped-statements.js';
import { insertWithRun } from './insert-with-run.js';
import { insertMany, settleMany, startMany, type SettledCall, type StartedCall } from './write-many.js';

/** Options of {@link PostgresCallLedger}. */
export type PostgresCallLedgerOptions = PostgresPlace;

/**
 * A ledger in Postgres 13 or newer, through the package `pg`. Processes of several machines may
 * share it. Writes that come together are one statement, so that they wait for the disk once. With
 * `migrate: false`, create the tables with `haft migrate`.
 *
 * @throws {HaftError} `HAFT_MISSING_PEER` from its methods if `pg` is not installed
 * @example const ledger = new PostgresCallLedger({ connectionString: process.env.DATABASE_URL });
 */
export class PostgresCallLedger implements CallLedger {
  /** The code of durable calls. */
  readonly feature = durableCalls;
  /** The decisions of runtimes without a `decisionLedger` of their own. */
  readonly decisions: DecisionLedger = new SqlDecisions(async (name, values) => {
    const query = { name: `haft_decisions_${name}`, text: DECISIONS[name], values };
    return (await (await this.tables.pool()).query(query)).rowCount ?? 0;
  });

  private readonly tables: PostgresTables;
  private readonly inserts = new GroupedStatements<ProposedCall, CallRow | undefined>({
    together: async (calls) => insertMany(await this.tables.pool(), calls),
    alone: async (call) => insert(await this.tables.pool(), call),
    keyOf: callName,
  });
  private readonly starts = new GroupedStatements<StartedCall, RowChange>({
    together: async (calls) => startMany(await this.tables.pool(), calls),
    alone: async ({ call, options }) => change(await this.tables.pool(), 'start', startValues(call, options), call),
    keyOf: ({ call }) => callName(call),
  });
  private readonly ends = new GroupedStatements<SettledCall, boolean>({
    together: async (calls) => settleMany(await this.tables.pool(), calls),
    alone: async ({ lease, end }) => settle(await this.tables.pool(), lease, end),
    keyOf: ({ lease }) => callName(lease),
  });

  constructor(options: PostgresCallLedgerOptions) {
    this.tables = new PostgresTables(options, [POSTGRES_MIGRATIONS], 'PostgresCallLedger');
  }

  /** Returns the time of the server. See `CallLedger.now`. */
  async now(): Promise<number> {
    const text = 'SELECT extract(epoch FROM clock_timestamp()) * 1000 AS now';
    const { rows } = await (await this.tables.pool()).query({ name: 'haft_now', text, values: [] });
    return Number(rows[0]?.['now']);
  }

  /** Writes calls. See `CallLedger.propose`. */
  async propose(
    calls: readonly ProposedCall[],
    { replaces = [], saves }: ProposeOptions = {},
  ): Promise<readonly RowChange[]> {
    const [first, ...others] = calls;
    if (first === undefined) return [];
    if (others.length === 0) return [await this.proposeOne(first, replaces, saves)];
    return this.tables.transaction(async (client) => {
      const changes: RowChange[] = [];
      for (const call of calls) changes.push(await write(client, call, replaces));
      return changes;
    });
  }

  private async proposeOne(
    call: ProposedCall,
    replaces: readonly CallLease[],
    saves: RunWrite | undefined,
  ): Promise<RowChange> {
    if (saves !== undefined && replaces.length === 0) {
      const pool = await this.tables.pool();
      return (await insertWithRun(pool, call, saves)) ?? { changed: false, row: await getRow(pool, call) };
    }
    const row = await this.inserts.add(call);
    return row === undefined ? notInserted(await this.tables.pool(), call, replaces) : { changed: true, row };
  }

  /** Changes an `awaiting` row. See `CallLedger.decide`. */
  async decide(call: CallRef, decision: RowDecision): Promise<RowChange> {
    const [statement, values] = decideStatement(call, decision);
    return change(await this.tables.pool(), statement, values, call);
  }

  /** Begins an attempt. See `CallLedger.start`. */
  start(call: CallRef, options: Parameters<CallLedger['start']>[1]): Promise<RowChange> {
    return this.starts.add({ call, options });
  }

  /** Extends leases. See `CallLedger.renew`. */
  async renew(leases: readonly CallLease[], leaseUntil: number) {
    return renewAll(await this.tables.pool(), leases, leaseUntil);
  }

  /** Writes the progress of an attempt. See `CallLedger.report`. */
  async report(lease: CallLease, progress: string): Promise<void> {
    await countOf(await this.tables.pool(), 'report', [progress, ...heldValues(lease)]);
  }

  /** Keeps a value of an attempt. See `CallLedger.keep`. */
  async keep(lease: CallLease, kept: string): Promise<boolean> {
    return (await countOf(await this.tables.pool(), 'keep', [kept, ...heldValues(lease)])) === 1;
  }

  /** Ends an attempt. See `CallLedger.settle`. */
  settle(lease: CallLease, end: CallEnd): Promise<boolean> {
    return this.ends.add({ lease, end });
  }

  /**
   * Ends an attempt in a transaction of the application.
   *
   * @param client - your client of `pg`, which has the transaction on the database of this ledger
   */
  async settleIn(client: unknown, lease: CallLease, end: CallEnd): Promise<boolean> {
    if (!isPgClient(client)) throw noClient();
    return settle(client, lease, end);
  }

  /** Cancels a call. See `CallLedger.cancel`. */
  async cancel(
    call: CallRef,
    { outcome, now }: { readonly outcome: string; readonly now: number },
  ): Promise<RowChange> {
    return change(await this.tables.pool(), 'cancel', [outcome, now, ...callValues(call)], call);
  }

  /** Returns a row. */
  async get(call: CallRef): Promise<CallRow | undefined> {
    return getRow(await this.tables.pool(), call);
  }

  /** Returns rows, oldest first. See `CallLedger.list`. */
  async list(filter: RowFilter): Promise<readonly CallRow[]> {
    const { sql, values } = listStatement(PLACE, filter);
    const { rows } = await (await this.tables.pool()).query({ text: sql, values });
    return rows.map(callRowOf);
  }

  /** Returns rows that no process works on. See `CallLedger.abandoned`. */
  async abandoned(options: Parameters<CallLedger['abandoned']>[0]): Promise<readonly CallRow[]> {
    const statement = options.calls === 'background' ? 'abandonedBackground' : 'abandoned';
    const rows = await rowsOf(await this.tables.pool(), statement, abandonedValues(options));
    return rows.map(callRowOf);
  }

  /** Saves a run. See `CallLedger.saveRun`. */
  async saveRun(run: SavedRun, version: number): Promise<boolean> {
    const [statement, values] = runStatement(run, version);
    return (await countOf(await this.tables.pool(), statement, values)) === 1;
  }

  /** Returns a saved run. */
  async getRun(run: RunRef): Promise<StoredRun | undefined> {
    const [row] = await rowsOf(await this.tables.pool(), 'getRun', runValues(run));
    return row && storedRunOf(row);
  }

  /** Deletes what has ended. See `CallLedger.prune`. */
  async prune({ before, limit }: { readonly before: number; readonly limit: number }): Promise<number> {
    const pool = await this.tables.pool();
    const calls = await countOf(pool, 'pruneCalls', [before, limit]);
    return calls + (await countOf(pool, 'pruneRuns', [before, Math.max(0, limit - calls)]));
  }

  /** Creates or updates the tables. The first use of the ledger does it too, by default. */
  async migrate(): Promise<void> {
    await this.tables.migrate();
  }

  /** Closes the pool, if the ledger opened it. */
  async close(): Promise<void> {
    await this.tables.close();
  }
}

const PLACE = (place: number): string => `$${place}`;
const STATEMENTS: Statements = statementsOf(PLACE, POSTGRES_BACKGROUND);
const DECISIONS = decisionStatements(PLACE, 'FOR UPDATE SKIP LOCKED');

async function write(client: PgClient, call: ProposedCall, replaces: readonly CallLease[]): Promise<RowChange> {
  const row = await insert(client, call);
  return row === undefined ? notInserted(client, call, replaces) : { changed: true, row };
}

async function insert(client: PgClient, call: ProposedCall): Promise<CallRow | undefined> {
  const [row] = await rowsOf(client, 'insert', valuesOf(call));
  return row && callRowOf(row);
}

async function notInserted(client: PgClient, call: ProposedCall, replaces: readonly CallLease[]): Promise<RowChange> {
  const held = replaces.find((one) => callName(one) === callName(call));
  return held === undefined
    ? { changed: false, row: await getRow(client, call) }
    : change(client, 'replace', replaceValues(call, held), call);
}

async function change(
  client: PgClient,
  statement: keyof Statements,
  values: readonly SqlValue[],
  call: CallRef,
): Promise<RowChange> {
  const [row] = await rowsOf(client, statement, values);
  return row === undefined
    ? { changed: false, row: await getRow(client, call) }
    : { changed: true, row: callRowOf(row) };
}

async function getRow(client: PgClient, call: CallRef): Promise<CallRow | undefined> {
  const [row] = await rowsOf(client, 'get', callValues(call));
  return row && callRowOf(row);
}

async function settle(client: PgClient, lease: CallLease, end: CallEnd): Promise<boolean> {
  return (await countOf(client, 'settle', settleValues(lease, end))) === 1;
}

async function rowsOf(
  client: PgClient,
  name: keyof Statements,
  values: readonly SqlValue[],
): Promise<readonly SqlRow[]> {
  return (await client.query(prepared(name, values))).rows;
}

async function countOf(client: PgClient, name: keyof Statements, values: readonly SqlValue[]): Promise<number> {
  return (await client.query(prepared(name, values))).rowCount ?? 0;
}

/** Returns a query that the server prepares once for each connection. */
function prepared(name: keyof Statements, values: readonly SqlValue[]) {
  return { name: `haft_${name}`, text: STATEMENTS[name], values };
}

function noClient(): HaftError {
  return new HaftError('HAFT_INVALID_OPTION', 'settleIn() of a PostgresCallLedger got no client of pg.', {
    hint: 'Give it your client of `pg`, which has the transaction, on the database of the ledger.',
  });
}
