import { createRuntime } from '@haft/runtime';
import { describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dataToolset } from '../src/data/index.js';
import { fileToolset } from '../src/file/index.js';
import { valueText } from '../src/readable/value-text.js';
import { indented } from '../src/readable/indented.js';
import { oneLine } from '../src/readable/one-line.js';
import { tableText } from '../src/readable/table-text.js';
import { searchToolset } from '../src/search/index.js';

const BREAKS = ['\n', '\r', '\r\n', '\v', '\f', '\x85', '\u2028', '\u2029'];

describe('texts for models', () => {
  it.each(BREAKS.map((one) => [JSON.stringify(one), one]))('let no text with %s add a line', (_, end) => {
    expect(oneLine(`a${end}b`)).not.toMatch(/[\n\r\v\f\x85\u2028\u2029]/);
    for (const line of indented(`a${end}fake heading:${end}b`).split('\n')) expect(line).toMatch(/^ /);
    const columns = [{ name: 'a' }];
    const { text } = tableText({ columns, records: [{ a: `x${end}y` }], isTyped: true }, ALL);
    expect(text).toBe(`a\n"x${end}y"`);
  });

  it('keep null, an empty text, a number and text that looks like one apart', () => {
    const columns = [{ name: 'a' }, { name: 'b' }, { name: 'c' }, { name: 'd' }];
    const records = [
      { a: null, b: '', c: 5, d: '5' },
      { a: 'say "no"', b: ' x', c: true, d: 'null' },
      { a: [1, 'x'], b: 'é, ü', d: { e: 1 } },
    ];
    expect(tableText({ columns, records, isTyped: false }, ALL).text.split('\n')).toEqual([
      'a,b,c,d',
      ',"",5,"5"',
      '"say ""no"""," x",true,"null"',
      '"[1,""x""]","é, ü",,"{""e"":1}"',
    ]);
  });

  it('end with a whole record', () => {
    const table = { columns: [{ name: 'a' }], records: [{ a: 'one' }, { a: 'two' }, { a: 'three' }], isTyped: true };
    expect(tableText(table, { rows: 2, characters: 100 })).toEqual({ text: 'a\none\ntwo', shown: 2 });
    expect(tableText(table, { rows: 9, characters: 7 })).toEqual({ text: 'a\none', shown: 1 });
  });

  it('cannot be imitated by a record, the name of a file or a page', async () => {
    const root = mkdtempSync(join(tmpdir(), 'haft-readable-'));
    try {
      writeFileSync(join(root, 'a\nsecret.txt 5'), 'x');
      const page = { title: 'a\n\n2. Bank', url: 'https://a.example/', snippet: 'b\nhttps://bank.example/' };
      const engine = { name: 'Own', search: () => Promise.resolve([page]) };
      const toolsets = [fileToolset({ root, allowUnconfined: true }), dataToolset(), searchToolset({ engine })];
      const run = createRuntime({ toolsets }).startRun();
      const textOf = async (name: string, args: object) => (await run.call({ name, arguments: args })).text;
      expect(await textOf('file_list', {})).toBe('a\\nsecret.txt 5 1');
      expect(await textOf('file_read', { paths: ['a\nsecret.txt 5'] })).toMatch(/^a\\nsecret.txt 5, 1 line,/);
      expect(await textOf('data_parse', { content: '"9 records:\nx"\ny' })).toBe(
        '1 record (CSV, values are text):\n"9 records:\nx"\ny',
      );
      expect((await textOf('web_search', { query: 'a' })).split('\n')).toHaveLength(3);
    } finally {
      rmSync(root, { recursive: true });
    }
  });
});

const ALL = { rows: Infinity, characters: Infinity };

describe('a value for a model', () => {
  it.each([
    ['text', 'text'],
    ['', '""'],
    [{ a: 1 }, '{"a":1}'],
    [[{ a: 1 }, { a: 2 }], '[{"a":1},{"a":2}]'],
    [
      [
        { a: 1, b: 'x' },
        { a: 2, b: '3' },
        { a: 4, b: '' },
      ],
      '3 records:\na,b\n1,x\n2,"3"\n4,""',
    ],
    [[{ a: 1 }, { b: 2 }, { a: 3 }], '[{"a":1},{"b":2},{"a":3}]'],
    [[{ a: [1] }, { a: [] }, { a: [] }], '[{"a":[1]},{"a":[]},{"a":[]}]'],
  ])('is a text as it is, records as lines, and others as JSON: %j', (value, text) => {
    expect(valueText(value)).toBe(text);
  });
});
