import type {
  CallLedger,
  CallEnd,
  CallLease,
  CallRef,
  ProposedCall,
  RowDecision,
  RunRef,
  SavedRun,
} from '@haft/runtime';
import type { SqlValue } from './call-columns.js';
import { escapeText } from './escape-text.js';

/** Returns the values that find a call of an owner. */
export function callValues({ key, tenantId, userId }: CallRef): readonly SqlValue[] {
  return [key, escapeText(tenantId), escapeText(userId)];
}

/** Returns the values that find a run of an owner. */
export function runValues({ runId, tenantId, userId }: RunRef): readonly SqlValue[] {
  return [escapeText(runId), escapeText(tenantId), escapeText(userId)];
}

/** Returns the values that find an attempt in progress. */
export function heldValues(held: CallLease): readonly SqlValue[] {
  return [...callValues(held), held.attempt, held.lease];
}

/** Returns the statement of a decision, and its values. */
export function decideStatement(
  call: CallRef,
  decision: RowDecision,
): readonly ['decide' | 'decideAndStart', readonly SqlValue[]] {
  const values = decideValues(call, decision);
  const { begin } = decision;
  if (begin === undefined) return ['decide', values];
  const [, ...withoutState] = values;
  return ['decideAndStart', [begin.lease, begin.leaseUntil, ...withoutState]];
}

function decideValues(call: CallRef, given: RowDecision): readonly SqlValue[] {
  const { state, decision, outcome = null, now, from = 'awaiting', fingerprint, ignoresExpiry } = given;
  return [state, decision, outcome, now, ...callValues(call), from, fingerprint, ignoresExpiry === true ? 0 : now];
}

/** Returns the values of the statement `start`. It has four places for states. */
export function startValues(call: CallRef, options: Parameters<CallLedger['start']>[1]): readonly SqlValue[] {
  const { lease, leaseUntil, now, from = ['approved', 'queued', 'running'] } = options;
  const states = [0, 1, 2, 3].map((place) => from[place] ?? from[0] ?? '');
  return [lease, leaseUntil, now, ...callValues(call), ...states, now];
}

/** Returns the values of the statement `replace`. */
export function replaceValues(call: ProposedCall, held: CallLease): readonly SqlValue[] {
  const { kind, state, fingerprint, call: json, request, expiresAt, createdAt } = call;
  return [kind, state, fingerprint, json, request, expiresAt, createdAt, ...heldValues(held)];
}

/** Returns the values of the statements `abandoned` and `abandonedBackground`. */
export function abandonedValues(options: Parameters<CallLedger['abandoned']>[0]): readonly SqlValue[] {
  const { now, idleSince, limit, after = { since: -1, key: '' } } = options;
  const from = [after.since, after.since, after.key, limit];
  return [now, ...from, idleSince, ...from, limit];
}

/** Returns the values of the statement `settle`. */
export function settleValues(held: CallLease, { state, outcome, now }: CallEnd): readonly SqlValue[] {
  return [state, outcome, now, ...heldValues(held)];
}

/** Returns the statement that saves a run over a version, and its values. */
export function runStatement(
  run: SavedRun,
  version: number,
): readonly ['insertRun' | 'updateRun', readonly SqlValue[]] {
  const { pending, updatedAt } = run;
  if (version === 0) return ['insertRun', [...runValues(run), pending, updatedAt]];
  return ['updateRun', [pending, updatedAt, ...runValues(run), version]];
}
