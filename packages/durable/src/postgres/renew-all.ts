import type { CallLease } from '@haft/runtime';
import type { PgClient } from '@haft/runtime/sql';

/** Renews in the order of the keys, so that two processes never wait for each other in a circle. */
const RENEW_ALL = `WITH wanted AS (
    SELECT call.key FROM haft_calls AS call
    JOIN unnest($2::text[], $3::integer[], $4::text[]) AS held (key, attempt, lease)
      ON call.key = held.key AND call.attempt = held.attempt AND call.lease = held.lease
    WHERE call.state = 'running' ORDER BY call.key FOR UPDATE OF call
  )
  UPDATE haft_calls AS call SET lease_until = $1 FROM wanted WHERE call.key = wanted.key
  RETURNING call.key, call.is_cancelled`;

/** Extends leases in one statement. See `CallLedger.renew`. */
export async function renewAll(
  client: PgClient,
  leases: readonly CallLease[],
  leaseUntil: number,
): Promise<{ readonly lost: readonly string[]; readonly cancelled: readonly string[] }> {
  if (leases.length === 0) return { lost: [], cancelled: [] };
  const columns = [
    leases.map(({ key }) => key),
    leases.map(({ attempt }) => attempt),
    leases.map(({ lease }) => lease),
  ];
  const { rows } = await client.query({ name: 'haft_renew_all', text: RENEW_ALL, values: [leaseUntil, ...columns] });
  const held = new Map(rows.map((row) => [String(row['key']), Number(row['is_cancelled']) === 1]));
  const keys = leases.map(({ key }) => key);
  return { lost: keys.filter((key) => !held.has(key)), cancelled: keys.filter((key) => held.get(key) === true) };
}
