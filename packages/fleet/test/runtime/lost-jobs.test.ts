import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { MemoryCallLedger } from '@haft/durable';
import { createRuntime, defineTool, toolset, type DefinedTool, type Runtime } from '@haft/runtime';
import { fleet, startWorker, type FleetWorker } from '../../src/index.js';
import { quietLogger } from '../support/quiet-logger.js';
import { describeRedis, RedisServer } from '../support/redis-server.js';
import { until } from '../support/turn.js';
import { keyAt, rowAt } from '../../../durable/test/support/row-at.js';

const NO_ARGUMENTS = { type: 'object', properties: {}, additionalProperties: false } as const;

function tool(name: string, own: object): DefinedTool {
  const facts = { name, description: name, parameters: NO_ARGUMENTS };
  return defineTool({ ...facts, execute: () => `${name} is done`, ...own }) as never;
}

const report = tool('report', { settings: { background: {} } });
const read = tool('read', { hints: { readOnly: true } });
const pay = tool('pay', { settings: { effect: {} } });

describeRedis('a Redis without an append-only file that is killed [NEW-32]', () => {
  const tools = [report, read, pay];
  const logger = quietLogger();
  let redis: RedisServer;
  let ledger: MemoryCallLedger;
  let runtime: Runtime;
  let open: AsyncDisposable[];

  beforeAll(async () => (redis = await RedisServer.start({ keeps: false })));
  afterAll(() => redis.stop());
  beforeEach(() => {
    ledger = new MemoryCallLedger();
    const sent = fleet({ connection: redis.connect(), logger });
    runtime = createRuntime({
      toolsets: toolset('shop', tools),
      durability: { ledger, executor: sent.executor },
      observe: { logger },
    });
    open = [sent, runtime];
  });
  afterEach(async () => {
    for (const one of open.reverse()) await one[Symbol.asyncDispose]();
  });

  const call = (id: string, name: string) => runtime.startRun({ id: 'r' }).call({ id, name, arguments: {} });
  const jobs = async (): Promise<number> => (await redis.connect().keys('bull:haft-*:c_*')).length;

  /** Loses the jobs that wait. */
  async function restart(): Promise<void> {
    await redis.kill();
    await redis.start();
    expect(await jobs()).toBe(0);
  }

  async function startOne(): Promise<FleetWorker> {
    const own = createRuntime({ toolsets: toolset('shop', tools), durability: { ledger }, observe: { logger } });
    const definitions = tools.map(({ definition }) => definition);
    const worker = await startWorker({ runtime: own, connection: redis.connect(), tools: definitions, ledger, logger });
    open.push(own, worker);
    return worker;
  }

  test('loses the job of a background call, and `runtime.recover()` adds it again', async () => {
    expect(await call('c1', 'report')).toMatchObject({ value: { task: keyAt(ledger, 'r/c1'), status: 'queued' } });
    await until(async () => (await jobs()) === 1);
    await restart();
    expect(rowAt(ledger, 'r/c1')).toMatchObject({ state: 'queued' });
    expect(await runtime.recover({ idleMs: 0 })).toMatchObject({ started: [keyAt(ledger, 'r/c1')] });
    await startOne();
    await until(() => rowAt(ledger, 'r/c1')?.state === 'done');
    expect(rowAt(ledger, 'r/c1')).toMatchObject({ attempt: 1 });
  });

  test('loses the jobs of awaited calls: a reading tool runs again, an effect is unknown', async () => {
    const [first, second] = [call('c1', 'read'), call('c2', 'pay')];
    await until(async () => (await jobs()) === 2);
    await restart();
    await startOne();
    // The sender looks for jobs that are older than 10 seconds.
    expect(await first).toMatchObject({ status: 'success', value: 'read is done' });
    expect(await second).toMatchObject({ status: 'failed', reason: 'unknown' });
    expect(await rowAt(ledger, 'r/c2')).toMatchObject({ state: 'unknown_outcome' });
  }, 60_000);
});
