import { HaftError, kindOf, type ToolCall } from '@haft/core';
import { isObject } from '@haft/schema/basics';

/**
 * Rejects a value that is not a call. A `name` that is not a text is a mistake of the model, which
 * gets an answer.
 *
 * @throws {HaftError} `HAFT_INVALID_OPTION`
 */
export function requireCall(request: ToolCall): void {
  if (isCall(request)) {
    const { id, turn, program, arguments: args } = request;
    if (args === undefined) refuseOtherForm(request);
    else if (typeof args === 'function' || args instanceof Promise) throw unreadable(request, args);
    if (typeof id !== 'string' && (id as unknown) !== null) requireId(request);
    requireText('turn', turn, 'the id of the response of the model');
    requireText('program', program, 'the id of the program that makes the call');
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

/** Returns the error of `run.call(text)` with the JSON of a call. No model sent it as a name. */
export function callAsName(name: string): HaftError | undefined {
  if (!name.trimStart().startsWith('{')) return undefined;
  return new HaftError('HAFT_INVALID_OPTION', 'A run was given the JSON text of a call instead of a call.', {
    hint: 'Read it first: run.call(JSON.parse(text)). The arguments inside of it may be JSON text.',
  });
}

/** A model sends JSON, so the code of the application wrote these arguments. */
function unreadable({ name }: ToolCall, args: unknown): HaftError {
  const given = args instanceof Promise ? 'a promise' : kindOf(args);
  return new HaftError('HAFT_INVALID_OPTION', `The arguments of the call of '${name}' are ${given}.`, {
    hint: 'Give the JSON text of the model, or an object. Await a promise first.',
  });
}

/** Rejects an id of another kind, or under the name of another library. */
function requireId(request: ToolCall): void {
  const id: unknown = request.id;
  const other = OTHER_IDS.find((one) => one in request);
  if (id === undefined && other === undefined) return;
  const message =
    id === undefined
      ? `The call of '${request.name}' has \`${String(other)}\` instead of \`id\`.`
      : `The id of the call of '${request.name}' is ${kindOf(id)}.`;
  throw new HaftError('HAFT_INVALID_OPTION', message, {
    hint: 'Give the id of the provider as a text: { id, name, arguments }. Without `id`, Haft creates one.',
  });
}

/** The names of providers and frameworks for the id of a call. */
const OTHER_IDS = ['toolCallId', 'tool_call_id', 'callId', 'call_id'] as const;

/** The names of providers and frameworks for arguments. */
const OTHER_NAMES = ['input', 'args', 'parameters', 'params'] as const;

/** @throws {HaftError} `HAFT_INVALID_OPTION` if a fact of a call is not a text */
function requireText(fact: 'turn' | 'program', given: unknown, meaning: string): void {
  if (given === undefined || typeof given === 'string') return;
  throw new HaftError('HAFT_INVALID_OPTION', `The ${fact} of a call is ${givenText(given)}.`, {
    hint: `Give ${meaning} as a text, or leave \`${fact}\` out.`,
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
