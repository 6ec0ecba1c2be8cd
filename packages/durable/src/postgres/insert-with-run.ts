import type { PgClient } from '@haft/runtime/sql';
import type { ProposedCall, RowChange, RunWrite } from '@haft/runtime';
import { CALL_COLUMNS, callRowOf, valuesOf } from '../sql/call-columns.js';
import { runStatement } from '../sql/statement-values.js';

/**
 * Inserts a call and saves its run, in one statement. Does neither if the key of the call exists.
 *
 * @returns undefined if the key exists
 */
export async function insertWithRun(
  client: PgClient,
  call: ProposedCall,
  { run, version }: RunWrite,
): Promise<RowChange | undefined> {
  const [statement, ofRun] = runStatement(run, version);
  const values = [...valuesOf(call), ...ofRun];
  const query = { name: `haft_insert_with_${statement}`, text: WITH_RUN[statement], values };
  const [row] = (await client.query(query)).rows;
  return row && { changed: true, row: callRowOf(row), isRunSaved: row['is_run_saved'] === true };
}

/** Returns a statement that saves a run if its call was written. */
function withRun(save: string): string {
  const places = CALL_COLUMNS.map((_, index) => `$${index + 1}`).join(', ');
  return `WITH written AS (
    INSERT INTO haft_calls (${CALL_COLUMNS.join(', ')}) VALUES (${places}) ON CONFLICT (key, tenant_id, user_id) DO NOTHING RETURNING *
  ), saved AS (${save})
  SELECT written.*, EXISTS (SELECT FROM saved) AS is_run_saved FROM written`;
}

/** Returns the places of the values of a run, which follow those of the call. */
function place(index: number): string {
  return `$${CALL_COLUMNS.length + index}`;
}

/** In the order of the values of `runStatement`. */
const WITH_RUN = {
  insertRun: withRun(`INSERT INTO haft_runs (run_id, tenant_id, user_id, pending, version, updated_at)
    SELECT ${place(1)}, ${place(2)}, ${place(3)}, ${place(4)}, 1, ${place(5)}::bigint WHERE EXISTS (SELECT FROM written)
    ON CONFLICT (run_id, tenant_id, user_id) DO NOTHING RETURNING run_id`),
  updateRun: withRun(`UPDATE haft_runs SET pending = ${place(1)}, updated_at = ${place(2)}, version = version + 1
    WHERE run_id = ${place(3)} AND tenant_id = ${place(4)} AND user_id = ${place(5)} AND version = ${place(6)} AND EXISTS (SELECT FROM written) RETURNING run_id`),
};
