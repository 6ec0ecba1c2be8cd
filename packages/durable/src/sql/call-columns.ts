import type { CallRow, ProposedCall, StoredRun } from '@haft/runtime';

/** The columns of `haft_calls`, in the order of {@link valuesOf}. */
export const CALL_COLUMNS = [
  ...(['key', 'run_id', 'call_id', 'tenant_id', 'user_id', 'tool', 'kind', 'state', 'attempt'] as const),
  ...(['lease', 'lease_until', 'is_cancelled', 'fingerprint', 'effect_key', 'call', 'request'] as const),
  ...(['decision', 'outcome', 'created_at', 'updated_at', 'expires_at'] as const),
] as const;

/** A value that both databases store. */
export type SqlValue = string | number | null;

/** A row as a database returns it. Postgres returns large integers as texts. */
export type SqlRow = Readonly<Record<string, unknown>>;

/** Returns the values of a new row. */
export function valuesOf(call: ProposedCall, attempt: number): readonly SqlValue[] {
  return [
    ...[call.key, escapeNul(call.runId), escapeNul(call.callId), escapeNul(call.tenantId), escapeNul(call.userId)],
    ...[escapeNul(call.tool), call.kind, call.state, attempt],
    ...[call.lease, call.leaseUntil, 0, call.fingerprint, call.effectKey, call.call, call.request],
    ...[null, null, call.createdAt, call.createdAt, call.expiresAt],
  ];
}

/** Reads a row. */
export function callRowOf(row: SqlRow): CallRow {
  const text = (name: string): string => String(row[name]);
  const textOrNull = (name: string): string | null => (row[name] === null ? null : text(name));
  const numberOrNull = (name: string): number | null => (row[name] === null ? null : Number(row[name]));
  return {
    key: text('key'),
    runId: unescapeNul(text('run_id')),
    callId: unescapeNul(text('call_id')),
    tenantId: unescapeNul(text('tenant_id')),
    userId: unescapeNul(text('user_id')),
    tool: unescapeNul(text('tool')),
    kind: textOrNull('kind') as CallRow['kind'],
    state: text('state') as CallRow['state'],
    attempt: Number(row['attempt']),
    lease: textOrNull('lease'),
    leaseUntil: numberOrNull('lease_until'),
    isCancelled: Number(row['is_cancelled']) === 1,
    fingerprint: text('fingerprint'),
    effectKey: text('effect_key'),
    call: text('call'),
    request: textOrNull('request'),
    decision: textOrNull('decision'),
    outcome: textOrNull('outcome'),
    createdAt: Number(row['created_at']),
    updatedAt: Number(row['updated_at']),
    expiresAt: numberOrNull('expires_at'),
  };
}

/** Reads a saved run. */
export function storedRunOf(row: SqlRow): StoredRun {
  return {
    runId: unescapeNul(String(row['run_id'])),
    tenantId: unescapeNul(String(row['tenant_id'])),
    userId: unescapeNul(String(row['user_id'])),
    pending: String(row['pending']),
    version: Number(row['version']),
    updatedAt: Number(row['updated_at']),
  };
}

/** Replaces the character NUL, which Postgres does not store. */
export function escapeNul(text: string): string {
  return text.includes('\0') || text.includes('\\') ? text.replaceAll('\\', '\\\\').replaceAll('\0', '\\0') : text;
}

function unescapeNul(text: string): string {
  return text.includes('\\') ? text.replace(/\\([\\0])/g, (_, mark: string) => (mark === '0' ? '\0' : '\\')) : text;
}
