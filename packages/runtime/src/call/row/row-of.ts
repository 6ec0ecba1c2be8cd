import { hashOf } from '@haft/core';
import { callKey, type CallIdentity } from '../../ledger/call-key.js';
import { ownerOf } from '../../ledger/owner.js';
import type { Call } from '../call.js';
import type { RowOfCall } from './row-of-call.js';

/** Returns the row of a call. Creates its key at the first use, when the arguments are accepted. */
export function rowOf(call: Call): RowOfCall {
  const { row } = call.stored;
  if (row !== undefined) return row;
  const { run } = call;
  const { parent } = call.origin;
  const outside = parent === undefined ? run.factsFromOutside?.idempotencyKey : undefined;
  // The process that sent the call has the row.
  const made = outside === undefined ? newRow(call) : { key: outside, effectKey: outside };
  call.stored = { ...call.stored, row: made };
  return made;
}

function newRow(call: Call): RowOfCall {
  const first = identityOf(call);
  const equals = call.run.equalCalls.add(callKey({ ...first, turn: '' }), call);
  const key = callKey({ ...first, use: placeOf(call, first) ?? equals });
  const { fingerprint } = call.state.planned.tool.definition;
  return { key, effectKey: hashOf([key, fingerprint]), content: first.content, equals };
}

/** Returns the turn of a call: of its outer call, for an inner one. Empty if it is not known. */
export function turnOf({ origin: { turn, parent }, run }: Call): string {
  return turn ?? (parent === undefined ? (run.options.turn ?? '') : turnOf(parent));
}

function identityOf(call: Call): CallIdentity {
  const { run, id: callId, name, wire = {}, origin } = call;
  const { parent } = origin;
  return {
    ...ownerOf(run.options),
    runId: run.id,
    turn: turnOf(call),
    callId,
    content: hashOf([name, wire]),
    outer: parent === undefined ? undefined : rowOf(parent).effectKey,
  };
}

/**
 * Returns the use of a call with a turn: its place among the calls of its batch with its id.
 * Undefined if equal calls are counted instead.
 */
function placeOf({ origin: { place = 0, parent } }: Call, { turn }: CallIdentity): number | undefined {
  return turn === '' || parent !== undefined ? undefined : place;
}
