import { expect, test } from '@jest/globals';
import { MemoryCallLedger } from '@haft/durable';
import { PostgresCallLedger } from '@haft/durable/postgres';
import { fleet, migrateFleet, startWorker, type CreatePool } from '@haft/fleet';
import { createRuntime, defineTool, toolset, type AnyToolset, type CallLedger } from '@haft/runtime';
import type { Redis } from 'ioredis';
import pg from 'pg';
import { describePostgres, startPostgres } from '../support/postgres.js';
import { describeRedis, RedisServer } from '../support/redis-server.js';

/* The examples of docs/guide/fleet.md. */

const resize = defineTool({
  name: 'resize',
  description: 'Resizes a picture.',
  parameters: { type: 'object', properties: {}, additionalProperties: false },
  execute: () => `resized by ${process.pid}`,
});

function openSender(toolsets: AnyToolset, ledger: CallLedger, redis: Redis) {
  // #region sender
  const sender = fleet({ connection: redis });
  const runtime = createRuntime({ toolsets, durability: { ledger, executor: sender.executor } });
  // #endregion sender
  return { sender, runtime };
}

async function openWorker(toolsets: AnyToolset, ledger: CallLedger, redis: Redis) {
  // #region worker
  const runtime = createRuntime({ toolsets, durability: { ledger } });
  const run = runtime.startRun();
  const tools = await run.definitions();
  await run.end();
  const worker = await startWorker({ runtime, connection: redis, tools, ledger });
  process.once('SIGTERM', () => void worker.stop());
  // #endregion worker
  return worker;
}

describeRedis('the guide', () => {
  test('executes a call in a worker [NEW-32]', async () => {
    const redis = await RedisServer.start();
    const [toolsets, ledger] = [toolset('pictures', [resize]), new MemoryCallLedger()];
    const worker = await openWorker(toolsets, ledger, redis.connect());
    const { sender, runtime } = openSender(toolsets, ledger, redis.connect());
    const run = runtime.startRun();
    expect(await run.call({ name: 'resize', arguments: {} })).toMatchObject({ value: `resized by ${process.pid}` });
    await run.end();
    await runtime.dispose();
    await sender.close();
    await worker.stop();
    await redis.stop();
  });
});

describePostgres('the guide, on Postgres', () => {
  test('executes a call in a worker [NEW-32]', async () => {
    const server = await startPostgres();
    const { connectionString } = server;
    // #region postgres
    const createPool: CreatePool = (options) => new pg.Pool({ connectionString, ...options });
    await migrateFleet({ createPool }); // once, such as in the deployment
    const sender = fleet({ connection: { createPool } });
    // #endregion postgres
    const ledger = new PostgresCallLedger({ connectionString });
    const toolsets = toolset('pictures', [resize]);
    const there = createRuntime({ toolsets, durability: { ledger } });
    const worker = await startWorker({
      ...{ runtime: there, ledger, tools: [resize.definition] },
      connection: { createPool },
    });
    const here = createRuntime({ toolsets, durability: { ledger, executor: sender.executor } });
    const run = here.startRun();
    expect(await run.call({ name: 'resize', arguments: {} })).toMatchObject({ value: `resized by ${process.pid}` });
    expect(await sender.metrics()).toMatchObject([{ queue: 'default', waiting: 0, workers: 1 }]);
    await run.end();
    await here.dispose();
    await sender.close();
    await worker.stop();
    await there.dispose();
    await ledger.close();
    await server.stop();
  });
});
