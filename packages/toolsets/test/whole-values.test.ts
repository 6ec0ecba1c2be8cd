import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createRuntime, type AnyToolset } from '@haft/runtime';
import { codeToolset, type CodeResult } from '../src/code/index.js';
import { dataToolset } from '../src/data/index.js';
import { fileToolset } from '../src/file/index.js';
import { scheduleToolset, type ScheduleStore } from '../src/schedule/index.js';
import { folderWith, removeFolders } from './file/support/file-run.js';
import { queryToolset } from './query/query-run.js';

let root: string;

beforeAll(() => {
  root = folderWith({
    'lines.txt': 'some line\n'.repeat(12_000),
    'long.txt': `${'x'.repeat(300)}\n`.repeat(1_000),
    'rows.csv': `n,text\n${'7,some text\n'.repeat(12_000)}`,
    'wide.csv': `text\n${`${'x'.repeat(300)}\n`.repeat(1_000)}`,
    'large.txt': 'some line\n'.repeat(120_000),
    'huge.txt': 'some line\n'.repeat(45_000),
  });
  mkdirSync(join(root, 'many'));
  for (let index = 0; index < 1_500; index++) writeFileSync(join(root, 'many', `${index}.txt`), '');
});
afterAll(removeFolders);

const schedule = (index: number) => ({
  ...{ id: `${index}`, tenantId: '', userId: 'kim', description: 'Does it.', tools: [], prompt: 'x', enabled: true },
  rule: { time: '09:00', recurrence: 'daily', day: '', date: '', timeZone: 'UTC' },
});
const store = {
  list: (_: unknown, { limit }: { limit: number }) =>
    Promise.resolve(Array.from({ length: 400 }, (_, at) => schedule(at)).slice(0, limit)),
} as unknown as ScheduleStore;

const outputOf = async (code: string): Promise<unknown> => {
  const tools = [
    fileToolset({ root, ripgrep: false }),
    dataToolset(),
    queryToolset({ root }),
    scheduleToolset({ store, maxSchedules: 500 }),
  ] as readonly AnyToolset[];
  const runtime = createRuntime({ toolsets: [...tools, codeToolset({ check: false })] });
  const outcome = await runtime.startRun({ userId: 'kim' }).call('execute_code', { code });
  if (outcome.status !== 'success') throw new Error(outcome.text);
  const { output, error } = outcome.value as CodeResult;
  return error ?? output;
};

/** Calls without a limit, whose text for a model is cut. */
it.each([
  ['file_read', { paths: ['lines.txt'] }, 'files[0].content.length', 120_000],
  ['file_read', { paths: ['long.txt'] }, 'files[0].content.length', 301_000],
  ['file_list', { path: 'many' }, 'entries.length', 1_500],
  ['file_search', { query: 'some', path: 'lines.txt' }, 'matches.length', 12_000],
  ['file_search', { query: 'x', path: 'long.txt' }, 'matches.length', 1_000],
  ['data_query', { sql: 'FROM t', tables: [{ name: 't', path: 'rows.csv' }] }, 'records.length', 12_000],
  ['data_query', { sql: 'FROM t', tables: [{ name: 't', path: 'wide.csv' }] }, 'records.length', 1_000],
  ['schedule_list', {}, 'length', 400],
])('a program gets all that %s finds [CODE-3]', async (tool, args, size, expected) => {
  expect(await outputOf(`return (await tools.${tool}(${JSON.stringify(args)})).${size};`)).toBe(expected);
});

it('a program gets all that data_parse finds [CODE-3]', async () => {
  const code = "return (await tools.data_parse({ content: 'n,text\\n' + '7,a\\n'.repeat(12_000) })).records.length;";
  expect(await outputOf(code)).toBe(12_000);
});

it.each([
  ['file_read', { paths: ['large.txt'] }, 'It ran, but .* Ask it for less. paths: .*a.ts:10-40 for lines'],
  ['file_search', { query: 'some', path: 'huge.txt' }, 'Over 40000 lines match. Use counts, a narrower path'],
  [
    'data_query',
    { sql: 'SELECT t.* FROM t, (FROM t LIMIT 10)', tables: [{ name: 't', path: 'wide.csv' }] },
    'It ran, but .* Get it in parts with .*limit',
  ],
])('a program reads how to continue if the result of %s is too large [CODE-3]', async (tool, args, text) => {
  const args1 = JSON.stringify(args);
  const error = await outputOf(`return tools.${tool}(${args1}).then(() => 'none', ({ message }) => message);`);
  expect(error).toMatch(new RegExp(`^Tool '${tool}' failed: ${text}`));
});
