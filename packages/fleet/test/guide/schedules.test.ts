import { expect, test } from '@jest/globals';
import { Queue } from 'bullmq';
import { fleetTimer } from '@haft/fleet';
import { createRuntime, defineTool, toolset, type Runtime } from '@haft/runtime';
import { createScheduler, PostgresScheduleStore, scheduleToolset, type Schedule } from '@haft/toolsets/schedule';
import type { Redis } from 'ioredis';
import { describePostgres, startPostgres } from '../support/postgres.js';
import { describeRedis, RedisServer } from '../support/redis-server.js';
import { deferred, until } from '../support/turn.js';

/* The example of a fleet in docs/guide/toolsets/schedule.md. */

function openScheduler(store: PostgresScheduleStore, runtime: Runtime, redis: Redis) {
  // #region timer
  const scheduler = createScheduler({
    store,
    startRun: ({ userId, tenantId }: Schedule) => runtime.startRun({ userId, tenantId }),
    timer: fleetTimer({ connection: redis }),
  });
  scheduler.start(); // in each worker process
  process.once('SIGTERM', () => void scheduler.stop());
  // #endregion timer
  return scheduler;
}

describePostgres('the guide of schedules in a fleet', () => {
  describeRedis('on Redis', () => {
    test('executes a schedule [TOOL-12]', async () => {
      const [redis, server] = [await RedisServer.start(), await startPostgres()];
      const store = new PostgresScheduleStore({ connectionString: server.connectionString });
      const sent = deferred<string>();
      const send = defineTool({
        name: 'send',
        description: 'Sends.',
        parameters: { type: 'object', properties: {} },
        execute: (_, { userId = '' }) => sent.resolve(userId),
      });
      const minute = Math.floor(Date.now() / 60_000) * 60_000;
      const schedules = scheduleToolset({ store, now: () => minute - 1 });
      const runtime = createRuntime({ toolsets: [schedules, toolset('mail', [send])] });
      const run = runtime.startRun({ userId: 'kim' });
      const time = new Date(minute).toISOString().slice(11, 16);
      const plan = { description: 'Report', time, recurrence: 'daily', tools: [{ tool: 'send' }] };
      expect(await run.call({ name: 'schedule_create', arguments: plan })).toMatchObject({ status: 'success' });
      const scheduler = openScheduler(store, runtime, redis.connect());
      // The next full minute is far away.
      const queue = new Queue('haft-schedules', { connection: redis.connect() });
      await queue.add('look', {});
      expect(await sent.promise).toBe('kim');
      await until(async () => (await run.call({ name: 'schedule_list', arguments: {} })).text.includes('done'));
      await run.end();
      await scheduler.stop();
      await queue.close();
      await store.close();
      await Promise.all([redis.stop(), server.stop()]);
    });
  });
});
