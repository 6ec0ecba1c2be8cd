import { describe, expect, it } from '@jest/globals';
import {
  ApprovalRequired,
  CallDeferred,
  HaftError,
  ModelRetry,
  StopRun,
  ToolFailed,
  type ToolDefinition,
} from '@haft/core';
import { CallStopped } from '@haft/runtime';
import {
  BadRequestException,
  ConflictException,
  ForbiddenException,
  GoneException,
  HttpException,
  NotFoundException,
  UnauthorizedException,
  UnprocessableEntityException,
} from '@nestjs/common';
import { denialText, isDenial } from '../../src/exceptions/denial.js';
import { isHttpException } from '../../src/exceptions/http-exception.js';
import { httpMapping } from '../../src/exceptions/http-mapping.js';
import { isHaftWord } from '../../src/exceptions/is-haft-word.js';

/* Exceptions of Nest as outcomes for a model. */

const definition = {
  name: 'order_create',
  description: 'Creates an order.',
  parameters: { type: 'object', properties: { items: { type: 'array' }, email: { type: 'string' } } },
} as unknown as ToolDefinition;

/** Returns the error for the model, or undefined if Haft masks the exception. */
function mapped(error: unknown, of: ToolDefinition = definition): ModelRetry | ToolFailed | undefined {
  const { matches, write } = httpMapping(of);
  return matches(error) ? (write(error as never, undefined as never) as ModelRetry | ToolFailed) : undefined;
}

/** Returns the lines with the problems of a retry. */
function problemsOf(error: HttpException): readonly string[] {
  return mapped(error)?.message.split('\n') ?? [];
}

const HEAD = "Tool call validation failed for tool 'order_create':";
const exception = (response: unknown, status: number) => new HttpException(response as object, status);

describe('a denial', () => {
  it.each<[string, HttpException, boolean]>([
    ['400', new BadRequestException(), false],
    ['401', new UnauthorizedException(), true],
    ['402', exception('Pay.', 402), false],
    ['403', new ForbiddenException(), true],
    ['404', new NotFoundException(), false],
  ])('is 401 or 403: %s', (_status, error, expected) => {
    expect(isDenial(error)).toBe(expected);
  });

  it.each<[string, HttpException]>([
    ['Forbidden', new ForbiddenException()],
    ['Forbidden resource', new ForbiddenException('Forbidden resource')],
    ['Unauthorized', new UnauthorizedException()],
    ['no text', new ForbiddenException('')],
    ['an object without a text', new ForbiddenException({ code: 7 })],
    ['an object without a text, as 401', new UnauthorizedException({ code: 7 })],
  ])('does not repeat the default text of Nest: %s', (_title, error) => {
    expect(denialText(error)).toBe('The tool call was denied.');
  });

  it('names the reasons of its author, at most 1,900 characters of them', () => {
    expect(denialText(new ForbiddenException('Clerks only.'))).toBe('The tool call was denied: Clerks only.');
    expect(denialText(exception({ message: ['a', 'b'] }, 403))).toBe('The tool call was denied: a; b');
    expect(denialText(exception('As a text.', 401))).toBe('The tool call was denied: As a text.');
    expect(denialText(new ForbiddenException('x'.repeat(1_900)))).toMatch(/: x{1900}$/);
    expect(denialText(new ForbiddenException('x'.repeat(1_901)))).toMatch(/: x{1897}\.\.\.$/);
  });
});

describe('an exception of Nest', () => {
  it.each<[string, unknown, boolean]>([
    ['one of this copy', new NotFoundException(), true],
    ['one of another copy', Object.assign(new Error(), { getStatus: () => 404, getResponse: () => '' }), true],
    ['an object that is no error', { getStatus: () => 404, getResponse: () => '' }, false],
    ['an error without a response', Object.assign(new Error(), { getStatus: () => 404 }), false],
    ['an error without a status', Object.assign(new Error(), { getResponse: () => '' }), false],
    [
      'an error with a status that is a number',
      Object.assign(new Error(), { getStatus: 404, getResponse: () => 1 }),
      false,
    ],
    [
      'an error with a response that is a text',
      Object.assign(new Error(), { getStatus: () => 404, getResponse: '' }),
      false,
    ],
    ['another error', new Error(), false],
    ['nothing', undefined, false],
  ])('is recognised by its form: %s', (_title, error, expected) => {
    expect(isHttpException(error)).toBe(expected);
  });

  it.each<[string, HttpException, string]>([
    ['a text', new ConflictException('Paid already.'), 'Paid already.'],
    ['several texts', exception({ message: ['One.', 'Two.'] }, 409), 'One.; Two.'],
    ['an object without a text', exception({ code: 7 }, 410), 'Http Exception'],
    ['an object as text', new GoneException({ message: { code: 7 } }), 'Gone Exception'],
    ['no texts in a list', exception({ message: [{ code: 7 }] }, 409), 'Http Exception'],
    ['texts and other values', exception({ message: ['One.', 7] }, 409), 'One.'],
    ['the last client error', exception('Odd.', 499), 'Odd.'],
  ])('with the status of a client error fails the call with its text: %s', (_title, error, text) => {
    const failed = mapped(error);
    expect(failed).toBeInstanceOf(ToolFailed);
    expect(failed?.message).toBe(text);
  });

  it.each([399, 500, 503])('with the status %i stays hidden', (status) => {
    expect(mapped(exception('db-7.internal', status))).toBeUndefined();
  });

  it('that is not of HTTP stays hidden', () => {
    expect(mapped(new Error('db-7.internal'))).toBeUndefined();
  });
});

describe('an exception of a pipe', () => {
  it.each<[string, HttpException, readonly string[]]>([
    ['one text', new BadRequestException('Not so.'), ['- Not so.']],
    ['texts', new UnprocessableEntityException(['a', 'b']), ['- a', '- b']],
    ['grouped texts', exception({ message: { email: ['a', 'b'], items: ['c'] } }, 400), ['- a', '- b', '- c']],
    ['errors of class-validator', new BadRequestException([{ property: 'email' }]), ['- Bad Request Exception']],
    ['an object of the application', new BadRequestException({ message: { code: 'E7' } }), ['- Bad Request Exception']],
    ['an empty object', new BadRequestException({ message: {} }), ['- Bad Request Exception']],
    ['lists of other values', new BadRequestException({ message: { email: [7] } }), ['- Bad Request Exception']],
    ['a line of 180 characters', new BadRequestException('x'.repeat(180)), [`- ${'x'.repeat(180)}`]],
    ['a longer line', new BadRequestException('x'.repeat(181)), [`- ${'x'.repeat(177)}...`]],
  ])('lists the problems for the model: %s', (_title, error, lines) => {
    expect(mapped(error)).toBeInstanceOf(ModelRetry);
    expect(problemsOf(error)).toEqual([HEAD, ...lines]);
  });

  it('lists ten problems, and counts the rest', () => {
    const texts = Array.from({ length: 12 }, (_, index) => `problem ${index}`);
    const lines = texts.slice(0, 10).map((one) => `- ${one}`);
    expect(problemsOf(new BadRequestException(texts.slice(0, 10)))).toEqual([HEAD, ...lines]);
    expect(problemsOf(new BadRequestException(texts))).toEqual([HEAD, ...lines, '(and 2 more)']);
  });

  it.each<[string, readonly (string | number)[]]>([
    ['email must be an email', ['email']],
    ['items.0.count must be positive', ['items', 0, 'count']],
    ['items.x1.count must be positive', ['items', 'x1', 'count']],
    ['Validation failed', []],
    ['toString is no property', []],
    ['an email is missing', []],
  ])('points at the property with which the text begins: %s', (message, path) => {
    const retry = mapped(new BadRequestException(message));
    expect(retry).toMatchObject({
      issues: [{ path, rule: 'pipe', expected: message, received: 'something else', message }],
      cause: expect.any(BadRequestException),
    });
  });

  it('has no path if the tool has no properties', () => {
    const retry = mapped(new BadRequestException('email is wrong'), { ...definition, parameters: { type: 'object' } });
    expect(retry).toMatchObject({ issues: [{ path: [] }] });
  });
});

it.each<[string, unknown, boolean]>([
  ['ApprovalRequired', new ApprovalRequired(), true],
  ['CallDeferred', Object.create(CallDeferred.prototype), true],
  ['CallStopped', Object.create(CallStopped.prototype), true],
  ['HaftError', new HaftError('HAFT_INVALID_OPTION', 'x', { hint: 'y' }), true],
  ['ModelRetry', new ModelRetry('x'), true],
  ['StopRun', Object.create(StopRun.prototype), true],
  ['ToolFailed', new ToolFailed('x'), true],
  ['Error', new Error('x'), false],
  ['NotFoundException', new NotFoundException(), false],
])('no filter sees an exception of Haft: %s', (_name, error, expected) => {
  expect(isHaftWord(error)).toBe(expected);
});
