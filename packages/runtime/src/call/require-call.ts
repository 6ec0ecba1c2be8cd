import { HaftError, type ToolCall } from '@haft/core';
import { isObject } from '@haft/schema/basics';

/**
 * Rejects a value that is not a call. A `name` that is not a text is a mistake of the model, which
 * gets an answer.
 *
 * @throws {HaftError} `HAFT_INVALID_OPTION`
 */
export function requireCall(request: ToolCall): void {
  if (isCall(request)) {
    if (request.arguments === undefined) refuseOtherForm(request);
    requireTurn(request.turn);
    return;
  }
  throw new HaftError('HAFT_INVALID_OPTION', `A run was given ${givenText(request)} as a call.`, {
    hint: "Give a call of the model, { name, arguments }, read with @haft/providers, or run.call('read_file', { path: 'a.txt' }).",
  });
}

/** Rejects the call of a provider that has its arguments under another name. */
function refuseOtherForm(request: object): void {
  const name = OTHER_NAMES.find((one) => one in request);
  if (name === undefined) return;
  throw new HaftError('HAFT_INVALID_OPTION', `A run was given a call with \`${name}\` instead of \`arguments\`.`, {
    hint: `Write { id: call.id, name: call.name, arguments: call.${name} }, or read the calls with @haft/providers.`,
  });
}

/** The names of providers and frameworks for arguments. */
const OTHER_NAMES = ['input', 'args', 'parameters', 'params'] as const;

/** @throws {HaftError} `HAFT_INVALID_OPTION` if a turn is not a text */
function requireTurn(turn: unknown): void {
  if (turn === undefined || typeof turn === 'string') return;
  throw new HaftError('HAFT_INVALID_OPTION', `The turn of a call is ${givenText(turn)}.`, {
    hint: 'Give the id of the response of the model as a text, or leave `turn` out.',
  });
}

/** Returns whether a value is a call. */
function isCall(given: unknown): given is ToolCall {
  return typeof given === 'object' && given !== null && 'name' in given;
}

/** Rejects a value that is not a list. */
export function requireCalls(requests: unknown, method: string): void {
  if (Array.isArray(requests)) return;
  const message = `run.${method}() was given ${givenText(requests)}.`;
  throw new HaftError('HAFT_INVALID_OPTION', message, {
    hint: `Give a list of calls: run.${method}([call]).`,
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
  if (typeof given !== 'object') return `a ${typeof given}`;
  return 'function' in given || 'functionCall' in given
    ? 'the call of a provider, with the name inside of it,'
    : 'name' in given
      ? 'an object'
      : 'an object without `name`';
}
