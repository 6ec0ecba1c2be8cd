import { ModelRetry, ToolFailed, type Interceptor, type ToolOutcome } from '@haft/core';
import { CallStopped } from '../../../src/call/call-stopped.js';
import type { Call } from '../../../src/call/call.js';
import { stepsOf } from '../../../src/call/plan/call-plan.js';
import { promisedAnswer } from '../../../src/call/plan/receivers.js';
import { takeSteps } from '../../../src/call/plan/take-steps.js';
import { accept } from '../../../src/call/steps/03-accept.js';
import { load } from '../../../src/call/steps/load.js';
import { defineTool, toolset } from '../../../src/index.js';
import { callOf, runOf } from './step-of.js';

interface Executed {
  readonly call: Call;
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
  await load.run(call);
  await accept.run(call);
  call.stopped = stopped;
  // The interceptors around the execution, and the execution.
  const plan = stepsOf(call.state.planned, 'usual');
  const outcome = promisedAnswer((receiver) => {
    takeSteps(call, plan, plan.indexOf(accept) + 1, receiver);
  });
  outcome.catch(() => undefined);
  return { call, outcome, got };
}

describe('step 10, execute', () => {
  it.each([
    ['a value', (n: number) => n * 2],
    ['a promise', (n: number) => Promise.resolve(n * 2)],
  ])('answers with the result of a tool that returns %s', async (_, body) => {
    const { outcome } = await executed(body);
    expect(await outcome).toMatchObject({ status: 'success', value: 4 });
  });

  it('keeps the return value of a generator', async () => {
    const { outcome } = await executed(function* (n) {
      yield 'half way';
      return n * 2;
    });
    expect(await outcome).toMatchObject({ status: 'success', value: 4 });
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
    const { outcome } = await executed(async (n) => body(n));
    expect(await outcome).toMatchObject({ status: 'success', value: 4 });
  });

  it('does not start a generator that a promise gives after the call is over', async () => {
    let started = false;
    let give: (value: unknown) => void = () => undefined;
    const { call, outcome } = await executed(() => new Promise((resolve) => (give = resolve)));
    call.stopped = new CallStopped('deadline', 'Too late.');
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
    const { outcome, got } = await executed((n) => n * 2, { interceptors: [change] });
    expect(await outcome).toMatchObject({ status: 'success', value: 10 });
    expect(got).toEqual([{ n: 5 }]);
  });

  it('does not execute with changed arguments that are invalid', async () => {
    const change: Interceptor = { intercept: (call, next) => next(call.withArguments({ n: 'many' })) };
    const { outcome, got } = await executed((n) => n * 2, { interceptors: [change] });
    expect(await outcome).toMatchObject({ status: 'retry', issues: [{ path: ['n'] }] });
    expect(got).toEqual([]);
  });
});
