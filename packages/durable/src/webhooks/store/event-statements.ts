import { checkedKind, checkedNumber, checkedState, checkedWord } from '../../sql/checked-values.js';
import type { SqlRow, SqlValue } from '../../sql/call-columns.js';
import { unescapeText } from '../../sql/escape-text.js';
import type { Placeholder } from '../../sql/statements.js';
import { WEBHOOK_EVENT_TYPES } from '../webhook-event.js';
import type { EventLease, EventRecord, StoredEvent } from './webhook-store.js';

/** The statements of a store of events. */
export type EventStatements = Readonly<Record<keyof ReturnType<typeof eventStatements>, string>>;

/**
 * Returns the statements for a database.
 *
 * @param skipLocked - lets processes that claim together take different events
 */
export function eventStatements(p: Placeholder, skipLocked: string) {
  return {
    claim: `UPDATE haft_webhook_events SET lease = ${p(1)}, lease_until = ${p(2)} WHERE id IN (
      SELECT id FROM haft_webhook_events WHERE next_at <= ${p(3)} AND (lease_until IS NULL OR lease_until < ${p(4)})
      ORDER BY next_at LIMIT ${p(5)} ${skipLocked}) RETURNING *`,
    finish: `DELETE FROM haft_webhook_events WHERE id = ${p(1)} AND lease = ${p(2)}`,
    record: `UPDATE haft_webhook_events SET deliveries = ${p(1)}, next_at = ${p(2)}, is_failed = ${p(3)},
      lease = NULL, lease_until = NULL WHERE id = ${p(4)} AND lease = ${p(5)}`,
    failed: `SELECT * FROM haft_webhook_events WHERE is_failed = 1 ORDER BY at, id LIMIT ${p(1)}`,
    failedOne: `SELECT * FROM haft_webhook_events WHERE is_failed = 1 AND id = ${p(1)}`,
    resend: `UPDATE haft_webhook_events SET deliveries = ${p(1)}, next_at = ${p(2)}, is_failed = 0
      WHERE id = ${p(3)} AND is_failed = 1`,
    prune: `DELETE FROM haft_webhook_events WHERE id IN (
      SELECT id FROM haft_webhook_events WHERE is_failed = 1 AND at < ${p(1)} LIMIT ${p(2)})`,
  };
}

/** Returns the values of the statement `claim`. */
export function claimValues({ lease, leaseUntil, now, limit }: EventLease): readonly SqlValue[] {
  return [lease, leaseUntil, now, now, limit];
}

/** Returns the statement that writes a state, with its values. */
export function recordOf(record: EventRecord): readonly ['finish' | 'record', readonly SqlValue[]] {
  const { id, lease, deliveries, nextAt, isFailed } = record;
  return nextAt === null && !isFailed
    ? ['finish', [id, lease]]
    : ['record', [deliveries, nextAt, isFailed ? 1 : 0, id, lease]];
}

/**
 * Reads an event.
 *
 * @throws {HaftError} `HAFT_INVALID_PENDING` if another program wrote something else
 */
export function eventOf(row: SqlRow): StoredEvent {
  const text = (name: string): string => unescapeText(String(row[name]));
  return {
    id: String(row['id']),
    type: checkedWord(row, 'type', WEBHOOK_EVENT_TYPES),
    key: String(row['key']),
    runId: text('run_id'),
    callId: text('call_id'),
    tenantId: text('tenant_id'),
    userId: text('user_id'),
    tool: text('tool'),
    kind: checkedKind(row),
    state: checkedState(row),
    createdAt: checkedNumber(row, 'created_at'),
    expiresAt: row['expires_at'] === null ? null : checkedNumber(row, 'expires_at'),
    at: checkedNumber(row, 'at'),
    deliveries: typeof row['deliveries'] === 'string' ? row['deliveries'] : null,
  };
}
