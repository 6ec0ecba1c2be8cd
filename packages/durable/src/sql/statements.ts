import { CALL_COLUMNS } from './call-columns.js';

/**
 * A lease that ends later is over: the clock of its process was wrong when it was taken. 24 hours.
 */
export const LONGEST_LEASE_MS = 86_400_000;

/** Writes a parameter of a statement, counted from 1. */
export type Placeholder = (place: number) => string;

/** The statements of a ledger. Every change is one statement that compares and sets. */
export type Statements = Readonly<Record<keyof ReturnType<typeof statementsOf>, string>>;

/**
 * Returns the statements for a database.
 *
 * @param isBackground - the condition for rows with a background call
 */
export function statementsOf(p: Placeholder, isBackground: string) {
  const columns = CALL_COLUMNS.join(', ');
  const places = CALL_COLUMNS.map((_, index) => p(index + 1)).join(', ');
  const call = (from: number): string => `key = ${p(from)} AND tenant_id = ${p(from + 1)} AND user_id = ${p(from + 2)}`;
  const run = (from: number): string =>
    `run_id = ${p(from)} AND tenant_id = ${p(from + 1)} AND user_id = ${p(from + 2)}`;
  const held = (from: number): string =>
    `${call(from)} AND state = 'running' AND attempt = ${p(from + 3)} AND lease = ${p(from + 4)}`;
  const abandoned = (isIdle: string, andDead = ''): string => `SELECT * FROM (
        SELECT * FROM (SELECT *, lease_until AS since FROM haft_calls WHERE state = 'running'${andDead} AND (lease_until < ${p(1)} OR lease_until > ${p(1)} + ${LONGEST_LEASE_MS})
          AND lease_until >= ${p(2)} AND (lease_until, key) > (${p(3)}, ${p(4)}) ORDER BY lease_until, key LIMIT ${p(5)}) AS dead
        UNION ALL
        SELECT * FROM (SELECT *, updated_at AS since FROM haft_calls WHERE ${isIdle} AND updated_at <= ${p(6)}
          AND updated_at >= ${p(7)} AND (updated_at, key) > (${p(8)}, ${p(9)}) ORDER BY updated_at, key LIMIT ${p(10)}) AS idle
      ) AS found ORDER BY since, key LIMIT ${p(11)}`;
  return {
    insert: `INSERT INTO haft_calls (${columns}) VALUES (${places}) ON CONFLICT (key, tenant_id, user_id) DO NOTHING RETURNING *`,
    replace: `UPDATE haft_calls SET kind = ${p(1)}, state = ${p(2)}, fingerprint = ${p(3)}, call = ${p(4)}, request = ${p(5)},
      expires_at = ${p(6)}, updated_at = ${p(7)}, decision = NULL, progress = NULL, kept = NULL, outcome = NULL, lease = NULL, lease_until = NULL
      WHERE ${held(8)} AND is_cancelled = 0 RETURNING *`,
    decide: `UPDATE haft_calls SET state = ${p(1)}, decision = ${p(2)}, outcome = ${p(3)}, updated_at = ${p(4)},
      kept = CASE WHEN state = 'unknown_outcome' THEN NULL ELSE kept END,
      is_cancelled = CASE WHEN state = 'unknown_outcome' THEN 0 ELSE is_cancelled END
      WHERE ${call(5)} AND state = ${p(8)} AND fingerprint = ${p(9)} AND (expires_at IS NULL OR expires_at > ${p(10)}) RETURNING *`,
    decideAndStart: `UPDATE haft_calls SET state = 'running', attempt = attempt + 1, lease = ${p(1)}, lease_until = ${p(2)}, decision = ${p(3)},
      outcome = ${p(4)}, updated_at = ${p(5)} WHERE ${call(6)} AND state = ${p(9)} AND fingerprint = ${p(10)}
      AND (expires_at IS NULL OR expires_at > ${p(11)}) RETURNING *`,
    start: `UPDATE haft_calls SET state = 'running', attempt = attempt + 1, lease = ${p(1)}, lease_until = ${p(2)}, updated_at = ${p(3)}
      WHERE ${call(4)} AND state IN (${p(7)}, ${p(8)}, ${p(9)}, ${p(10)})
      AND (state <> 'running' OR lease_until < ${p(11)} OR lease_until > ${p(11)} + ${LONGEST_LEASE_MS}) RETURNING *`,
    renew: `UPDATE haft_calls SET lease_until = ${p(1)} WHERE ${held(2)} RETURNING is_cancelled`,
    report: `UPDATE haft_calls SET progress = ${p(1)} WHERE ${held(2)}`,
    keep: `UPDATE haft_calls SET kept = ${p(1)} WHERE ${held(2)}`,
    settle: `UPDATE haft_calls SET state = ${p(1)}, outcome = ${p(2)}, lease = NULL, lease_until = NULL, updated_at = ${p(3)} WHERE ${held(4)}`,
    cancel: `UPDATE haft_calls SET state = CASE state WHEN 'running' THEN state ELSE 'cancelled' END, updated_at = ${p(2)},
      outcome = CASE state WHEN 'running' THEN outcome ELSE ${p(1)} END, is_cancelled = CASE state WHEN 'running' THEN 1 ELSE is_cancelled END
      WHERE ${call(3)} AND state IN ('awaiting', 'approved', 'queued', 'running') RETURNING *`,
    get: `SELECT * FROM haft_calls WHERE ${call(1)}`,
    abandoned: abandoned("state IN ('approved', 'queued')"),
    abandonedBackground: abandoned(`state = 'queued' AND ${isBackground}`, ` AND ${isBackground}`),
    insertRun: `INSERT INTO haft_runs (run_id, tenant_id, user_id, pending, version, updated_at)
      VALUES (${p(1)}, ${p(2)}, ${p(3)}, ${p(4)}, 1, ${p(5)}) ON CONFLICT (run_id, tenant_id, user_id) DO NOTHING`,
    updateRun: `UPDATE haft_runs SET pending = ${p(1)}, updated_at = ${p(2)}, version = version + 1
      WHERE ${run(3)} AND version = ${p(6)}`,
    getRun: `SELECT * FROM haft_runs WHERE ${run(1)}`,
    pruneCalls: `DELETE FROM haft_calls WHERE (key, tenant_id, user_id) IN (SELECT key, tenant_id, user_id FROM haft_calls
      WHERE state IN ('done', 'failed', 'denied', 'cancelled', 'expired') AND updated_at < ${p(1)} LIMIT ${p(2)})`,
    pruneRuns: `DELETE FROM haft_runs WHERE (run_id, tenant_id, user_id) IN (SELECT run_id, tenant_id, user_id FROM haft_runs AS run
      WHERE updated_at < ${p(1)} AND NOT EXISTS (SELECT 1 FROM haft_calls AS call WHERE call.run_id = run.run_id
        AND call.tenant_id = run.tenant_id AND call.user_id = run.user_id) LIMIT ${p(2)})`,
  };
}
