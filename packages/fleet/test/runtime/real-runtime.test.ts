import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { ModelRetry, reconciled, ToolFailed, type Interceptor, type RunContext, type ToolOutcome } from '@haft/core';
import { MemoryCallLedger } from '@haft/durable';
import {
  createRuntime,
  decision,
  defineTool,
  toolset,
  type BackgroundTask,
  type CallLedger,
  type DefinedTool,
  type RunEvent,
  type Runtime,
  type RuntimeOptions,
} from '@haft/runtime';
import { fleet, startWorker, type FleetWorkerOptions } from '../../src/index.js';
import { quietLogger } from '../support/quiet-logger.js';
import { describeRedis, RedisServer } from '../support/redis-server.js';
import { deferred, until } from '../support/turn.js';
import { keyAt, rowAt, rowOfKey } from '../../../durable/test/support/row-at.js';

const NO_ARGUMENTS = { type: 'object', properties: {}, additionalProperties: false } as const;

/** Defines a tool without arguments. */
function tool(name: string, execute: (run: RunContext) => unknown, own: object = {}): DefinedTool {
  const execution = (_args: object, run: RunContext): unknown => execute(run);
  return defineTool({ name, description: name, parameters: NO_ARGUMENTS, execute: execution, ...own }) as never;
}

describeRedis('a runtime with a fleet on Redis [NEW-32]', () => {
  let redis: RedisServer;
  let open: AsyncDisposable[];
  let ledger: CallLedger;

  beforeAll(async () => (redis = await RedisServer.start()));
  afterAll(() => redis.stop());
  beforeEach(() => {
    open = [];
    ledger = new MemoryCallLedger();
  });
  afterEach(async () => {
    for (const one of open.reverse()) await one[Symbol.asyncDispose]();
    await redis.connect().flushall();
  });

  /** The process that talks to the model. */
  function sender(tools: readonly DefinedTool[], options: RuntimeOptions = {}): Runtime {
    const sent = fleet({ connection: redis.connect(), logger: quietLogger() });
    const { executor } = sent;
    const runtime = createRuntime({
      toolsets: toolset('shop', tools),
      ...options,
      durability: { ledger, executor, ...options.durability },
      observe: { logger: quietLogger(), ...options.observe },
    });
    open.push(sent, runtime);
    return runtime;
  }

  /** A process that executes calls. */
  async function worker(
    tools: readonly DefinedTool[],
    options: RuntimeOptions & Pick<FleetWorkerOptions, 'deps'> = {},
  ): Promise<void> {
    const { deps, ...own } = options;
    const runtime = createRuntime({
      toolsets: toolset('shop', tools),
      ...own,
      durability: { ledger, ...own.durability },
      observe: { logger: quietLogger(), ...own.observe },
    });
    const definitions = tools.map(({ definition }) => definition);
    const connection = redis.connect();
    const facts = { runtime, connection, tools: definitions, ledger, logger: quietLogger() };
    open.push(runtime, await startWorker({ ...facts, ...(deps && { deps }) }));
  }

  async function call(runtime: Runtime, name: string, onEvent?: (event: RunEvent) => void): Promise<ToolOutcome> {
    const run = runtime.startRun({ id: 'r', userId: 'ann', tenantId: 'acme', ...(onEvent && { onEvent }) });
    try {
      return await run.call({ id: 'c1', name, arguments: {} });
    } finally {
      await run.end();
    }
  }

  const elsewhere = (name: string, own: object = {}): DefinedTool =>
    tool(
      name,
      () => {
        throw new ToolFailed('It was executed by the sender.');
      },
      own,
    );

  test('a used-up retry budget refuses no call that would succeed [RET-5]', async () => {
    let isOpen = false;
    const knock = (): string => {
      if (!isOpen) throw new ModelRetry('The door is closed.');
      return 'opened';
    };
    const own = { parameters: { type: 'object', properties: { time: { type: 'string' } } } };
    await worker([tool('knock', knock, own)], { limits: { retries: 1 } });
    const run = sender([elsewhere('knock', own)], { limits: { retries: 1 } }).startRun();
    const attempt = (id: string) => run.call({ id, name: 'knock', arguments: { time: id } });
    const failures = [await attempt('c1'), await attempt('c2'), await attempt('c3')];
    expect(failures.map(({ status }) => status)).toEqual(['retry', 'failed', 'failed']);
    isOpen = true;
    expect(await attempt('c4')).toMatchObject({ status: 'success', value: 'opened' });
    isOpen = false;
    expect((await attempt('c5')).status).toBe('retry');
  });

  test('executes a call in the worker, with its user, tenant, dependencies and idempotency key', async () => {
    const seen: unknown[] = [];
    const look = (run: RunContext): string => {
      const { userId, tenantId, deps, runId, callId, idempotencyKey } = run;
      seen.push({ userId, tenantId, deps, runId, callId }, idempotencyKey);
      return 'looked';
    };
    await worker([tool('look', look)], { deps: ({ run }) => `for ${run.userId}` });
    expect(await call(sender([elsewhere('look')]), 'look')).toMatchObject({ status: 'success', value: 'looked' });
    expect(seen).toEqual([
      { userId: 'ann', tenantId: 'acme', deps: 'for ann', runId: 'r', callId: 'c1' },
      expect.any(String),
    ]);
  });

  test('brings progress and logs, and tells them once', async () => {
    await worker([
      tool('look', (run) => {
        run.report({ page: 1 });
        run.logger.info('looks');
        return 'looked';
      }),
    ]);
    const events: RunEvent[] = [];
    await call(sender([elsewhere('look')]), 'look', (event) => void events.push(event));
    expect(events.filter(({ type }) => type === 'progress' || type === 'log')).toMatchObject([
      { type: 'progress', progress: { page: 1 }, callId: 'c1' },
      { type: 'log', message: 'looks' },
    ]);
  });

  test('runs interceptors around the execution once, at the sender', async () => {
    const seen: string[] = [];
    const counted = (where: string): Interceptor => ({
      intercept: (_call, next) => {
        seen.push(where);
        return next();
      },
    });
    await worker([tool('look', () => 'looked')], { interceptors: [counted('worker')] });
    await call(sender([elsewhere('look')], { interceptors: [counted('sender')] }), 'look');
    expect(seen).toEqual(['sender']);
  });

  test('interrupts the tool in the worker when its run is cancelled', async () => {
    const [begun, stopped] = [deferred(), deferred()];
    await worker([
      tool('wait', async (run) => {
        begun.resolve();
        await new Promise<void>((resolve) => {
          run.signal.addEventListener('abort', () => {
            resolve();
            stopped.resolve();
          });
        });
      }),
    ]);
    const run = sender([elsewhere('wait')]).startRun();
    const outcome = run.call({ id: 'c1', name: 'wait', arguments: {} });
    await begun.promise;
    run.cancel();
    expect(await outcome).toMatchObject({ status: 'interrupted' });
    await stopped.promise;
    await run.end();
  });

  test('executes an approved call with its approval, which the worker checks again', async () => {
    const seen: unknown[] = [];
    const settings = { approvals: [true], effect: {} };
    await worker([tool('pay', (run) => void seen.push(run.approval?.requestId), { settings })]);
    const runtime = sender([elsewhere('pay', { settings })]);
    expect(await call(runtime, 'pay')).toMatchObject({ status: 'deferred' });
    const [waiting] = (await runtime.pending.list()).calls;
    expect(await runtime.pending.decide(waiting?.key ?? '', decision.approve())).toMatchObject({ status: 'success' });
    expect(seen).toEqual([waiting?.request?.id]);
    expect(await rowAt(ledger, 'r/c1')).toMatchObject({ state: 'done', attempt: 1 });
  });

  test('answers a background call with a task that a worker ends', async () => {
    const go = deferred();
    const settings = { background: {} };
    const write = async (run: RunContext): Promise<string> => {
      run.report({ page: 1 });
      await go.promise;
      return 'written';
    };
    await worker([tool('report', write, { settings })]);
    const runtime = sender([elsewhere('report', { settings })]);
    const outcome = await call(runtime, 'report');
    expect(outcome).toMatchObject({ status: 'success', value: { task: keyAt(ledger, 'r/c1'), status: 'queued' } });
    const { task } = (outcome as { readonly value: BackgroundTask }).value;
    const ask = async (name: string, args: object): Promise<ToolOutcome> =>
      runtime.startRun({ userId: 'ann', tenantId: 'acme' }).call({ id: name, name, arguments: args as never });
    await until(async () => (await rowOfKey(ledger, task))?.progress != null);
    expect(await ask('task_status', { task })).toMatchObject({
      value: { status: 'running', attempts: 1, progress: { page: 1 } },
    });
    go.resolve();
    expect(await ask('task_result', { task, waitSeconds: 20 })).toMatchObject({
      value: { status: 'done', result: 'written' },
    });
  });

  test('tells how many calls wait for workers, and since when', async () => {
    const [begun, go] = [deferred(), deferred()];
    const own = { settings: { background: { queue: 'slow-ones' } } };
    const runtime = sender([elsewhere('report', own)]);
    const counting = fleet({ connection: redis.connect(), logger: quietLogger() });
    open.push(counting);
    expect(await counting.metrics()).toEqual([]);
    const run = runtime.startRun({ id: 'r' });
    await run.call({ id: 'c1', name: 'report', arguments: {} });
    await run.call({ id: 'c2', name: 'report', arguments: {} });
    expect(await counting.metrics()).toEqual([
      {
        ...{ queue: 'slow-ones', tool: 'report', waiting: 2, active: 0, delayed: 0, workers: 0 },
        fingerprint: expect.stringMatching(/^[0-9a-f]{24}$/),
        oldestWaitingMs: expect.any(Number),
      },
    ]);
    const wait = async (): Promise<void> => {
      begun.resolve();
      await go.promise;
    };
    const report = tool('report', wait, own);
    const there = createRuntime({
      toolsets: toolset('shop', [report]),
      durability: { ledger },
      observe: { logger: quietLogger() },
    });
    const facts = { connection: redis.connect(), ledger, queues: ['slow-ones'], logger: quietLogger() };
    const started = await startWorker({ runtime: there, tools: [report.definition], concurrency: 1, ...facts });
    open.push(there, started);
    await begun.promise;
    expect(await counting.metrics()).toMatchObject([{ waiting: 1, active: 1, workers: 1 }]);
    go.resolve();
    await until(async () => (await rowAt(ledger, 'r/c2'))?.state === 'done');
    await until(async () => (await counting.metrics())[0]?.active === 0);
    expect(await counting.metrics()).toMatchObject([{ waiting: 0, oldestWaitingMs: 0 }]);
  });

  test('refuses a background call over maxWaiting, and never one that has a row', async () => {
    const report = tool('report', () => 'made', { settings: { background: {} } });
    const sent = fleet({ connection: redis.connect(), maxWaiting: 2, logger: quietLogger() });
    const runtime = createRuntime({
      toolsets: toolset('shop', [report]),
      durability: { ledger, executor: sent.executor },
    });
    open.push(sent, runtime);
    const run = runtime.startRun({ id: 'r' });
    const make = (id: string): Promise<ToolOutcome> => run.call({ id, name: 'report', arguments: {} });
    expect(await make('c1')).toMatchObject({ status: 'success' });
    expect(await make('c2')).toMatchObject({ status: 'success' });
    expect(await make('c3')).toMatchObject({
      status: 'failed',
      reason: 'limit',
      text: 'Too many calls of report wait for a worker. Do something else first, or try again later.',
    });
    expect(await rowAt(ledger, 'r/c3')).toBeUndefined();
    // A host that repeats a call gets its task.
    const again = runtime.startRun({ id: 'r' });
    expect(await again.call({ id: 'c1', name: 'report', arguments: {} })).toMatchObject({
      value: { task: keyAt(ledger, 'r/c1'), status: 'queued' },
    });
    await again.end();
    await run.end();
  });

  test('executes a background call again whose job failed before it began', async () => {
    const settings = { background: {} };
    const depsOf: unknown[] = [];
    const deps = ({ run }: { readonly run: { readonly id: string } }): unknown => {
      depsOf.push(run.id);
      if (depsOf.length === 1) throw new Error('The database is away.');
      return 'deps';
    };
    await worker([tool('report', ({ deps: own }) => own, { settings })], { deps });
    const runtime = sender([elsewhere('report', { settings })]);
    await call(runtime, 'report');
    await until(() => Promise.resolve(depsOf.length === 1));
    expect(await rowAt(ledger, 'r/c1')).toMatchObject({ state: 'queued', attempt: 0 });
    await until(async () => {
      await runtime.recover({ idleMs: 0 });
      return (await rowAt(ledger, 'r/c1'))?.state === 'done';
    });
    expect(await rowAt(ledger, 'r/c1')).toMatchObject({ state: 'done', attempt: 1 });
    expect(depsOf).toEqual(['r', 'r']);
  });

  test('continues a background call that workers left when they were stopped, however many', async () => {
    const own = { settings: { background: {} }, hints: { idempotent: true } };
    let starts = 0;
    const write = async ({ signal }: RunContext): Promise<string> => {
      starts += 1;
      if (starts === 4) return 'written';
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          reject(signal.reason as Error);
        });
      });
    };
    await call(sender([elsewhere('report', own)]), 'report');
    const report = tool('report', write, own);
    for (let round = 1; round <= 4; round++) {
      const runtime = createRuntime({
        toolsets: toolset('shop', [report]),
        ...{ durability: { ledger, leaseMs: 1000 }, observe: { logger: quietLogger() } },
      });
      const facts = { connection: redis.connect(), tools: [report.definition], ledger, logger: quietLogger() };
      const started = await startWorker({ runtime, ...facts });
      await until(() => Promise.resolve(starts === round));
      if (round === 4) await until(async () => (await rowAt(ledger, 'r/c1'))?.state === 'done');
      await started.stop({ graceMs: 0 });
      await runtime.dispose();
    }
    expect(await rowAt(ledger, 'r/c1')).toMatchObject({ state: 'done', attempt: 4 });
  });

  describe('an awaited call with an effect whose worker is stopped while it is in progress', () => {
    const settings = { effect: {} };

    /** Starts the call in a worker, stops the worker, and starts another one. */
    async function stopOnce(own: object): Promise<{ readonly outcome: ToolOutcome; readonly begun: number }> {
      let begun = 0;
      const pay = tool('pay', () => new Promise(() => void (begun += 1)), { settings, ...own });
      const outcome = call(sender([elsewhere('pay', { settings, ...own })]), 'pay');
      const runtime = createRuntime({
        toolsets: toolset('shop', [pay]),
        durability: { ledger },
        observe: { logger: quietLogger() },
      });
      const facts = { runtime, tools: [pay.definition], ledger, logger: quietLogger() };
      const first = await startWorker({ connection: redis.connect(), ...facts });
      await until(() => begun === 1);
      await first.stop({ graceMs: 0 });
      open.push(runtime, await startWorker({ connection: redis.connect(), ...facts }));
      return { outcome: await outcome, begun };
    }

    test.each([
      ['done', reconciled.done('found'), { status: 'success', value: 'found' }],
      ['unknown', reconciled.unknown(), { status: 'failed', reason: 'unknown' }],
    ] as const)('asks `reconcile` in another worker: %s', async (_name, answer, expected) => {
      const keys: string[] = [];
      const reconcile = (key: string): unknown => {
        keys.push(key);
        return answer;
      };
      const { outcome, begun } = await stopOnce({ reconcile });
      expect(outcome).toMatchObject(expected);
      expect(keys).toEqual([(await rowAt(ledger, 'r/c1'))?.effectKey]);
      expect(begun).toBe(1);
    });

    test('ends as unknown without `reconcile`', async () => {
      const { outcome, begun } = await stopOnce({});
      expect([outcome, begun]).toMatchObject([{ status: 'failed', reason: 'unknown' }, 1]);
    });
  });

  test('runs interceptors around a background call once, in the worker', async () => {
    const seen: string[] = [];
    const settings = { background: {} };
    const counted = (where: string): Interceptor => ({
      intercept: (_call, next) => {
        seen.push(where);
        return next();
      },
    });
    await worker([tool('report', () => 'written', { settings })], { interceptors: [counted('worker')] });
    await call(sender([elsewhere('report', { settings })], { interceptors: [counted('sender')] }), 'report');
    await until(async () => (await rowAt(ledger, 'r/c1'))?.state === 'done');
    expect(seen).toEqual(['worker']);
  });

  test('cancels a background call in a worker', async () => {
    const [begun, stopped] = [deferred(), deferred()];
    const settings = { background: {} };
    const wait = async (run: RunContext): Promise<void> => {
      begun.resolve();
      await new Promise<void>((_resolve, reject) => {
        run.signal.addEventListener('abort', () => {
          stopped.resolve();
          reject(run.signal.reason as Error);
        });
      });
    };
    await worker([tool('report', wait, { settings })]);
    const runtime = sender([elsewhere('report', { settings })]);
    await call(runtime, 'report');
    await begun.promise;
    const run = runtime.startRun({ userId: 'ann', tenantId: 'acme' });
    await run.call({ id: 'x', name: 'task_cancel', arguments: { task: keyAt(ledger, 'r/c1') } });
    await stopped.promise;
    await until(async () => (await rowAt(ledger, 'r/c1'))?.state === 'cancelled');
    await run.end();
  });

  test('asks `reconcile` in the worker about a background call whose worker died', async () => {
    const settings = { background: {} };
    const own = { settings, reconcile: () => reconciled.done('found') };
    const runtime = sender([elsewhere('pay', own)]);
    await call(runtime, 'pay');
    // Its first worker died after it began.
    await ledger.start(rowAt(ledger, 'r/c1') as never, { lease: 'dead', leaseUntil: 1, now: 0 });
    const executed: string[] = [];
    await worker([tool('pay', () => executed.push('again'), own)]);
    await until(async () => (await rowAt(ledger, 'r/c1'))?.state === 'done');
    expect(JSON.parse((await rowAt(ledger, 'r/c1'))?.outcome ?? '')).toMatchObject({ value: 'found' });
    expect(executed).toEqual([]);
  });
});
