import { appendFileSync } from 'node:fs';
import { createScheduler } from '../../src/schedule/scheduler/create-scheduler.js';
import { SqliteScheduleStore } from '../../src/schedule/store/sqlite-schedule-store.js';

/* A process that executes all due schedules, and writes each execution to a journal. */

const [file = '', journal = '', now = '0'] = process.argv.slice(2);
const run = {
  state: new Map(),
  call: ({ id }: { id: string }) => {
    appendFileSync(journal, `${id}\n`);
    return Promise.resolve({ status: 'success', text: '' });
  },
  end: () => Promise.resolve(),
};
const store = new SqliteScheduleStore({ file });
process.stdout.write('ready\n');
await new Promise((resolve) => process.stdin.once('data', resolve));
await createScheduler({ store, now: () => Number(now), startRun: () => run as never }).runDue();
await store.close();
process.exit(0);
