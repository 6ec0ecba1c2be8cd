import { callKey, type RowFilter } from '@haft/runtime';
import { MOST_ROWS } from '../row-states.js';
import { escapeNul, type SqlValue } from './call-columns.js';
import type { Placeholder, Tables } from './statements.js';

/** Returns the query of a page of rows, oldest first. */
export function listStatement(
  { calls }: Tables,
  p: Placeholder,
  filter: RowFilter,
): { readonly sql: string; readonly values: readonly SqlValue[] } {
  const values: SqlValue[] = [];
  const value = (given: SqlValue): string => p(values.push(given));
  const states = filter.states ?? ['awaiting', 'unknown_outcome'];
  const parts = [`state IN (${states.map((state) => value(state)).join(', ')})`];
  const { tenantId, userId, tool, kind, runId, createdBefore, after, limit = 50 } = filter;
  if (tenantId !== undefined) parts.push(`tenant_id = ${value(escapeNul(tenantId))}`);
  if (userId !== undefined) parts.push(`user_id = ${value(escapeNul(userId))}`);
  if (tool !== undefined) parts.push(`tool = ${value(escapeNul(tool))}`);
  if (kind !== undefined) parts.push(`kind = ${value(kind)}`);
  if (createdBefore !== undefined) parts.push(`created_at < ${value(createdBefore)}`);
  if (after !== undefined) parts.push(`(created_at, key) > (${value(after.createdAt)}, ${value(after.key)})`);
  if (runId !== undefined) {
    // Keys begin with the run, so that no other index is needed. `0` comes after `/`.
    const first = callKey(runId, '');
    parts.push(`key >= ${value(first)} AND key < ${value(`${first.slice(0, -1)}0`)}`);
  }
  const most = value(Math.min(limit, MOST_ROWS));
  const sql = `SELECT * FROM ${calls} WHERE ${parts.join(' AND ')} ORDER BY created_at, key LIMIT ${most}`;
  return { sql, values };
}
