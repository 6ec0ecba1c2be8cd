import { beforeEach, describe, expect, it } from '@jest/globals';
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
import { Gate, turn, until, withFakeClock } from '../support/turns.js';

/*
 * Stopped calls no longer start, whatever they wait for: their turn, a free slot, an approval, the
 * tools of the step.
 */

let executed: string[] = [];
/** Tools, handlers and disposers wait for it. */
let gate = new Gate();
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
  tool('stop_later', () => gate.opened.then(stop)),
  tool('work', () => 'worked'),
  tool('alone', () => 'worked alone', { sequential: true }),
  tool('one', () => gate.opened.then(stop), { callLimit: { concurrent: 1 } }),
  tool('pay', () => new Promise(() => undefined), { approvals: [true] }),
]);

function start(
  options: RuntimeOptions = {},
  runOptions: Parameters<ReturnType<typeof createRuntime>['startRun']>[0] = {},
): Run {
  executed = [];
  gate = new Gate();
  return createRuntime({ toolsets: desk, ...options, observe: { logger: quietLogger(), ...options.observe } }).startRun(
    runOptions,
  );
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
    const run = start({ limits: { concurrency: { batch: 2 } } });
    const answered = run.callAll(['stop_later', 'work', 'work', 'alone', 'work'].map((name) => ({ name })));
    await until(() => executed.length === 3);
    gate.open();
    const outcomes = await answered;
    expect(executed).toEqual(['stop_later', 'work', 'work']);
    expect(outcomes.map(({ status }) => status)).toEqual(['failed', 'success', 'success', 'failed', 'failed']);
  });

  it.each([
    ['in the run', {}, { concurrency: 1 }, 'stop_later'],
    ['in the runtime', { limits: { concurrency: { runtime: 1 } } }, {}, 'stop_later'],
    ['of the tool', {}, {}, 'one'],
  ])('answers those that wait for room %s', async (_where, options, runOptions, name) => {
    const run = start(options, runOptions);
    const calls = [name, name, name].map((one) => run.call({ name: one }));
    await turn();
    gate.open();
    const outcomes = await Promise.all(calls);
    for (const one of outcomes) expect(one).toMatchObject({ status: 'failed', reason: 'halted' });
    expect(executed).toEqual([name]);
  });
});

describe('while a handler decides about a call', () => {
  let asked = 0;
  beforeEach(() => {
    asked = 0;
  });
  const never: DeferredHandler = () => {
    asked++;
    return new Promise(() => undefined);
  };
  const yes: DeferredHandler = async (requests) => {
    asked++;
    await gate.opened;
    return Object.fromEntries(requests.map(({ id }) => [id, true]));
  };

  it.each(['cancel', 'end'] as const)('run.%s() answers at once, and the request is void', async (what) => {
    const run = start({ people: { onDeferred: never } });
    const waiting = [run.call({ id: 'c1', name: 'pay' }), run.callAll([{ id: 'c2', name: 'pay' }])] as const;
    await until(() => asked === 2);
    void run[what]();
    expect(await waiting[0]).toMatchObject({ status: 'interrupted', callId: 'c1', tool: 'pay' });
    expect(await waiting[1]).toMatchObject([{ status: 'interrupted', callId: 'c2', tool: 'pay' }]);
    expect(run.pending().requests).toEqual([]);
    expect(executed).toEqual([]);
  });

  it.each([
    ['the call', {}, { onDeferred: yes }],
    ['the run', { people: { onDeferred: yes } }, {}],
  ])(
    "the signal of the call is heard (handler of %s), and the handler's answer executes nothing",
    async (_of, options, more) => {
      const run = start(options);
      const abort = new AbortController();
      const waiting = run.call({ name: 'pay' }, { ...(more as CallOptions), signal: abort.signal });
      await until(() => asked === 1);
      abort.abort();
      expect(await waiting).toMatchObject({ status: 'interrupted' });
      gate.open();
      await turn();
      expect(executed).toEqual([]);
      expect(run.pending().requests).toEqual([]);
    },
  );

  it.each([
    ['the call', {}, { onDeferred: yes }],
    ['the run', { people: { onDeferred: yes } }, {}],
  ])('the execution that it allowed can be interrupted (handler of %s)', async (_of, options, more) => {
    const run = start(options);
    const abort = new AbortController();
    const waiting = run.call({ name: 'pay' }, { ...(more as CallOptions), signal: abort.signal });
    gate.open();
    await until(() => executed.length === 1);
    abort.abort();
    expect(await waiting).toMatchObject({ status: 'interrupted' });
  });

  it('a handler that fails after the end of the run has no effect', async () => {
    const failing: DeferredHandler = async () => {
      asked++;
      await gate.opened;
      throw new Error('too late');
    };
    const unhandled: unknown[] = [];
    const note = (error: unknown): void => void unhandled.push(error);
    process.on('unhandledRejection', note);
    const run = start({ people: { onDeferred: failing } });
    const waiting = run.call({ name: 'pay' });
    await until(() => asked === 1);
    run.cancel();
    expect((await waiting).status).toBe('interrupted');
    gate.open();
    await turn();
    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
  });
});

describe('while the tools of a step are made', () => {
  it('a cancelled run answers its calls at once', async () => {
    let made = 0;
    const make = () => {
      made++;
      return new Promise<typeof desk>(() => undefined);
    };
    const run = start({ toolsets: dynamic(make, { per: 'run' }) } as RuntimeOptions);
    // The real timer for the tools of the step would keep this process alive.
    await withFakeClock(async () => {
      const waiting = [run.call({ name: 'work' }), run.callAll([{ name: 'work' }])] as const;
      await until(() => made === 1);
      run.cancel();
      expect(await waiting[0]).toMatchObject({ status: 'interrupted' });
      expect(await waiting[1]).toMatchObject([{ status: 'interrupted' }]);
    });
  });
});

describe('run.end()', () => {
  it('is done for every caller when everything was disposed', async () => {
    gate = new Gate();
    let isDisposed = false;
    const TOKEN = Symbol('connection');
    const connection = { [Symbol.asyncDispose]: () => gate.opened.then(() => void (isDisposed = true)) };
    const runtime = createRuntime({
      toolsets: desk,
      provide: [{ provide: TOKEN, useFactory: () => connection, lifetime: 'run' }],
    });
    const run = runtime.startRun() as Run & { readonly scope: { resolve(token: symbol): unknown } };
    run.scope.resolve(TOKEN);
    const seen: boolean[] = [];
    const ends = [run.end(), run.end()].map((end) => end.then(() => seen.push(isDisposed)));
    await turn();
    expect(seen).toEqual([]);
    gate.open();
    await Promise.all(ends);
    expect(seen).toEqual([true, true]);
  });
});
