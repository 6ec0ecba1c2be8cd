import { expect, it } from '@jest/globals';
import { createRuntime } from '@haft/runtime';
import { dataToolset } from '../../src/data/index.js';
import { fileToolset } from '../../src/file/index.js';
import { folderWith, removeFolders } from '../file/support/file-run.js';

afterAll(removeFolders);

it.each(['data/sales.csv', './a.jsonl', 'logs/build.log\n', 'https://a.test/b.json'])(
  'data_parse refuses %j in place of a text, and names a tool that reads it [TOOL-16]',
  async (content) => {
    const toolsets = [dataToolset(), fileToolset({ root: folderWith(), ripgrep: false })];
    const outcome = await createRuntime({ toolsets }).startRun().call('data_parse', { content });
    expect(outcome.status).toBe('retry');
    const next = content.startsWith('https') ? 'Give the text itself.' : 'Read it with file_read.';
    expect(outcome.text).toContain(`but '${content.trim()}' is the name of a file. ${next}`);
  },
);

it('data_parse reads a heading alone, shows a model 1,000 records, and gives a program all [TOOL-16]', async () => {
  const run = createRuntime({ toolsets: dataToolset() }).startRun();
  expect(await run.call('data_parse', { content: 'name' })).toMatchObject({ status: 'success', value: { count: 0 } });
  const content = `n\n${Array.from({ length: 1_500 }, (_, index) => String(index)).join('\n')}`;
  const outcome = await run.call('data_parse', { content });
  expect(outcome).toMatchObject({ value: { records: { length: 1_500 }, count: 1_500 } });
  const [heading, ...lines] = outcome.text.split('\n');
  expect(heading).toBe('1000 of 1500 records (CSV, values are text):');
  expect(lines).toHaveLength(1_001);
  expect(await run.call('data_parse', { content, limit: 3 })).toMatchObject({ value: { records: { length: 3 } } });
});

it('refuses a path in quotes', async () => {
  const run = createRuntime({ toolsets: dataToolset() }).startRun();
  for (const content of ['"data/sales.csv"', "'a.json'", '`b.tsv`']) {
    const outcome = await run.call({ name: 'data_parse', arguments: { content } });
    expect(outcome.text).toContain(`but '${content.slice(1, -1)}' is the name of a file.`);
  }
});
