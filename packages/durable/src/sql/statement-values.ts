import type { CallLedger, CallEnd, CallLease, ProposedCall, RowDecision } from '@haft/runtime';
import type { SqlValue } from './call-columns.js';

/** Returns the values of the statement `decide`. */
export function decideValues(key: string, given: RowDecision): readonly SqlValue[] {
  const { decision, outcome = null, now, from = 'awaiting', fingerprint, ignoresExpiry, attempt } = given;
  const state = attempt === undefined ? given.state : 'running';
  const begun = attempt === undefined ? [0, null, null] : [1, attempt.lease, attempt.leaseUntil];
  return [state, decision, outcome, now, ...begun, key, from, fingerprint, ignoresExpiry === true ? 0 : now];
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

/** Returns the values of the statement `abandoned`. */
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
