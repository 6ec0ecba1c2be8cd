// A process of the tests that executes schedules. After its stop, it waits for the next start.
import { fleetTimer } from '@haft/fleet';
import * as haft from '@haft/runtime';
import { createScheduler, PostgresScheduleStore, SqliteScheduleStore } from '@haft/toolsets/schedule';
import { Redis } from 'ioredis';
import pg from 'pg';

const tell = (message) => process.send?.(message);
const die = () => process.exit(1);
process.on('disconnect', die);

let timer;
process.on('message', async (message) => {
  if (message === 'stop') {
    timer.release();
    await timer.stop();
    tell({ type: 'stopped' });
  } else if (message === 'end') {
    // A process that has stopped has nothing left to do, and ends.
    await timer.stop();
    process.off('disconnect', die);
    process.disconnect();
  } else if (message === 'release') timer.release();
  else if (message.start === undefined) timer.setTime(message.now);
  else {
    timer = start(message.start);
    tell({ type: 'ready' });
  }
});

function start({ socket, postgres, file, prefix, holds, diesAtClaim, ...times }) {
  let { now } = times;
  let release;
  const released = new Promise((resolve) => (release = resolve));
  const send = haft.defineTool({
    name: 'send',
    description: 'Sends a text.',
    parameters: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
    async execute({ text }, { tenantId, userId }) {
      tell({ type: 'began', execution: `${tenantId}/${userId}: ${text}` });
      if (holds) await released;
      return 'sent';
    },
  });
  const runtime = haft.createRuntime({ toolsets: haft.toolset('mail', [send]) });
  const store =
    postgres === undefined
      ? new SqliteScheduleStore({ file })
      : new PostgresScheduleStore({ connectionString: postgres });
  if (diesAtClaim) store.claim = () => process.kill(process.pid, 'SIGKILL');
  const connection =
    postgres === undefined
      ? new Redis({ path: socket, maxRetriesPerRequest: null })
      : { createPool: (options) => new pg.Pool({ connectionString: postgres, ...options }) };
  const scheduler = createScheduler({
    store,
    startRun: ({ tenantId, userId }) => runtime.startRun({ tenantId, userId }),
    now: () => now,
    leaseMs: times.leaseMs,
    timer: fleetTimer({ connection, prefix, lookMs: times.lookMs, lockMs: times.lockMs }),
  });
  scheduler.start();
  const stop = async () => {
    await scheduler.stop();
    await store.close();
    if (connection instanceof Redis) connection.disconnect();
  };
  return { release, stop, setTime: (time) => (now = time) };
}
