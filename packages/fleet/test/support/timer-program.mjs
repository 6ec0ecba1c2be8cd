// A process of the tests that executes schedules.
import { fleetTimer } from '@haft/fleet';
import * as haft from '@haft/runtime';
import { createScheduler, PostgresScheduleStore, SqliteScheduleStore } from '@haft/toolsets/schedule';
import { Redis } from 'ioredis';
import pg from 'pg';

const { socket, postgres, file, prefix, holds, diesAtClaim, ...times } = JSON.parse(process.argv[2]);
const tell = (message) => process.send?.(message);
let { now } = times;
let release;
const released = new Promise((resolve) => (release = resolve));
const die = () => process.exit(1);
process.on('disconnect', die);

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
// A process that has stopped has nothing left to do, and ends.
const stop = async () => {
  await scheduler.stop();
  await store.close();
  if (connection instanceof Redis) connection.disconnect();
  process.off('disconnect', die);
  process.disconnect();
};
process.on('message', (message) => {
  if (message === 'stop') void stop();
  else if (message === 'release') release();
  else now = message.now;
});
scheduler.start();
tell({ type: 'ready' });
