import { CALL_STATES, type CallState, type RowFilter } from '@haft/runtime';
import { MOST_ROWS } from '../row-states.js';
import type { SqlValue } from './call-columns.js';
import { escapeText } from './escape-text.js';
import type { Placeholder } from './statements.js';

/** Returns the query of a page of rows, oldest first. */
export function listStatement(
  p: Placeholder,
  filter: RowFilter,
): { readonly sql: string; readonly values: readonly SqlValue[] } {
  const values: SqlValue[] = [];
  const value = (given: SqlValue): string => p(values.push(given));
  const parts = [...statesOf(filter)];
  const { key, tenantId, userId, tool, kind, runId, callId, contents } = filter;
  const { createdBefore, expiresBefore, after, limit = 50 } = filter;
  if (key !== undefined) parts.push(`key = ${value(key)}`);
  if (tenantId !== undefined) parts.push(`tenant_id = ${value(escapeText(tenantId))}`);
  if (userId !== undefined) parts.push(`user_id = ${value(escapeText(userId))}`);
  if (tool !== undefined) parts.push(`tool = ${value(escapeText(tool))}`);
  if (kind !== undefined) parts.push(`kind = ${value(kind)}`);
  if (filter.isDecidable === true) parts.push(`(kind IS NULL OR kind <> 'program' OR state <> 'awaiting')`);
  if (createdBefore !== undefined) parts.push(`created_at < ${value(createdBefore)}`);
  if (expiresBefore !== undefined) parts.push(`expires_at < ${value(expiresBefore)}`);
  if (after !== undefined) parts.push(`(created_at, key) > (${value(after.createdAt)}, ${value(after.key)})`);
  if (runId !== undefined) parts.push(`run_id = ${value(escapeText(runId))}`);
  if (callId !== undefined) parts.push(`call_id = ${value(escapeText(callId))}`);
  if (contents !== undefined) parts.push(oneOf('content', contents.map(value)));
  const most = value(Math.min(limit, MOST_ROWS));
  const condition = parts.length === 0 ? '' : ` WHERE ${parts.join(' AND ')}`;
  const sql = `SELECT * FROM haft_calls${condition} ORDER BY created_at, key LIMIT ${most}`;
  return { sql, values };
}

/**
 * Returns the conditions for the states, with literals: databases use the indexes of waiting rows
 * only if the condition of the index is part of the query. All states need no condition.
 */
function statesOf({ states = WAITING }: RowFilter): readonly string[] {
  const known = CALL_STATES.filter((state) => states.includes(state));
  if (known.length === 0) return ['1 = 0'];
  if (known.length === CALL_STATES.length) return [];
  const isWaiting = known.every((state) => WAITING.includes(state));
  return isWaiting && known.length < WAITING.length ? [inList(WAITING), inList(known)] : [inList(known)];
}

function oneOf(column: string, places: readonly string[]): string {
  return places.length === 0 ? '1 = 0' : `${column} IN (${places.join(', ')})`;
}

function inList(states: readonly CallState[]): string {
  return `state IN (${states.map((state) => `'${state}'`).join(', ')})`;
}

/** The states of the indexes of waiting rows, in their order. */
const WAITING: readonly CallState[] = ['awaiting', 'unknown_outcome'];
