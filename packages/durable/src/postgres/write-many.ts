import type { CallEnd, CallLease, CallLedger, CallRef, CallRow, ProposedCall, RowChange } from '@haft/runtime';
import { callName } from '../call-name.js';
import { CALL_COLUMNS, callRowOf, valuesOf, type SqlRow, type SqlValue } from '../sql/call-columns.js';
import { unescapeText } from '../sql/escape-text.js';
import { settleValues, startValues } from '../sql/statement-values.js';
import { LONGEST_LEASE_MS } from '../sql/statements.js';
import type { PgClient } from '@haft/runtime/sql';

/** A call that begins an attempt. */
export interface StartedCall {
  readonly call: CallRef;
  readonly options: Parameters<CallLedger['start']>[1];
}

/** An attempt that ends. */
export interface SettledCall {
  readonly lease: CallLease;
  readonly end: CallEnd;
}

const INTEGERS: ReadonlySet<string> = new Set(['attempt', 'is_cancelled']);
const TIMES: ReadonlySet<string> = new Set(['lease_until', 'created_at', 'updated_at', 'expires_at']);
const TYPES = CALL_COLUMNS.map((name) => (INTEGERS.has(name) ? 'integer' : TIMES.has(name) ? 'bigint' : 'text'));

const OWNED = 'key, tenant_id, user_id';
const TEXTS = (count: number): readonly string[] => Array.from({ length: count }, () => 'text');
const sameCall = (other: string): string =>
  `call.key = ${other}.key AND call.tenant_id = ${other}.tenant_id AND call.user_id = ${other}.user_id`;

/** In the order of the keys, so that two processes never wait for each other in a circle. */
const INSERT_MANY = `INSERT INTO haft_calls (${CALL_COLUMNS.join(', ')})
  SELECT * FROM ${unnest(TYPES)} AS given (${CALL_COLUMNS.join(', ')}) ORDER BY key COLLATE "C"
  ON CONFLICT (key, tenant_id, user_id) DO NOTHING RETURNING ${OWNED}`;

/** Leaves out rows that another transaction holds, so that no write waits for another one. */
const START_MANY = `WITH wanted AS (
    SELECT call.key, call.tenant_id, call.user_id, given.lease, given.lease_until, given.now FROM haft_calls AS call
    JOIN ${unnest(['text', 'bigint', 'bigint', ...TEXTS(3), ...TEXTS(4), 'bigint'])}
      AS given (lease, lease_until, now, ${OWNED}, first, second, third, fourth, late) ON ${sameCall('given')}
    WHERE call.state IN (given.first, given.second, given.third, given.fourth)
      AND (call.state <> 'running' OR call.lease_until < given.late OR call.lease_until > given.late + ${LONGEST_LEASE_MS})
    FOR UPDATE OF call SKIP LOCKED
  )
  UPDATE haft_calls AS call SET state = 'running', attempt = call.attempt + 1, lease = wanted.lease,
    lease_until = wanted.lease_until, updated_at = wanted.now
  FROM wanted WHERE ${sameCall('wanted')} RETURNING call.*`;

const SETTLE_MANY = `WITH wanted AS (
    SELECT call.key, call.tenant_id, call.user_id, given.state, given.outcome, given.now FROM haft_calls AS call
    JOIN ${unnest(['text', 'text', 'bigint', ...TEXTS(3), 'integer', 'text'])}
      AS given (state, outcome, now, ${OWNED}, attempt, lease)
      ON ${sameCall('given')} AND call.attempt = given.attempt AND call.lease = given.lease
    WHERE call.state = 'running' FOR UPDATE OF call SKIP LOCKED
  )
  UPDATE haft_calls AS call SET state = wanted.state, outcome = wanted.outcome, lease = NULL,
    lease_until = NULL, updated_at = wanted.now
  FROM wanted WHERE ${sameCall('wanted')} RETURNING call.key, call.tenant_id, call.user_id`;

/** Inserts rows. Returns undefined for calls whose key exists. */
export async function insertMany(
  client: PgClient,
  calls: readonly ProposedCall[],
): Promise<readonly (CallRow | undefined)[]> {
  const values = calls.map(valuesOf);
  const inserted = byName(await rowsOf(client, 'haft_insert_many', INSERT_MANY, values));
  return calls.map((call, index) => (inserted.has(callName(call)) ? writtenRow(values[index] ?? []) : undefined));
}

/**
 * Begins attempts. Returns undefined for calls that are in another state, or that another process
 * changes.
 */
export async function startMany(
  client: PgClient,
  calls: readonly StartedCall[],
): Promise<readonly (RowChange | undefined)[]> {
  const values = calls.map(({ call, options }) => startValues(call, options));
  const started = byName(await rowsOf(client, 'haft_start_many', START_MANY, values));
  return calls.map(({ call }) => {
    const row = started.get(callName(call));
    return row && { changed: true, row: callRowOf(row) };
  });
}

/**
 * Ends attempts. Returns undefined for those that lost their lease, or that another process
 * changes.
 */
export async function settleMany(
  client: PgClient,
  calls: readonly SettledCall[],
): Promise<readonly (true | undefined)[]> {
  const values = calls.map(({ lease, end }) => settleValues(lease, end));
  const settled = byName(await rowsOf(client, 'haft_settle_many', SETTLE_MANY, values));
  return calls.map(({ lease }) => (settled.has(callName(lease)) ? true : undefined));
}

/** Gives the server one array for each column. */
async function rowsOf(
  client: PgClient,
  name: string,
  text: string,
  rows: readonly (readonly SqlValue[])[],
): Promise<readonly SqlRow[]> {
  const columns = (rows[0] ?? []).map((_, column) => rows.map((row) => row[column] ?? null));
  return (await client.query({ name, text, values: columns })).rows;
}

function byName(rows: readonly SqlRow[]): ReadonlyMap<string, SqlRow> {
  const text = (row: SqlRow, name: string): string => unescapeText(String(row[name]));
  return new Map(
    rows.map((row) => [
      callName({ key: String(row['key']), tenantId: text(row, 'tenant_id'), userId: text(row, 'user_id') }),
      row,
    ]),
  );
}

/** Returns the row of a new call, so that the database need not send its texts back. */
function writtenRow(values: readonly SqlValue[]): CallRow {
  const columns = CALL_COLUMNS.map((name, index): [string, SqlValue] => [name, values[index] ?? null]);
  return callRowOf({ ...Object.fromEntries(columns), progress: null, kept: null });
}

function unnest(types: readonly string[]): string {
  return `unnest(${types.map((type, index) => `$${index + 1}::${type}[]`).join(', ')})`;
}
