import { deepStrictEqual, match, strictEqual } from 'node:assert';
import { join } from 'node:path';
import { createAssistant } from './create-assistant.js';

/*
 * The first process. It is killed at its end, as by a crash. Its calls are those of a model that
 * follows the skill.
 */

const [data = '', now = '0'] = process.argv.slice(2);
const { runtime, knowledge } = await createAssistant({ data, now: () => Number(now), send: () => undefined });
const report = await knowledge.addFolder(join(import.meta.dirname, '../handbook'), { tenantId: 'acme' });
deepStrictEqual([report.added, report.skipped], [2, []]);

const run = runtime.startRun({ tenantId: 'acme', userId: 'kim' });
const call = async (name: string, args: object): Promise<string> => {
  const outcome = await run.call({ name, arguments: args });
  strictEqual(outcome.status, 'success', outcome.text);
  console.log(`✓ ${name}: ${outcome.text.slice(0, 120).replaceAll('\n', ' ')}`);
  return outcome.text;
};

match(await call('skill_search', { query: 'travel to Zurich for work' }), /^travel-request: /); // [TOOL-14]
match(await call('skill_read', { name: 'travel-request' }), /Recall what the user prefers/);
match(await call('skill_read', { name: 'travel-request', files: ['references/form.md'] }), /Destination/);
match(await call('remember', { content: 'Kim prefers trains and aisle seats.', tags: ['travel'] }), /^Remembered\./); // [TOOL-11]
match(await call('knowledge_search', { query: 'How much may a hotel in Zurich cost?' }), /210 euros/); // [TOOL-10]
const reminder = {
  description: 'Pack for Zurich',
  time: '18:00',
  recurrence: 'once',
  date: '2026-11-27',
  tools: [{ tool: 'remind', args: { text: 'Your train to Zurich leaves tomorrow.' } }],
};
match(await call('schedule_create', reminder), /Friday 2026-11-27 18:00 Europe\/Berlin/); // [TOOL-12]

const wrong = await run.call({ name: 'schedule_create', arguments: { ...reminder, date: '2026-11-25' } });
deepStrictEqual(
  [wrong.status, wrong.text.split('\n')[0]],
  ['retry', '2026-11-25 18:00 is in the past. Now it is Thursday 2026-11-26 10:00 Europe/Berlin.'],
);
process.kill(process.pid, 'SIGKILL');
