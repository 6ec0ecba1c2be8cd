import 'reflect-metadata';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { BullModule, getSharedConfigToken } from '@nestjs/bullmq';
import { Module, type DynamicModule, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { ConnectionOptions } from 'bullmq';
import { MemoryCallLedger } from '@haft/durable';
import { HAFT_RUNTIME, HaftModule } from '@haft/nestjs';
import { defineTool, toolset, type DefinedTool, type Runtime } from '@haft/runtime';
import type { Fleet } from '../../src/index.js';
import { HAFT_FLEET, HaftFleetModule } from '../../src/nestjs/index.js';
import { quietLogger } from '../support/quiet-logger.js';
import { describeRedis, RedisServer } from '../support/redis-server.js';
import { deferred, until } from '../support/turn.js';
import { keyAt, rowAt } from '../../../durable/test/support/row-at.js';

interface BullOptions {
  readonly connection: ConnectionOptions;
}

const NO_ARGUMENTS = { type: 'object', properties: {}, additionalProperties: false } as const;
const logger = quietLogger();

/** A tool that tells which process executes it. */
function tool(name: string, execute: () => unknown, settings = {}): DefinedTool {
  return defineTool({ name, description: name, parameters: NO_ARGUMENTS, execute, settings }) as never;
}

describeRedis('HaftFleetModule [NEW-32]', () => {
  let redis: RedisServer;
  let ledger: MemoryCallLedger;
  let apps: INestApplicationContext[];
  beforeAll(async () => (redis = await RedisServer.start()));
  afterAll(() => redis.stop());
  beforeEach(() => {
    ledger = new MemoryCallLedger();
    apps = [];
  });
  afterEach(async () => {
    for (const app of apps.reverse()) await app.close();
    await redis.connect().flushall();
  });

  async function start(...imports: DynamicModule[]): Promise<INestApplicationContext> {
    @Module({ imports })
    class AppModule {}
    const app = await NestFactory.createApplicationContext(AppModule, { logger: false, abortOnError: false });
    apps.push(app);
    return app;
  }

  const forked = (place: string, wait = Promise.resolve()): readonly DefinedTool[] => [
    tool('where', () => wait.then(() => place)),
    tool('report', () => wait.then(() => place), { background: {} }),
  ];

  async function startServer(connection: ConnectionOptions): Promise<Runtime> {
    const app = await start(
      BullModule.forRoot({ connection }),
      HaftFleetModule.forRootAsync({
        inject: [getSharedConfigToken()],
        useFactory: ({ connection: shared }: BullOptions) => ({ connection: shared, logger }),
      }),
      HaftModule.forRootAsync({
        inject: [HAFT_FLEET],
        useFactory: ({ executor }: Fleet) => ({
          toolsets: toolset('shop', forked('server')),
          durability: { ledger, executor },
          observe: { logger },
        }),
      }),
    );
    return app.get<Runtime>(HAFT_RUNTIME);
  }

  function startWorkerApp(connection: ConnectionOptions, wait?: Promise<void>): Promise<INestApplicationContext> {
    return start(
      BullModule.forRoot({ connection }),
      HaftModule.forRoot({
        toolsets: toolset('shop', forked('worker', wait)),
        durability: { ledger },
        observe: { logger },
      }),
      HaftFleetModule.workerAsync({
        inject: [HAFT_RUNTIME, getSharedConfigToken()],
        useFactory: (runtime: Runtime, { connection: shared }: BullOptions) => ({
          runtime,
          connection: shared,
          ledger,
          logger,
          graceMs: 5_000,
        }),
      }),
    );
  }

  test('executes calls of one application in another, over the options of BullModule', async () => {
    const connection = { path: redis.socket };
    const runtime = await startServer(connection);
    await startWorkerApp(connection);
    const run = runtime.startRun({ id: 'r' });
    expect(await run.call({ id: 'c1', name: 'where', arguments: {} })).toMatchObject({ value: 'worker' });
    expect(await run.call({ id: 'c2', name: 'report', arguments: {} })).toMatchObject({
      value: { task: keyAt(ledger, 'r/c2') },
    });
    await until(() => rowAt(ledger, 'r/c2')?.state === 'done');
    await run.end();
  });

  test('finishes a call in progress when the worker application ends', async () => {
    const connection = { path: redis.socket };
    const go = deferred();
    const begun = deferred();
    const wait = { then: (done: () => unknown) => (begun.resolve(), go.promise.then(done)) } as Promise<void>;
    const runtime = await startServer(connection);
    const worker = await startWorkerApp(connection, wait);
    const outcome = runtime.startRun().call({ name: 'where', arguments: {} });
    await begun.promise;
    const closing = worker.close();
    go.resolve();
    await closing;
    expect(await outcome).toMatchObject({ value: 'worker' });
  });

  test('shares a client, and leaves it open', async () => {
    const client = redis.connect();
    const runtime = await startServer(client);
    await startWorkerApp(client);
    expect(await runtime.startRun().call({ name: 'where', arguments: {} })).toMatchObject({ value: 'worker' });
    for (const app of apps.splice(0).reverse()) await app.close();
    expect(await client.ping()).toBe('PONG');
  });

  test('refuses another connection at the start, with its code', async () => {
    const other = { duplicate: () => undefined, connect: () => undefined };
    const app = start(HaftFleetModule.forRootAsync({ useFactory: () => ({ connection: other }) }));
    await expect(app).rejects.toMatchObject({ code: 'HAFT_INVALID_OPTION' });
  });
});
