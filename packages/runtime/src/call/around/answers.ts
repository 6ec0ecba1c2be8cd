import type { DeniedOutcome, FailedOutcome, InterceptedCall, SuccessOutcome } from '@haft/core';
import { DENIED, TOOL_FAILED } from '../outcome/outcomes.js';
import { cutText } from '../../results/cut-text.js';
import { LONGEST_PROMPT } from '../../arguments/feedback/longest-prompt.js';
import { jsonText } from '../../results/json-text.js';

/*
 * Outcomes for interceptors that answer instead of the tool.
 *
 * const cached: Interceptor = { intercept: async (call, next) => store.has(keyOf(call)) ? succeedWith(call, store.get(keyOf(call))) : next() };
 */

/** The outcome as if the tool had returned `value`. */
export function succeedWith(call: InterceptedCall, value: unknown): SuccessOutcome {
  const text = typeof value === 'string' ? value : value === undefined ? '' : jsonText(value);
  return { ...factsOf(call), status: 'success', value, text: text === '' ? '(no output)' : text };
}

/** The outcome as if the tool had thrown `ToolFailed(text)`. */
export function failWith(call: InterceptedCall, text: string): FailedOutcome {
  return { ...factsOf(call), status: 'failed', reason: 'tool', text: cutText(text, LONGEST_PROMPT) || TOOL_FAILED };
}

/** A policy says no; the model reads `text`. */
export function denyWith(call: InterceptedCall, text = ''): DeniedOutcome {
  return { ...factsOf(call), status: 'denied', text: text || DENIED };
}

function factsOf({ callId, definition }: InterceptedCall) {
  return { callId, tool: definition.name, repairs: [] } as const;
}
