import { expect, it } from '@jest/globals';
import fc from 'fast-check';
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

const NAME_CHARACTERS = [...'abcXYZ019_-.äé~@()'];
const segment = fc.string({ unit: fc.constantFrom(...NAME_CHARACTERS), minLength: 1, maxLength: 8 });
const path = fc
  .record({
    start: fc.constantFrom('', './', '../', '/', '~/', 'C:/', 'https://example.com/'),
    segments: fc.array(segment, { minLength: 1, maxLength: 4 }),
    separator: fc.constantFrom('/', '\\'),
    type: fc.constantFrom('csv', 'tsv', 'txt', 'log', 'json', 'jsonl', 'ndjson', 'xlsx', 'parquet', 'CSV', 'Json'),
  })
  .map(({ start, segments, separator, type }) => `${start}${segments.join(separator)}.${type}`);

it('refuses any path of a table, and reads any table, also one of paths', async () => {
  const run = createRuntime({ toolsets: dataToolset(), limits: { retries: 1_000_000 } }).startRun();
  const parse = (content: string) => run.call({ name: 'data_parse', arguments: { content } });
  const quote = fc.constantFrom('', '"', "'", '`');
  await fc.assert(
    fc.asyncProperty(path, quote, fc.constantFrom('', ' ', '\n'), async (given, mark, space) => {
      const { text } = await parse(`${space}${mark}${given}${mark}${space}`);
      expect(text).toContain(`but '${given}' is the name of a file.`);
    }),
  );
  const cell = fc.oneof(path, segment);
  await fc.assert(
    fc.asyncProperty(fc.array(cell, { minLength: 1, maxLength: 5 }), cell, async (cells, heading) => {
      const outcome = await parse([heading, ...cells].join('\n'));
      expect(outcome).toMatchObject({ status: 'success', value: { count: cells.length } });
      expect(await parse(JSON.stringify(cells.map((one) => ({ one }))))).toMatchObject({
        value: { count: cells.length },
      });
    }),
  );
});
