import { describe, expect, it } from '@jest/globals';
import { StopRun } from '@haft/core';
import {
  createRuntime,
  defineTool,
  dynamic,
  toolset,
  type CallOptions,
  type DeferredHandler,
  type Run,
  type RuntimeOptions,
} from '../../src/index.js';
import { quietLogger } from '../support/quiet-logger.js';

/*
 * Stopped calls no longer start, whatever they wait for: their turn, a free slot, an approval, the
 * tools of the step.
 */

let executed: string[] = [];
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const tool = (name: string, execute: () => unknown, settings: object = {}) =>
  defineTool({
    name,
    description: `Does ${name}.`,
    parameters: { type: 'object', properties: {}, additionalProperties: false },
    settings,
    execute: () => {
      executed.push(name);
      return execute();
    },
  });
const stop = (): never => {
  throw new StopRun('enough');
};
const desk = toolset('desk', [
  tool('stop', stop),
  tool('stop_alone', stop, { sequential: true }),
  tool('stop_later', () => pause(5).then(stop)),
  tool('work', () => 'worked'),
  tool('alone', () => 'worked alone', { sequential: true }),
  tool('one', () => pause(5).then(stop), { callLimit: { concurrent: 1 } }),
  tool('pay', () => pause(20).then(() => 'paid'), { approvals: [true] }),
]);

function start(
  options: RuntimeOptions = {},
  runOptions: Parameters<ReturnType<typeof createRuntime>['startRun']>[0] = {},
): Run {
  executed = [];
  return createRuntime({ toolsets: desk, logger: quietLogger(), ...options }).startRun(runOptions);
}

describe('a tool that stops the run [RET-2]', () => {
  it.each(['stop', 'stop_alone'])('answers the calls of its batch that have not begun (%s)', async (first) => {
    const calls = [first, 'alone', 'work', 'alone'].map((name) => ({ name }));
    const outcomes = await start().callAll(calls);
    expect(outcomes).toHaveLength(4);
    for (const one of outcomes) expect(one).toMatchObject({ status: 'failed', reason: 'halted' });
    expect(executed).toEqual([first]);
  });

  it('lets those finish that have begun', async () => {
    const run = start({ concurrency: { batch: 2 } });
    const outcomes = await run.callAll(['stop_later', 'work', 'work', 'alone', 'work'].map((name) => ({ name })));
    expect(outcomes.map(({ status }) => status)).toEqual(['failed', 'success', 'success', 'failed', 'failed']);
  });

  it.each([
    ['in the run', {}, { concurrency: 1 }, 'stop_later'],
    ['in the runtime', { concurrency: { runtime: 1 } }, {}, 'stop_later'],
    ['of the tool', {}, {}, 'one'],
  ])('answers those that wait for room %s', async (_where, options, runOptions, name) => {
    const run = start(options, runOptions);
    const outcomes = await Promise.all([name, name, name].map((one) => run.call({ name: one })));
    for (const one of outcomes) expect(one).toMatchObject({ status: 'failed', reason: 'halted' });
    expect(executed).toEqual([name]);
  });
});

describe('while a handler decides about a call', () => {
  const never: DeferredHandler = () => new Promise(() => undefined);
  const yes: DeferredHandler = async (requests) => {
    await pause(20);
    return Object.fromEntries(requests.map(({ id }) => [id, true]));
  };

  it.each(['cancel', 'end'] as const)('run.%s() answers at once, and the request is void', async (what) => {
    const run = start({ onDeferred: never });
    const waiting = [run.call({ id: 'c1', name: 'pay' }), run.callAll([{ id: 'c2', name: 'pay' }])] as const;
    await pause(5);
    void run[what]();
    expect(await waiting[0]).toMatchObject({ status: 'interrupted', callId: 'c1', tool: 'pay' });
    expect(await waiting[1]).toMatchObject([{ status: 'interrupted', callId: 'c2', tool: 'pay' }]);
    expect(run.pending().requests).toEqual([]);
    expect(executed).toEqual([]);
  });

  it.each([
    ['the call', {}, { onDeferred: yes }],
    ['the run', { onDeferred: yes }, {}],
  ])(
    "the signal of the call is heard (handler of %s), and the handler's answer executes nothing",
    async (_of, options, more) => {
      const run = start(options);
      const abort = new AbortController();
      const waiting = run.call({ name: 'pay' }, { ...(more as CallOptions), signal: abort.signal });
      await pause(8);
      abort.abort();
      expect(await waiting).toMatchObject({ status: 'interrupted' });
      await pause(40);
      expect(executed).toEqual([]);
      expect(run.pending().requests).toEqual([]);
    },
  );

  it.each([
    ['the call', {}, { onDeferred: yes }],
    ['the run', { onDeferred: yes }, {}],
  ])('the execution that it allowed can be interrupted (handler of %s)', async (_of, options, more) => {
    const run = start(options);
    const abort = new AbortController();
    const waiting = run.call({ name: 'pay' }, { ...(more as CallOptions), signal: abort.signal });
    while (executed.length === 0) await pause(1);
    abort.abort();
    expect(await waiting).toMatchObject({ status: 'interrupted' });
  });

  it('a handler that fails after the end of the run has no effect', async () => {
    const run = start({ onDeferred: () => pause(10).then(() => Promise.reject(new Error('too late'))) });
    const waiting = run.call({ name: 'pay' });
    await pause(2);
    run.cancel();
    expect((await waiting).status).toBe('interrupted');
    await pause(20);
  });
});

describe('while the tools of a step are made', () => {
  it('a cancelled run answers its calls at once', async () => {
    const slow = dynamic(() => new Promise<typeof desk>(() => undefined), { per: 'run' });
    const run = start({ toolsets: slow, timeoutMs: 200 } as RuntimeOptions);
    const waiting = [run.call({ name: 'work' }), run.callAll([{ name: 'work' }])] as const;
    await pause(2);
    run.cancel();
    expect(await waiting[0]).toMatchObject({ status: 'interrupted' });
    expect(await waiting[1]).toMatchObject([{ status: 'interrupted' }]);
  });
});

describe('run.end()', () => {
  it('is done for every caller when everything was disposed', async () => {
    let isDisposed = false;
    const TOKEN = Symbol('connection');
    const connection = { [Symbol.asyncDispose]: () => pause(20).then(() => void (isDisposed = true)) };
    const runtime = createRuntime({
      toolsets: desk,
      provide: [{ provide: TOKEN, useFactory: () => connection, lifetime: 'run' }],
    });
    const run = runtime.startRun() as Run & { readonly scope: { resolve(token: symbol): unknown } };
    run.scope.resolve(TOKEN);
    const first = run.end();
    await run.end();
    expect(isDisposed).toBe(true);
    await first;
  });
});
