import { ModelRetry, ToolFailed, type Interceptor, type ToolOutcome } from '@haft/core';
import { CallStopped } from '../../../src/call/call-stopped.js';
import { parse } from '../../../src/call/steps/03-parse.js';
import { check } from '../../../src/call/steps/04-check.js';
import { revive } from '../../../src/call/steps/05-revive.js';
import { execute } from '../../../src/call/steps/10-execute.js';
import type { StepState } from '../../../src/call/steps/step.js';
import { defineTool, toolset } from '../../../src/index.js';
import { callOf, NEXT, runOf, take } from './step-of.js';

interface Executed {
  readonly state: StepState;
  readonly outcome: Promise<ToolOutcome>;
  /** The arguments of the executed tool. */
  readonly got: readonly unknown[];
}

interface Options {
  readonly interceptors?: readonly Interceptor[];
  readonly stopped?: CallStopped;
}

/** Executes a tool that takes a number, in a call whose arguments were accepted. */
async function executed(body: (n: number) => unknown, { interceptors = [], stopped }: Options = {}): Promise<Executed> {
  const got: unknown[] = [];
  const tool = defineTool({
    name: 'double',
    description: 'Doubles a number.',
    parameters: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] },
    execute: (args: { readonly n: number }) => {
      got.push(args);
      return body(args.n);
    },
  });
  const run = runOf({ toolsets: toolset('numbers', [tool]), interceptors });
  const call = callOf(run, { name: 'double', arguments: { n: 2 } });
  const state: StepState = { call, sent: call.sent, target: { instance: call.state.instance, host: [] } };
  for (const step of [parse, check, revive]) await take(step, state);
  call.stopped = stopped;
  const outcome = take(execute, state);
  outcome.catch(() => undefined);
  return { state, outcome, got };
}

describe('step 10, execute', () => {
  it.each([
    ['a value', (n: number) => n * 2],
    ['a promise', (n: number) => Promise.resolve(n * 2)],
  ])('keeps the result of a tool that returns %s, for the next step', async (_, body) => {
    const { state, outcome } = await executed(body);
    expect((await outcome).text).toBe(NEXT);
    expect(state.result).toBe(4);
  });

  it('keeps the return value of a generator', async () => {
    const { state, outcome } = await executed(function* (n) {
      yield 'half way';
      return n * 2;
    });
    await outcome;
    expect(state.result).toBe(4);
  });

  async function* doubled(n: number): AsyncGenerator<string, number> {
    yield 'half way';
    return n * 2;
  }

  it.each([
    ['a generator', (n: number) => doubled(n)],
    [
      'a synchronous generator',
      function* (n: number) {
        yield 'half way';
        return n * 2;
      },
    ],
    ['an iterable', (n: number) => ({ [Symbol.asyncIterator]: () => doubled(n) })],
  ])('drains what a promise resolves to: %s', async (_, body) => {
    const { state, outcome } = await executed(async (n) => body(n));
    await outcome;
    expect(state.result).toBe(4);
  });

  it('does not start a generator that a promise gives after the call is over', async () => {
    let started = false;
    let give: (value: unknown) => void = () => undefined;
    const { state, outcome } = await executed(() => new Promise((resolve) => (give = resolve)));
    state.call.stopped = new CallStopped('deadline', 'Too late.');
    give(
      (function* () {
        started = true;
        yield 1;
      })(),
    );
    await outcome.catch(() => undefined);
    expect(started).toBe(false);
  });

  it('turns what a tool throws on purpose into its outcome [ERR-2, ERR-9]', async () => {
    const retry = await executed(() => {
      throw new ModelRetry('Give an even number.');
    });
    const failure = await executed(() => Promise.reject(new ToolFailed('No numbers left.')));
    expect(await retry.outcome).toMatchObject({
      status: 'retry',
      text: expect.stringContaining('Give an even number.'),
    });
    expect(await failure.outcome).toMatchObject({ status: 'failed', reason: 'tool', text: 'No numbers left.' });
  });

  it('masks an unexpected error for the model [ERR-8]', async () => {
    const { outcome } = await executed(() => {
      throw new TypeError('secret');
    });
    expect(await outcome).toMatchObject({ status: 'failed', reason: 'exception' });
    expect((await outcome).text).not.toContain('secret');
  });

  it('does not execute a call that was stopped before', async () => {
    const stopped = new CallStopped('deadline', 'Too late.');
    const { outcome, got } = await executed((n) => n, { stopped });
    await expect(outcome).rejects.toBe(stopped);
    expect(got).toEqual([]);
  });

  it('executes with the arguments that an interceptor changed, after it checked them', async () => {
    const change: Interceptor = { intercept: (call, next) => next(call.withArguments({ n: 5 })) };
    const { state, outcome, got } = await executed((n) => n * 2, { interceptors: [change] });
    await outcome;
    expect([state.result, got]).toEqual([10, [{ n: 5 }]]);
  });

  it('does not execute with changed arguments that are invalid', async () => {
    const change: Interceptor = { intercept: (call, next) => next(call.withArguments({ n: 'many' })) };
    const { outcome, got } = await executed((n) => n * 2, { interceptors: [change] });
    expect(await outcome).toMatchObject({ status: 'retry', issues: [{ path: ['n'] }] });
    expect(got).toEqual([]);
  });
});
