import { callKey } from '../../ledger/call-key.js';
import type { Call } from '../call.js';
import { contextOf } from '../context/context-of.js';
import type { RowOfCall } from './row-of-call.js';

/** Returns the row of a call. Creates its key at the first use. */
export function rowOf(call: Call): RowOfCall {
  const { row } = call.optional;
  if (row !== undefined) return row;
  const made: RowOfCall = {
    key: callKey(call.run.id, call.id, call.run.useOf(call.id)),
    effectKey: contextOf(call).idempotencyKey,
  };
  call.setOptional({ row: made });
  return made;
}
