import {
  HaftError,
  kindOf,
  ToolFailed,
  type DeniedOutcome,
  type FailedOutcome,
  type InterceptedCall,
  type SuccessOutcome,
  requireKind,
} from '@haft/core';
import { isObject } from '@haft/schema/basics';
import { deniedText, failedText, withCause } from '../outcome/outcomes.js';
import { cutText, jsonText, nameInRun } from '@haft/core/internal';
import { LONGEST_PROMPT } from '@haft/arguments/internal';

/* Outcomes for interceptors that answer instead of the tool. */

/**
 * Returns the outcome of a tool that returned `value`.
 *
 * @param call - the intercepted call
 * @param value - text for the model, or data that the model gets as JSON
 * @throws {TypeError} if JSON has no form for the value
 * @example
 * const cached: Interceptor = {
 *   async intercept(call, next) {
 *     const stored = store.get(keyOf(call));
 *     return stored === undefined ? next() : succeedWith(call, stored);
 *   },
 * };
 */
export function succeedWith(call: InterceptedCall, value: unknown): SuccessOutcome {
  const text = typeof value === 'string' ? value : value === undefined ? '' : jsonText(value);
  return { ...factsOf(call), status: 'success', value, text: text.trim() === '' ? '(no output)' : text };
}

/**
 * Returns the outcome of a tool that threw `ToolFailed(text)`.
 *
 * @param call - the intercepted call
 * @param text - text for the model, cut to 2,000 characters
 */
export function failWith(call: InterceptedCall, text: string): FailedOutcome {
  requireKind('The second argument of failWith()', text, 'a string');
  const facts = factsOf(call);
  const shown = cutText(text, LONGEST_PROMPT) || failedText(facts.tool);
  return withCause({ ...facts, status: 'failed', reason: 'tool', text: shown }, new ToolFailed(shown));
}

/**
 * Returns the outcome of a denied call.
 *
 * @param call - the intercepted call
 * @param text - text for the model. Default: `The tool call was denied.`
 */
export function denyWith(call: InterceptedCall, text = ''): DeniedOutcome {
  requireKind('The second argument of denyWith()', text, 'a string');
  const facts = factsOf(call);
  return { ...facts, status: 'denied', text: text || deniedText(facts.tool) };
}

function factsOf(call: InterceptedCall) {
  requireIntercepted(call);
  const { callId, definition } = call;
  return { callId, tool: nameInRun(definition), repairs: [] } as const;
}

/** @throws {HaftError} `HAFT_INVALID_OPTION` if a value is not the call of an interceptor */
function requireIntercepted(call: unknown): void {
  if (isObject(call) && isObject(call['definition'])) return;
  const message = `succeedWith, failWith and denyWith need the call of the interceptor, and got ${kindOf(call)}.`;
  throw new HaftError('HAFT_INVALID_OPTION', message, {
    hint: "Give the call first: intercept: (call) => denyWith(call, 'Not today.').",
  });
}
