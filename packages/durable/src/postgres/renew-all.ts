import type { CallLease } from '@haft/runtime';
import type { PgClient } from '@haft/runtime/sql';
import { heldValues } from '../sql/statement-values.js';

/** Renews in the order of the keys, so that two processes never wait for each other in a circle. */
const RENEW_ALL = `WITH wanted AS (
    SELECT call.key, call.tenant_id, call.user_id FROM haft_calls AS call
    JOIN unnest($2::text[], $3::text[], $4::text[], $5::integer[], $6::text[])
        AS held (key, tenant_id, user_id, attempt, lease)
      ON call.key = held.key AND call.tenant_id = held.tenant_id AND call.user_id = held.user_id
        AND call.attempt = held.attempt AND call.lease = held.lease
    WHERE call.state = 'running' ORDER BY call.key FOR UPDATE OF call
  )
  UPDATE haft_calls AS call SET lease_until = $1 FROM wanted
  WHERE call.key = wanted.key AND call.tenant_id = wanted.tenant_id AND call.user_id = wanted.user_id
  RETURNING call.lease, call.is_cancelled`;

/** Extends leases in one statement. See `CallLedger.renew`. */
export async function renewAll(
  client: PgClient,
  leases: readonly CallLease[],
  leaseUntil: number,
): Promise<{ readonly lost: readonly string[]; readonly cancelled: readonly string[] }> {
  if (leases.length === 0) return { lost: [], cancelled: [] };
  const values = leases.map(heldValues);
  const columns = [0, 1, 2, 3, 4].map((column) => values.map((one) => one[column]));
  const { rows } = await client.query({ name: 'haft_renew_all', text: RENEW_ALL, values: [leaseUntil, ...columns] });
  const held = new Map(rows.map((row) => [String(row['lease']), Number(row['is_cancelled']) === 1]));
  const ids = leases.map(({ lease }) => lease);
  return { lost: ids.filter((id) => !held.has(id)), cancelled: ids.filter((id) => held.get(id) === true) };
}
