import type { Issue } from '@haft/schema';
import type { Repair } from '../repair.js';
import type { FailureReason, ToolOutcome } from '../tool-outcome.js';

/**
 * The facts of a call that {@link callReport} counts, as plain JSON. It has the wrong values of
 * arguments, shortened and without sensitive ones, and no other arguments, results or users.
 */
export interface RecordedCall {
  /** When the call began, in milliseconds since the epoch. */
  readonly at: number;
  /** The duration in milliseconds. */
  readonly ms: number;
  readonly runId: string;
  readonly callId: string;
  /** Name of the tool. For an unknown name, the name that the model asked for. */
  readonly tool: string;
  /** Whether no tool has this name. */
  readonly isUnknown?: true;
  /** Whether another call made it: the model reads no text of it. */
  readonly isInner?: true;
  /** The status of the outcome, or `rejected` for a mistake of the developer. */
  readonly status: ToolOutcome['status'] | 'rejected';
  readonly reason?: FailureReason | 'expired';
  /** The failure that the value of a successful call tells: `program failed`. */
  readonly failure?: string;
  readonly issues?: readonly Issue[];
  readonly repairs?: readonly Repair[];
  /** About the tokens of the text that the model read. */
  readonly tokens: number;
  /** Whether the text is a part of the result, because the result is over its limit. */
  readonly isCut?: true;
}

/** Returns whether a value is a recorded call, such as a line of a file. */
export function isRecordedCall(value: unknown): value is RecordedCall {
  if (typeof value !== 'object' || value === null) return false;
  const given = value as Readonly<Record<string, unknown>>;
  const isTyped = Object.entries(TYPES).every(([name, type]) => typeof given[name] === type);
  return isTyped && isListOfPlaces(given['issues']) && isListOfPlaces(given['repairs']);
}

const TYPES = {
  at: 'number',
  ms: 'number',
  runId: 'string',
  callId: 'string',
  tool: 'string',
  status: 'string',
  tokens: 'number',
} as const satisfies Partial<Record<keyof RecordedCall, string>>;

function isListOfPlaces(list: unknown): boolean {
  if (list === undefined) return true;
  return Array.isArray(list) && list.every((one: { readonly path?: unknown } | null) => Array.isArray(one?.path));
}
