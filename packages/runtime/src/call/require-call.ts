import { HaftError, type ToolCall } from '@haft/core';
import { isObject } from '@haft/schema/internal';

/**
 * Rejects a value that is not a call. A `name` that is not a text is a mistake of the model, which
 * gets an answer.
 *
 * @throws {HaftError} `HAFT_INVALID_OPTION`
 */
export function requireCall(request: ToolCall): void {
  if (isCall(request)) return;
  throw new HaftError('HAFT_INVALID_OPTION', `A run was given ${givenText(request)} as a call.`, {
    hint: "Give a call of the model, { name, arguments }, or run.call('read_file', { path: 'a.txt' }).",
  });
}

/** Returns whether a value is a call. */
export function isCall(given: unknown): given is ToolCall {
  return typeof given === 'object' && given !== null && 'name' in given;
}

/** Rejects a value that is not a list. */
export function requireCalls(requests: unknown, method: string): void {
  if (Array.isArray(requests)) return;
  const message = `run.${method}() was given ${givenText(requests)}.`;
  throw new HaftError('HAFT_INVALID_OPTION', message, {
    hint: 'Give a list, an empty one too.',
  });
}

/** Rejects a value that is not an object. */
export function requireObject(given: unknown, method: string, wanted: string): void {
  if (isObject(given)) return;
  const message = `${method}() was given ${givenText(given)}.`;
  throw new HaftError('HAFT_INVALID_OPTION', message, { hint: `Give ${wanted}.` });
}

/** Returns the kind of a value. It does not show the value, which may be secret. */
function givenText(given: unknown): string {
  if (given === null || given === undefined) return String(given);
  if (Array.isArray(given)) return 'a list';
  if (typeof given === 'function') return 'a function';
  return typeof given === 'object' ? 'an object without `name`' : `a ${typeof given}`;
}
