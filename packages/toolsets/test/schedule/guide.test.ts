import { expect, it } from '@jest/globals';
import { join } from 'node:path';
import { createRuntime, type Run } from '@haft/runtime';
import { createScheduler, scheduleToolset, SqliteScheduleStore, type Schedule } from '../../src/schedule/index.js';
import { describeSqlite, temporaryFolder } from '../texts/new-store.js';

/* The example of docs/guide/toolsets/schedule.md. */

describeSqlite('the guide of schedules', () => {
  const folder = temporaryFolder();

  it('plans a task and executes it at its time [TOOL-12]', async () => {
    const file = join(folder, 'schedules.db');
    const asked: string[] = [];
    const askModel = (prompt: string, _run: Run): void => {
      asked.push(prompt);
    };
    let time = Date.parse('2026-11-26T08:00:00Z');
    const now = (): number => time;
    // #region schedule
    const store = new SqliteScheduleStore({ file });
    const runtime = createRuntime({ toolsets: [scheduleToolset({ store, timeZone: 'Europe/Berlin', now })] });
    const task = { description: 'Report', time: '09:30', recurrence: 'daily', prompt: 'Write the report.' };
    await runtime.startRun({ userId: 'kim' }).call({ name: 'schedule_create', arguments: task });
    // Created schedule 0f8c2c1e-.... It runs next on Thursday 2026-11-26 09:30 Europe/Berlin.

    const scheduler = createScheduler({
      store,
      now,
      startRun: ({ userId, tenantId }: Schedule) => runtime.startRun({ userId, tenantId }),
      onPrompt: ({ prompt }, run) => askModel(prompt, run),
    });
    scheduler.start(); // in each process that may execute schedules
    // #endregion schedule
    await scheduler.stop();
    time += 31 * 60_000;
    expect(await scheduler.runDue()).toBe(1);
    expect(asked).toEqual(['Write the report.']);
    await store.close();
  });
});
