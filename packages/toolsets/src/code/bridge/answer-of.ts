import type { ToolOutcome } from '@haft/core';
import { jsonText } from '@haft/runtime';
import type { Issue } from '@haft/schema';
import type { BridgeAnswer } from '../code-backend.js';
import { CODE_LIMITS } from '../code-limits.js';

/**
 * Returns the answer for a program to a call that ended: the structured value, or an error with the
 * text that a model would read.
 */
export function answerOf(name: string, outcome: ToolOutcome): BridgeAnswer {
  if (outcome.status !== 'success') return errorOf(name, outcome.text, outcome.status, issuesOf(outcome));
  const json = jsonOf(outcome.value ?? (outcome.value === null ? null : outcome.text));
  if (json === undefined) return errorOf(name, 'It ran, but its result has no JSON form.', 'failed');
  const bytes = Buffer.byteLength(json);
  if (bytes <= CODE_LIMITS.messageBytes) return { kind: 'value', json };
  const text = `It ran, but its result has ${bytes} bytes of JSON. At most ${CODE_LIMITS.messageBytes} are allowed.`;
  return errorOf(name, text, 'failed');
}

/** Returns the answer to a call that was not made. */
export function refusal(message: string): BridgeAnswer {
  return { kind: 'error', message, status: 'refused', issues: [] };
}

/** Returns whether the call counts against its tool. */
export function isFailure({ status }: ToolOutcome): boolean {
  return status === 'retry' || status === 'failed';
}

function errorOf(name: string, text: string, status: string, issues: readonly Issue[] = []): BridgeAnswer {
  return { kind: 'error', message: `Tool '${name}' failed: ${text}`, status, issues };
}

function issuesOf(outcome: ToolOutcome): readonly Issue[] {
  return 'issues' in outcome && outcome.issues !== undefined ? outcome.issues : [];
}

function jsonOf(value: unknown): string | undefined {
  try {
    return jsonText(value);
  } catch {
    return undefined;
  }
}
