import type { CallLedger, CallEnd, CallLease, ProposedCall, RowDecision, SavedRun } from '@haft/runtime';
import type { SqlValue } from './call-columns.js';
import { escapeText } from './escape-text.js';

/** Returns the statement of a decision, and its values. */
export function decideStatement(
  key: string,
  decision: RowDecision,
): readonly ['decide' | 'decideAndStart', readonly SqlValue[]] {
  const values = decideValues(key, decision);
  const { begin } = decision;
  if (begin === undefined) return ['decide', values];
  const [, ...withoutState] = values;
  return ['decideAndStart', [begin.lease, begin.leaseUntil, ...withoutState]];
}

function decideValues(key: string, given: RowDecision): readonly SqlValue[] {
  const { state, decision, outcome = null, now, from = 'awaiting', fingerprint, ignoresExpiry } = given;
  return [state, decision, outcome, now, key, from, fingerprint, ignoresExpiry === true ? 0 : now];
}

/** Returns the values of the statement `start`. It has four places for states. */
export function startValues(key: string, options: Parameters<CallLedger['start']>[1]): readonly SqlValue[] {
  const { lease, leaseUntil, now, from = ['approved', 'queued', 'running'] } = options;
  const states = [0, 1, 2, 3].map((place) => from[place] ?? from[0] ?? '');
  return [lease, leaseUntil, now, key, ...states, now];
}

/** Returns the values of the statement `replace`. */
export function replaceValues(call: ProposedCall, held: CallLease): readonly SqlValue[] {
  const { kind, state, fingerprint, call: json, request, expiresAt, createdAt } = call;
  return [kind, state, fingerprint, json, request, expiresAt, createdAt, held.key, held.attempt, held.lease];
}

/** Returns the values of the statements `abandoned` and `abandonedBackground`. */
export function abandonedValues(options: Parameters<CallLedger['abandoned']>[0]): readonly SqlValue[] {
  const { now, idleSince, limit, after = { since: -1, key: '' } } = options;
  const from = [after.since, after.since, after.key, limit];
  return [now, ...from, idleSince, ...from, limit];
}

/** Returns the values of the statement `settle`. */
export function settleValues(
  { key, attempt, lease }: CallLease,
  { state, outcome, now }: CallEnd,
): readonly SqlValue[] {
  return [state, outcome, now, key, attempt, lease];
}

/** Returns the statement that saves a run over a version, and its values. */
export function runStatement(
  { runId, tenantId, userId, pending, updatedAt }: SavedRun,
  version: number,
): readonly ['insertRun' | 'updateRun', readonly SqlValue[]] {
  const [run, tenant, user] = [escapeText(runId), escapeText(tenantId), escapeText(userId)];
  if (version === 0) return ['insertRun', [run, tenant, user, pending, updatedAt]];
  return ['updateRun', [tenant, user, pending, updatedAt, run, version]];
}
