import type { CallRow, ProposedCall, StoredRun } from '@haft/runtime';
import { escapeText, unescapeText } from './escape-text.js';
import { checkedKind, checkedNumber, checkedState } from './checked-values.js';

/** The columns of `haft_calls`, in the order of {@link valuesOf}. */
export const CALL_COLUMNS = [
  ...(['key', 'run_id', 'call_id', 'tenant_id', 'user_id', 'tool', 'kind', 'state', 'attempt'] as const),
  ...(['lease', 'lease_until', 'is_cancelled', 'fingerprint', 'effect_key', 'call', 'request'] as const),
  ...(['decision', 'outcome', 'created_at', 'updated_at', 'expires_at', 'turn', 'content'] as const),
] as const;

/** A value that both databases store. */
export type SqlValue = string | number | null;

/** A row as a database returns it. Postgres returns large integers as texts. */
export type SqlRow = Readonly<Record<string, unknown>>;

/** Returns the values of a new row. */
export function valuesOf(call: ProposedCall): readonly SqlValue[] {
  const attempt = call.state === 'running' ? 1 : 0;
  return [
    ...[call.key, escapeText(call.runId), escapeText(call.callId), escapeText(call.tenantId), escapeText(call.userId)],
    ...[escapeText(call.tool), call.kind, call.state, attempt],
    ...[call.lease, call.leaseUntil, 0, call.fingerprint, call.effectKey, call.call, call.request],
    ...[null, null, call.createdAt, call.createdAt, call.expiresAt, escapeText(call.turn), call.content],
  ];
}

/**
 * Reads a row.
 *
 * @throws {HaftError} `HAFT_INVALID_PENDING` if another program wrote something else
 */
export function callRowOf(row: SqlRow): CallRow {
  const text = (name: string): string => String(row[name]);
  const textOrNull = (name: string): string | null => (row[name] === null ? null : text(name));
  const number = (name: string): number => checkedNumber(row, name);
  const numberOrNull = (name: string): number | null => (row[name] === null ? null : number(name));
  return {
    key: text('key'),
    runId: unescapeText(text('run_id')),
    turn: unescapeText(text('turn')),
    callId: unescapeText(text('call_id')),
    tenantId: unescapeText(text('tenant_id')),
    userId: unescapeText(text('user_id')),
    tool: unescapeText(text('tool')),
    content: text('content'),
    kind: checkedKind(row),
    state: checkedState(row),
    attempt: number('attempt'),
    lease: textOrNull('lease'),
    leaseUntil: numberOrNull('lease_until'),
    isCancelled: Number(row['is_cancelled']) === 1,
    fingerprint: text('fingerprint'),
    effectKey: text('effect_key'),
    call: text('call'),
    request: textOrNull('request'),
    decision: textOrNull('decision'),
    progress: textOrNull('progress'),
    kept: textOrNull('kept'),
    outcome: textOrNull('outcome'),
    createdAt: number('created_at'),
    updatedAt: number('updated_at'),
    expiresAt: numberOrNull('expires_at'),
  };
}

/** Reads a saved run. */
export function storedRunOf(row: SqlRow): StoredRun {
  return {
    runId: unescapeText(String(row['run_id'])),
    tenantId: unescapeText(String(row['tenant_id'])),
    userId: unescapeText(String(row['user_id'])),
    pending: String(row['pending']),
    version: Number(row['version']),
    updatedAt: Number(row['updated_at']),
  };
}
