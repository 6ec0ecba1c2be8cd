import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createRuntime, type AnyToolset } from '@haft/runtime';
import { codeToolset, type CodeResult } from '../src/code/index.js';
import { dataToolset } from '../src/data/index.js';
import { fileToolset } from '../src/file/index.js';
import { httpToolset } from '../src/http/index.js';
import { refsToolset } from '../src/refs/index.js';
import { scheduleToolset, type ScheduleStore } from '../src/schedule/index.js';
import { FolderSkillStore, skillToolset } from '../src/skill/index.js';
import { folderWith, removeFolders } from './file/support/file-run.js';
import { TestServer } from './http/serve.js';
import { queryToolset } from './query/query-run.js';
import { storedTools } from './refs/stored.js';

let root: string;
let server: TestServer;

beforeAll(async () => {
  server = await new TestServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' }).end('some text '.repeat(20_000));
  }).start();
  root = folderWith({
    'lines.txt': 'some line\n'.repeat(12_000),
    'long.txt': `${'x'.repeat(300)}\n`.repeat(1_000),
    'rows.csv': `n,text\n${'7,some text\n'.repeat(12_000)}`,
    'wide.csv': `text\n${`${'x'.repeat(300)}\n`.repeat(1_000)}`,
    'large.txt': 'some line\n'.repeat(120_000),
    'huge.txt': 'some line\n'.repeat(45_000),
  });
  mkdirSync(join(root, 'many'));
  mkdirSync(join(root, 'skills/long/references'), { recursive: true });
  writeFileSync(
    join(root, 'skills/long/SKILL.md'),
    `---\nname: long\ndescription: Does it.\n---\n${'Do it. '.repeat(15_000)}`,
  );
  writeFileSync(join(root, 'skills/long/references/more.md'), 'And more. '.repeat(10_000));
  for (let index = 0; index < 1_500; index++) writeFileSync(join(root, 'many', `${index}.txt`), '');
});
afterAll(async () => {
  removeFolders();
  await server.stop();
});

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
    httpToolset({ ports: [server.port], allowAddresses: ['127.0.0.1'] }),
    skillToolset({ store: new FolderSkillStore({ root: join(root, 'skills') }) }),
    refsToolset(),
    storedTools(),
  ] as readonly AnyToolset[];
  const runtime = createRuntime({ toolsets: [...tools, codeToolset({ check: false })] });
  const outcome = await runtime.startRun({ userId: 'kim' }).call('execute_code', { code });
  if (outcome.status !== 'success') throw new Error(outcome.text);
  const { output, error } = outcome.value as CodeResult;
  return error ?? output;
};

/** Calls without a limit, whose text for a model is cut. */
const CALLS: readonly (readonly [tool: string, code: () => string, expected: number])[] = [
  ['file_read', () => "(await tools.file_read({ paths: ['lines.txt'] })).files[0].content.length", 120_000],
  ['file_read', () => "(await tools.file_read({ paths: ['long.txt'] })).files[0].content.length", 301_000],
  ['file_list', () => "(await tools.file_list({ path: 'many' })).entries.length", 1_500],
  ['file_search', () => "(await tools.file_search({ query: 'some', path: 'lines.txt' })).matches.length", 12_000],
  ['file_search', () => "(await tools.file_search({ query: 'x', path: 'long.txt' })).matches.length", 1_000],
  ['data_query', () => `(await tools.data_query(${queryOf('rows.csv')})).records.length`, 12_000],
  ['data_query', () => `(await tools.data_query(${queryOf('wide.csv')})).records.length`, 1_000],
  ['data_parse', () => `(await tools.data_parse({ content: ${TABLE} })).records.length`, 12_000],
  [
    'data_select',
    () => "(await tools.data_select({ records: Array(3_000).fill({ n: 7, text: 'a' }) })).records.length",
    3_000,
  ],
  ['schedule_list', () => '(await tools.schedule_list({})).length', 400],
  ['http_fetch', () => `(await tools.http_fetch({ url: '${server.origin}/' })).text.length`, 200_000],
  ['ref_read', () => '(await tools.ref_read({ ref: await tools.bill_find({ count: 5_000 }) })).value.length', 5_000],
  ['skill_read', () => "(await tools.skill_read({ name: 'long' })).texts[0].text.length", 105_000],
];
const TABLE = "'n,text\\n' + '7,a\\n'.repeat(12_000)";
const queryOf = (path: string): string => JSON.stringify({ sql: 'FROM t', tables: [{ name: 't', path }] });

it.each(CALLS)('a program gets all that %s finds [CODE-3]', async (_tool, code, expected) => {
  expect(await outputOf(`return ${code()};`)).toBe(expected);
});

/** Tools whose value no limit for a model cuts, each with the reason. */
const WITHOUT_LIMIT: Readonly<Record<string, string>> = {
  ask_user: 'hands on what the user answers',
  execute_code: 'has the value of the program',
  execute_plan: 'has the values of its steps',
  file_delete: 'tells what it did',
  file_edit: 'tells what it did',
  file_move: 'tells what it did',
  file_view: 'has media',
  file_write: 'tells what it did',
  forget: 'tells what it did',
  knowledge_search: 'has the best passages, as many as `limit` says',
  recall: 'has the best memories, as many as `limit` says',
  remember: 'tells what it did',
  schedule_create: 'tells what it did',
  schedule_delete: 'tells what it did',
  shell_run: 'tells that its output was cut',
  shell_script: 'tells that its output was cut',
  skill_create: 'tells what it did',
  skill_search: 'has the best skills, as many as `limit` says',
  skill_update: 'tells what it did',
  web_search: 'has the best pages, as many as `limit` says',
};

it('each tool is among these tests, or has a reason not to be', () => {
  const sources = join(import.meta.dirname, '../src');
  const modules = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('toolsets.gen.ts'),
  );
  const names = modules.flatMap((file) => {
    const text = readFileSync(join(sources, file), 'utf8');
    return [...text.matchAll(/^ {4}name: '(\w+)',$/gm)].map(([, name = '']) => name);
  });
  expect([...new Set([...CALLS.map(([tool]) => tool), ...Object.keys(WITHOUT_LIMIT)])].sort()).toEqual(names.sort());
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
