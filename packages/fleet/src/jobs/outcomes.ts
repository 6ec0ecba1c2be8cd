import type { FailureReason, ToolOutcome } from '@haft/core';
import { jsonText, type PlainCall } from '@haft/runtime';
import { isObject } from '@haft/schema/internal';
import { parsedJson } from './parsed-json.js';

type CallName = Pick<PlainCall, 'id' | 'tool'>;

/** Returns the outcome of a call that may have taken effect. */
export function unknownOutcome(call: CallName): ToolOutcome {
  return failed(call, 'unknown', unknownText(call.tool));
}

/** Returns the text for a call that may have taken effect. */
function unknownText(tool: string): string {
  return `It is not known whether ${tool} took effect. Check before you try again.`;
}

/** Returns the outcome of a failed call. */
export function failed({ id, tool }: CallName, reason: FailureReason, text: string): ToolOutcome {
  return { status: 'failed', callId: id, tool, text, repairs: [], reason };
}

/** Returns the outcome of a call that was cancelled before a worker took it. */
export function notStarted({ id, tool }: CallName): ToolOutcome {
  return { status: 'interrupted', callId: id, tool, text: NOT_STARTED, repairs: [], notStarted: true };
}

const NOT_STARTED = 'The tool call was interrupted before it started.';

/**
 * Returns the outcome as text for a job or a row.
 *
 * @param maxBytes - a longer outcome becomes a failure that says so
 */
export function writeOutcome(call: CallName, outcome: ToolOutcome, maxBytes: number): string {
  let text: string;
  try {
    text = jsonText(outcome);
  } catch {
    return jsonText(failed(call, 'result', UNREADABLE));
  }
  const bytes = Buffer.byteLength(text);
  if (bytes <= maxBytes) return text;
  const size = `${kilobytes(bytes)} kB, and at most ${kilobytes(maxBytes)} kB are allowed`;
  return jsonText(failed(call, 'result', `The tool ran, but its result is too large: ${size}. Ask for less data.`));
}

const UNREADABLE = 'The tool ran, but its result could not be read. Do not repeat the call with the same arguments.';

function kilobytes(bytes: number): number {
  return Math.ceil(bytes / 1_000);
}

/**
 * Reads the outcome of a job. Undefined if the text is not an outcome. The ids are those of the
 * call, whatever the text says.
 */
export function readOutcome(call: CallName, text: unknown): ToolOutcome | undefined {
  const value = typeof text === 'string' ? parsedJson(text) : undefined;
  if (!isObject(value) || typeof value['text'] !== 'string' || !Array.isArray(value['repairs'])) return undefined;
  if (!hasShape(value)) return undefined;
  return { ...value, callId: call.id, tool: call.tool };
}

/** Checks the facts that belong to the status. */
function hasShape(value: Readonly<Record<string, unknown>>): value is Readonly<Record<string, unknown>> & ToolOutcome {
  switch (value['status']) {
    case 'success':
      return value['parts'] === undefined || Array.isArray(value['parts']);
    case 'failed':
      return typeof value['reason'] === 'string';
    case 'retry':
      return Array.isArray(value['issues']);
    case 'deferred':
      return isObject(value['request']);
    case 'denied':
    case 'interrupted':
      return true;
    default:
      return false;
  }
}
