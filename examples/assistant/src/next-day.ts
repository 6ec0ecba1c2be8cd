import { deepStrictEqual, match, strictEqual } from 'node:assert';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { createScheduler } from '@haft/toolsets/schedule';
import { createAssistant } from './create-assistant.js';

/* A later process with the same data. Two of them run at the same time. */

const [data = '', now = '0'] = process.argv.slice(2);
const clock = (): number => Number(now);
const send = (userId: string, text: string): void => {
  appendFileSync(join(data, 'sent.txt'), `${userId}: ${text}\n`);
};
const { runtime, knowledge, schedules } = await createAssistant({ data, now: clock, send });

// Nothing has changed, so that nothing is read again.
const report = await knowledge.addFolder(join(import.meta.dirname, '../handbook'), { tenantId: 'acme' });
deepStrictEqual([report.added, report.unchanged], [0, 2]);

const recall = async (tenantId: string, userId: string): Promise<string> => {
  const outcome = await runtime
    .startRun({ tenantId, userId })
    .call({ name: 'recall', arguments: { query: 'How does the user travle?' } });
  strictEqual(outcome.status, 'success', outcome.text);
  return outcome.text;
};
match(await recall('acme', 'kim'), /Kim prefers trains and aisle seats/);
deepStrictEqual(
  [await recall('acme', 'lee'), await recall('globex', 'kim')],
  [
    'No memory fits. Recall with other words, or ask the user.',
    'No memory fits. Recall with other words, or ask the user.',
  ],
);

const scheduler = createScheduler({
  store: schedules,
  now: clock,
  startRun: ({ userId, tenantId }) => runtime.startRun({ userId, tenantId }),
});
console.log(`✓ executed ${String(await scheduler.runDue())} schedule(s)`);
