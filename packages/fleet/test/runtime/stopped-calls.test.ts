import { afterAll, afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import type { RunContext, ToolOutcome } from '@haft/core';
import { MemoryCallLedger } from '@haft/durable';
import { createRuntime, defineTool, toolset, type DefinedTool, type Run } from '@haft/runtime';
import { fleet, startWorker } from '../../src/index.js';
import { quietLogger } from '../support/quiet-logger.js';
import { describeRedis, RedisServer } from '../support/redis-server.js';
import { deferred, until } from '../support/turn.js';
import { rowAt } from '../../../durable/test/support/row-at.js';

const NO_ARGUMENTS = { type: 'object', properties: {}, additionalProperties: false } as const;
const TOOLS: readonly (readonly [string, object])[] = [
  ['an effect', { settings: { effect: {} } }],
  ['an effect, and is idempotent', { settings: { effect: {} }, hints: { idempotent: true } }],
  ['`reconcile`', { reconcile: () => ({ kind: 'unknown' }) }],
];
/** Longer than any real wait of a test. */
const TIMEOUT_MS = 30_000;
const ALL_BUT_PERFORMANCE = [
  ...['Date', 'hrtime', 'nextTick', 'queueMicrotask', 'setImmediate', 'clearImmediate'],
  ...['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'],
] as never[];

describeRedis('a call in a worker that is stopped', () => {
  let redis: RedisServer;
  let open: AsyncDisposable[];
  let ledger: MemoryCallLedger;
  let paid: number;

  beforeAll(async () => (redis = await RedisServer.start()));
  afterAll(() => redis.stop());
  beforeEach(() => {
    [open, ledger, paid] = [[], new MemoryCallLedger(), 0];
  });
  afterEach(async () => {
    jest.useRealTimers();
    for (const one of open.reverse()) await one[Symbol.asyncDispose]();
    await redis.connect().flushall();
  });

  function pay(execute: (run: RunContext) => unknown, own: object): DefinedTool {
    const facts = { name: 'pay', description: 'Pays.', parameters: NO_ARGUMENTS };
    return defineTool({
      ...facts,
      execute: (_args: object, run: RunContext) => execute(run),
      ...own,
    } as never) as never;
  }

  /** A run whose calls workers execute. */
  function sender(tool: DefinedTool): Run {
    const sent = fleet({ connection: redis.connect(), logger: quietLogger() });
    const runtime = createRuntime({
      toolsets: toolset('bank', [tool]),
      durability: { ledger, executor: sent.executor },
      limits: { timeoutMs: TIMEOUT_MS },
      observe: { logger: quietLogger() },
    });
    open.push(sent, runtime);
    return runtime.startRun({ id: 'r' });
  }

  async function worker(tool: DefinedTool, concurrency = 10): Promise<void> {
    const runtime = createRuntime({
      toolsets: toolset('bank', [tool]),
      durability: { ledger },
      observe: { logger: quietLogger() },
    });
    const facts = { connection: redis.connect(), tools: [tool.definition], ledger, logger: quietLogger() };
    open.push(runtime, await startWorker({ runtime, concurrency, ...facts }));
  }

  const call = (run: Run, id = 'c1'): Promise<ToolOutcome> => run.call({ id, name: 'pay', arguments: {} });
  const rowOf = (id: string): ReturnType<MemoryCallLedger['get']> => rowAt(ledger, `r/${id}`);

  /** Returns the state of the row when it has ended. */
  async function ended(id = 'c1'): Promise<string | undefined> {
    await until(() => rowOf(id)?.state !== 'running');
    return rowOf(id)?.state;
  }

  /** Calls the tool, and stops the call after its method began. */
  async function stopped(run: Run, why: string, begun: Promise<void>): Promise<void> {
    // Only the clock of deadlines is fake: the queue needs its timers.
    jest.useFakeTimers({ doNotFake: ALL_BUT_PERFORMANCE });
    let isAnswered = false;
    const outcome = call(run).then(() => (isAnswered = true));
    await begun;
    if (why === 'cancelled') run.cancel();
    else {
      await until(() => {
        jest.advanceTimersByTime(TIMEOUT_MS);
        return isAnswered;
      });
    }
    await outcome;
  }

  /** Pays, and then waits for its signal. */
  const paysThenAborts = (begun: () => void) => (run: RunContext) =>
    new Promise((_resolve, reject) => {
      paid += 1;
      run.signal.addEventListener('abort', () => reject(run.signal.reason as Error));
      begun();
    });

  describe.each(TOOLS)('and whose tool has %s', (_name, own) => {
    test.each(['cancelled', 'timed out'])('ends as unknown if it is %s after its method began', async (why) => {
      const begun = deferred();
      const tool = pay(paysThenAborts(begun.resolve), own);
      await worker(tool);
      await stopped(sender(tool), why, begun.promise);
      expect([await ended(), paid]).toEqual(['unknown_outcome', 1]);
    });

    test.each(['cancelled', 'timed out'])('ends as done if it is %s and its method returns', async (why) => {
      const [begun, go] = [deferred(), deferred()];
      const tool = pay(async () => {
        paid += 1;
        begun.resolve();
        await go.promise;
        return 'paid';
      }, own);
      await worker(tool);
      await stopped(sender(tool), why, begun.promise);
      expect(rowOf('c1')?.state).toBe('running');
      go.resolve();
      expect([await ended(), paid]).toEqual(['done', 1]);
    });

    test('ends as cancelled if no worker had begun it', async () => {
      const [begun, go] = [deferred(), deferred()];
      const tool = pay(async () => {
        paid += 1;
        begun.resolve();
        await go.promise;
      }, own);
      await worker(tool, 1);
      const run = sender(tool);
      const first = call(run, 'c1');
      await begun.promise;
      const caller = new AbortController();
      const second = run.call({ id: 'c2', name: 'pay', arguments: {} }, { signal: caller.signal });
      await until(() => rowOf('c2') !== undefined);
      caller.abort();
      expect(await second).toMatchObject({ status: 'interrupted' });
      expect(await ended('c2')).toBe('cancelled');
      go.resolve();
      expect(await first).toMatchObject({ status: 'success' });
      expect(paid).toBe(1);
    });
  });
});
