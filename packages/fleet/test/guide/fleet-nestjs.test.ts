import 'reflect-metadata';
import { expect, test } from '@jest/globals';
import { BullModule, getSharedConfigToken } from '@nestjs/bullmq';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { MemoryCallLedger } from '@haft/durable';
import type { Fleet } from '@haft/fleet';
import { HAFT_FLEET, HaftFleetModule } from '@haft/fleet/nestjs';
import { HAFT_RUNTIME, HaftModule } from '@haft/nestjs';
import { defineTool, toolset, type Runtime } from '@haft/runtime';
import type { ConnectionOptions } from 'bullmq';
import { describeRedis, RedisServer } from '../support/redis-server.js';

/* The example of docs/guide/fleet.md for NestJS. */

interface BullOptions {
  readonly connection: ConnectionOptions;
}

const resize = defineTool({
  name: 'resize',
  description: 'Resizes a picture.',
  parameters: { type: 'object', properties: {}, additionalProperties: false },
  execute: () => 'resized',
});

describeRedis('the guide, with NestJS', () => {
  test('executes a call in another application [NEW-32]', async () => {
    const redis = await RedisServer.start();
    const [toolsets, ledger] = [toolset('pictures', [resize]), new MemoryCallLedger()];
    const bull = BullModule.forRoot({ connection: { path: redis.socket } });
    // #region server
    const fleetModule = HaftFleetModule.forRootAsync({
      inject: [getSharedConfigToken()], // options of BullModule.forRoot({ connection })
      useFactory: ({ connection }: BullOptions) => ({ connection }),
    });
    const haftModule = HaftModule.forRootAsync({
      inject: [HAFT_FLEET],
      useFactory: ({ executor }: Fleet) => ({ toolsets, durability: { ledger, executor } }),
    });
    // #endregion server
    // #region worker
    const workerModule = HaftFleetModule.workerAsync({
      inject: [HAFT_RUNTIME, getSharedConfigToken()],
      useFactory: (runtime: Runtime, { connection }: BullOptions) => ({ runtime, connection, ledger }),
    });
    // #endregion worker
    @Module({ imports: [bull, fleetModule, haftModule] })
    class ServerModule {}
    @Module({ imports: [bull, HaftModule.forRoot({ toolsets, durability: { ledger } }), workerModule] })
    class WorkerModule {}
    const server = await NestFactory.createApplicationContext(ServerModule, { logger: false });
    const worker = await NestFactory.createApplicationContext(WorkerModule, { logger: false });
    const run = server.get<Runtime>(HAFT_RUNTIME).startRun();
    expect(await run.call({ name: 'resize', arguments: {} })).toMatchObject({ value: 'resized' });
    await run.end();
    await server.close();
    await worker.close();
    await redis.stop();
  });
});
