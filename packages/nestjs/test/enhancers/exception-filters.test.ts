import { describe, expect, it, jest } from '@jest/globals';
import { HaftError, ModelRetry } from '@haft/core';
import { ForbiddenException, NotFoundException } from '@nestjs/common';
import { EMPTY, of } from 'rxjs';
import { filtered } from '../../src/enhancers/exception-filters.js';
import { CallThroughNest } from '../../src/enhancers/haft-call.js';
import type { ToolEnhancers } from '../../src/enhancers/tool-enhancers.js';

/* The result of exception filters around a tool call. */

const original = new NotFoundException('There is no order 7.');

/** Passes an exception to a filter, and returns the result and the warnings. */
async function through(filter: (call: CallThroughNest) => unknown, error: unknown = original, has = true) {
  const warn = jest.fn();
  const run = { logger: { warn } } as never;
  const call = new CallThroughNest(
    { name: 'desk_find' } as never,
    run,
    () => ({ id: 7 }),
    () => 'a value',
  );
  const asked = jest.fn(filter);
  const enhancers = { has: () => has, filter: async (one: CallThroughNest) => asked(one) };
  const result = await filtered(error, call, enhancers as unknown as ToolEnhancers);
  return { result, warn, asked };
}

const throwing = (error: unknown) => (): never => {
  throw error;
};

describe('an exception filter', () => {
  it.each<[string, unknown, unknown]>([
    ['a value', 'nothing there', 'nothing there'],
    ['null', null, null],
    ['an observable, with its last value', of('one', 'two'), 'two'],
  ])('answers in place of the tool with %s', async (_title, returned, answer) => {
    expect((await through(() => returned)).result).toEqual({ answer });
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['an observable of nothing', of(undefined)],
  ])('does not answer with %s: the exception continues', async (_title, returned) => {
    const { result, warn } = await through(() => returned);
    expect(result).toEqual({ error: original });
    expect(warn).not.toHaveBeenCalled();
  });

  it.each<[string, Error]>([
    ['the exception itself', original],
    ['an exception of Nest', new ForbiddenException()],
    ['an exception of Haft', new ModelRetry('Another way.')],
    ['a mistake that Haft found', new HaftError('HAFT_NO_REQUEST', 'x', { hint: 'y' })],
  ])('may throw %s, which continues', async (_title, thrown) => {
    const { result, warn } = await through(throwing(thrown));
    expect((result as { error: unknown }).error).toBe(thrown);
    expect(warn).not.toHaveBeenCalled();
  });

  it('that writes a response changes nothing, in silence', async () => {
    const { result, warn } = await through(throwing(new HaftError('HAFT_NO_RESPONSE', 'x', { hint: 'y' })));
    expect((result as { error: unknown }).error).toBe(original);
    expect(warn).not.toHaveBeenCalled();
  });

  it.each<[string, () => unknown]>([
    ['throws', throwing(new TypeError('response.status is not a function'))],
    ['returns an observable without a value', () => EMPTY],
  ])('that %s changes nothing, and the log says what to write', async (_title, filter) => {
    const { result, warn } = await through(filter);
    expect((result as { error: unknown }).error).toBe(original);
    expect(warn.mock.calls).toEqual([
      [
        "An exception filter failed for a call of 'desk_find'. The exception continues. In a filter for HTTP only, begin with `if (HaftExecutionContext.is(host)) throw exception;`.",
        { error: expect.any(Error) },
      ],
    ]);
  });

  it('gets the call with its arguments and its request, which ends with the exception', async () => {
    const { asked } = await through(() => 'answer');
    const [[given]] = asked.mock.calls as [[CallThroughNest]];
    expect(given.arguments).toEqual({ id: 7 });
    expect(() => given.parameter('id', 3)).toThrow(original);
  });

  it.each<[string, unknown, boolean]>([
    ['there is none', original, false],
    ['the exception is one of Haft', new ModelRetry('Another way.'), true],
  ])('is not asked if %s', async (_title, error, has) => {
    const { result, asked } = await through(() => 'answer', error, has);
    expect((result as { error: unknown }).error).toBe(error);
    expect(asked).not.toHaveBeenCalled();
  });
});
