import { DEFERRAL_KINDS } from '@haft/core';
import type { CallState, EndState } from '@haft/core/internal';
import type { RowKind } from './call-ledger.js';

/** The states of calls that have ended. A person may still decide about `unknown_outcome`. */
export const END_STATES: readonly EndState[] = Object.freeze<EndState[]>([
  'done',
  'failed',
  'denied',
  'cancelled',
  'expired',
  'unknown_outcome',
]);

/** All states of calls. */
export const CALL_STATES: readonly CallState[] = Object.freeze<CallState[]>([
  'awaiting',
  'approved',
  'queued',
  'running',
  ...END_STATES,
]);

/** All kinds of rows that wait. */
export const ROW_KINDS: readonly RowKind[] = Object.freeze<RowKind[]>([...DEFERRAL_KINDS, 'program']);

/** Returns whether a call has ended. */
export function isEndState(state: CallState): state is EndState {
  return (END_STATES as readonly CallState[]).includes(state);
}
