import type { ToolOutcome } from '@haft/core';
import { isObject } from '@haft/schema/internal';
import type { CallRow, EndState } from '../../ledger/call-ledger.js';
import { plainOutcome } from '../outcome/plain-outcome.js';
import { unknownText } from './unknown-end.js';

/** The states of rows that have ended. */
export const END_STATES: ReadonlySet<unknown> = new Set<EndState>([
  'done',
  'failed',
  'denied',
  'cancelled',
  'expired',
  'unknown_outcome',
]);

/** Returns the outcome of a row that has ended. Undefined if it has not. */
export function outcomeOfRow(row: CallRow): ToolOutcome | undefined {
  if (!END_STATES.has(row.state)) return undefined;
  const { callId, tool } = row;
  const outcome = read(row.outcome);
  if (outcome !== undefined) return { ...outcome, callId, tool };
  return { status: 'failed', reason: 'unknown', callId, tool, text: unknownText(tool), repairs: [] };
}

/** Reads an outcome. Undefined if it has another form. */
function read(text: string | null): ToolOutcome | undefined {
  try {
    const outcome: unknown = text === null ? undefined : JSON.parse(text);
    return isOutcome(outcome) ? outcome : undefined;
  } catch {
    return undefined;
  }
}

/** Returns whether a value from outside has the form of an outcome that ends a call. */
export function isOutcome(value: unknown): value is ToolOutcome {
  if (!isObject(value) || typeof value['text'] !== 'string' || !Array.isArray(value['repairs'])) return false;
  return ENDS.has(value['status']);
}

const ENDS: ReadonlySet<unknown> = new Set<ToolOutcome['status']>([
  'success',
  'retry',
  'failed',
  'denied',
  'interrupted',
]);

/** Returns the state and the outcome that a row ends with. */
export function endOf(outcome: ToolOutcome): { readonly state: EndState; readonly outcome: string } {
  return { state: stateOf(outcome), outcome: JSON.stringify(plainOutcome(outcome)) };
}

function stateOf(outcome: ToolOutcome): EndState {
  if (outcome.status === 'success') return 'done';
  if (outcome.status === 'denied') return 'denied';
  if (outcome.status === 'interrupted') return 'cancelled';
  return outcome.status === 'failed' && outcome.reason === 'unknown' ? 'unknown_outcome' : 'failed';
}
