import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { HaftError } from '@haft/core';
import { createRuntime, type Run } from '@haft/runtime';
import { fileToolset } from '../../src/file/index.js';
import { QueryOptions } from '../../src/query/index.js';
import { requireDuckDb } from '../../src/query/require-duckdb.js';
import { ask, newFolder, query, queryRun, queryToolset, removeFolders } from './query-run.js';

const orders = { orders: 'orders.csv' };
let run: Run;
let root: string;

beforeAll(async () => {
  root = newFolder();
  const csv = 'city,amount,day\nRome,10,2026-01-02\nOslo,9.5,2026-02-03\nRome,2.5,2026-03-04\n';
  writeFileSync(join(root, 'orders.csv'), csv);
  writeFileSync(join(root, 'orders.csv.gz'), gzipSync(csv));
  writeFileSync(join(root, 'orders.tsv'), csv.replaceAll(',', '\t'));
  writeFileSync(join(root, 'codes.csv'), 'code\n007\n042\n');
  writeFileSync(join(root, 'events.jsonl'), '{"id":1,"tags":["a"],"at":{"x":1}}\n{"id":9007199254740993}\n');
  writeFileSync(join(root, 'list.json'), '[{"id":1},{"id":2}]');
  writeFileSync(join(root, 'text.txt'), 'text');
  writeFileSync(join(root, 'broken.parquet'), 'not Parquet, but some bytes');
  writeFileSync(join(root, 'broken.jsonl'), '{"a":1}\n{nope\n');
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run(`COPY (SELECT range AS n FROM range(100000)) TO '${join(root, 'n.parquet')}' (FORMAT parquet)`);
  connection.closeSync();
  instance.closeSync();
  run = queryRun({ root });
});

afterAll(removeFolders);

describe('data_query', () => {
  it('aggregates a CSV file and names the types of the columns [TOOL-25]', async () => {
    expect(
      await query(run, 'SELECT city, sum(amount) AS total FROM orders GROUP BY city ORDER BY city', orders),
    ).toEqual({
      columns: [
        { name: 'city', type: 'VARCHAR' },
        { name: 'total', type: 'DOUBLE' },
      ],
      records: [
        { city: 'Oslo', total: 9.5 },
        { city: 'Rome', total: 12.5 },
      ],
      count: 2,
      truncated: false,
    });
  });

  it.each([
    ['tab-separated', 'orders.tsv', 3],
    ['compressed', 'orders.csv.gz', 3],
    ['JSON lines', 'events.jsonl', 2],
    ['JSON', 'list.json', 2],
    ['Parquet', 'n.parquet', 100_000],
  ])('reads a %s file [TOOL-25]', async (_, path, count) => {
    const { records } = await query(run, 'SELECT count(*) AS n FROM t', { t: path });
    expect(records).toEqual([{ n: count }]);
  });

  it('joins several files, and describes them [TOOL-25]', async () => {
    const files = { orders: 'orders.csv', Events: 'events.jsonl' };
    const joined = await query(run, 'SELECT o.city FROM orders o JOIN events e ON e.id = o.amount - 9', files);
    expect(joined.records).toEqual([{ city: 'Rome' }]);
    const described = await query(run, 'DESCRIBE orders', orders);
    expect(described.records.map((column) => [column['column_name'], column['column_type']])).toEqual([
      ['city', 'VARCHAR'],
      ['amount', 'DOUBLE'],
      ['day', 'DATE'],
    ]);
  });

  it('reads files that the SQL names, without a list of tables [TOOL-25]', async () => {
    const sql = `SELECT a.city, count(*) AS n FROM 'orders.csv' a JOIN "./orders.tsv" b ON a.day = b.day GROUP BY ALL ORDER BY ALL`;
    expect(await ask(run, sql, [])).toBe('success: 2 records:\ncity,n\nOslo,1\nRome,2');
    expect(await ask(run, "FROM '/etc/passwd'", [])).toMatch(/^retry: .*[^]*can only use files of the workspace/);
    expect(await ask(run, "FROM '../secret.csv'", [])).toMatch(/^(?:retry|failed): /);
    expect(await ask(run, "FROM 'none.csv'", [])).toMatch(/^(?:retry|failed): .*none\.csv/);
  });

  it('shows a model text that looks like a number in quotes [TOOL-25]', async () => {
    expect(await ask(run, "SELECT '007' AS code, 7 AS n, 'x' AS s", orders)).toBe(
      'success: 1 record:\ncode,n,s\n"007",7,x',
    );
  });

  it('answers a query that fails with columns, first rows and how text becomes a number [TOOL-25]', async () => {
    writeFileSync(join(root, 'prices.csv'), 'id,price\n1,"1,731.18"\n2,5\n3,6\n');
    const text = await ask(run, 'SELECT sum(amount) FROM prices', { prices: 'prices.csv' });
    expect(text).toMatch(/^retry: Binder Error: Referenced column "amount" not found/);
    expect(text).toContain('\nprices:\nid BIGINT,price VARCHAR\n1,"1,731.18"\n2,5\n');
    expect(text).not.toContain('3,6');
    expect(text).toContain("Text such as 1,731.18 is a number by CAST(replace(x, ',', '') AS DOUBLE).");
  });

  it('reads the columns of a CSV file as text on request [TOOL-25]', async () => {
    const table = { name: 't', path: 'orders.csv' };
    const first = 'SELECT amount, day FROM t LIMIT 1';
    expect((await query(run, first, [table])).records).toEqual([{ amount: 10, day: '2026-01-02' }]);
    expect((await query(run, first, [{ ...table, text: true }])).records).toEqual([
      { amount: '10', day: '2026-01-02' },
    ]);
    expect((await query(run, 'FROM t', { t: 'codes.csv' })).records).toEqual([{ code: '007' }, { code: '042' }]);
  });

  it.each([
    ['9007199254740993', 'BIGINT', '9007199254740993'],
    ['9007199254740991', 'BIGINT', 9007199254740991],
    ['(-170141183460469231731687303715884105728)::HUGEINT', 'HUGEINT', '-170141183460469231731687303715884105728'],
    ['12.50::DECIMAL(18,2)', 'DECIMAL(18,2)', 12.5],
    ['12345678901234567.89::DECIMAL(19,2)', 'DECIMAL(19,2)', '12345678901234567.89'],
    ["'NaN'::DOUBLE", 'DOUBLE', 'NaN'],
    ["DATE '2026-01-02'", 'DATE', '2026-01-02'],
    ["TIMESTAMP '2026-01-02 03:04:05'", 'TIMESTAMP', '2026-01-02 03:04:05'],
    ['INTERVAL 3 DAY', 'INTERVAL', '3 days'],
    ['[1, NULL]', 'INTEGER[]', [1, null]],
    ["{'a': 1, 'b': [9007199254740993]}", 'STRUCT("a" INTEGER, "b" BIGINT[])', { a: 1, b: ['9007199254740993'] }],
    ["MAP {'k': 1}", 'MAP(VARCHAR, INTEGER)', [{ key: 'k', value: 1 }]],
    ["'\\xFF'::BLOB", 'BLOB', '\\xFF'],
    ['NULL', 'INTEGER', null],
    ['true', 'BOOLEAN', true],
  ])('returns %s as JSON [TOOL-25]', async (expression, type, value) => {
    const { columns, records } = await query(run, `SELECT ${expression} AS v`, orders);
    expect([columns, records]).toEqual([[{ name: 'v', type }], [{ v: value }]]);
  });

  it('keeps columns of one name apart, and `__proto__` as data [TOOL-25]', async () => {
    const { columns } = await query(run, 'SELECT 1 AS a, 2 AS a, 3 AS __proto__, 4 AS constructor', orders);
    expect(columns.map(({ name }) => name)).toEqual(['a', 'a_2', '__proto__', 'constructor']);
    const answer = await ask(run, 'SELECT 1 AS a, 2 AS a, 3 AS __proto__', orders);
    expect(answer).toBe('success: 1 record:\na,a_2,__proto__\n1,2,3');
  });

  it('sees what earlier calls of its message wrote [TOOL-25]', async () => {
    const root = newFolder();
    const both = createRuntime({ toolsets: [fileToolset({ root }), queryToolset({ root })] }).startRun() as Run;
    const [, found] = await both.callAll([
      { id: '1', name: 'file_write', arguments: { path: 'new.csv', content: 'n\n7\n' } },
      { id: '2', name: 'data_query', arguments: { sql: "FROM 'new.csv'" } },
    ]);
    expect(found?.text).toBe('1 record:\nn\n7');
  });

  it('returns at most the limit and the characters, and says so [TOOL-25]', async () => {
    const few = await query(run, 'FROM n ORDER BY n', { n: 'n.parquet' }, 3);
    expect([few.records, few.count, few.truncated]).toEqual([[{ n: 0 }, { n: 1 }, { n: 2 }], 3, true]);
    const all = await query(run, 'FROM orders', orders, 3);
    expect([all.count, all.truncated]).toEqual([3, false]);
    const long = await ask(run, 'FROM n', { n: 'n.parquet' }, 10_000);
    expect(long.length).toBeLessThan(100_000);
    expect(long).toContain(' 10000 records, and there are more:\n');
    expect(await ask(run, 'FROM n', { n: 'n.parquet' })).toContain(
      ' 1000 records, and there are more. Aggregate, select less, or set limit.\n',
    );
    expect(await ask(run, "SELECT repeat('a', 200000)", orders)).toBe(
      'success: One record has more than 90000 characters. Select fewer columns, or shorten text with left().',
    );
    expect(await ask(run, "SELECT repeat('a', 2000000)", orders)).toMatch(/^retry: One record has more than 2000000/);
  });

  it('reads a log as JSON lines, or as lines of text [TOOL-25]', async () => {
    writeFileSync(join(root, 'json.log'), '\n{"level":"error"}\n{"level":"info"}\n');
    writeFileSync(join(root, 'plain.log'), 'GET /a "b", 200\n\n  ERROR é\t1 \n');
    writeFileSync(join(root, 'plain.log.gz'), gzipSync('one\ntwo\n'));
    const errors = await query(run, "SELECT count(*) AS n FROM t WHERE level = 'error'", { t: 'json.log' });
    expect(errors.records).toEqual([{ n: 1 }]);
    const lines = await query(run, 'FROM t', { t: 'plain.log' });
    expect(lines.records.map(({ line }) => line)).toEqual(['GET /a "b", 200', '  ERROR é\t1 ']);
    expect((await query(run, 'FROM t', { t: 'plain.log.gz' })).records).toEqual([{ line: 'one' }, { line: 'two' }]);
  });

  it('leaves out and counts bad lines of JSON lines, on demand [TOOL-25]', async () => {
    const text = '{"a":1,"b":{"c":"x"}}\n{"a":2,\n{"a":3}\nnot JSON\n\n{"d":true}\n';
    writeFileSync(join(root, 'bad.jsonl'), text);
    writeFileSync(join(root, 'worst.jsonl'), 'no\nJSON\n');
    const skipping = (path: string) => [{ name: 't', path, skipBadLines: true }];
    expect(await ask(run, 'FROM t', { t: 'bad.jsonl' })).toContain('Set skipBadLines to leave out lines');
    expect(await query(run, 'SELECT a, b, d FROM t', skipping('bad.jsonl'))).toMatchObject({
      records: [
        { a: 1, b: { c: 'x' }, d: null },
        { a: 3, b: null, d: null },
        { a: null, b: null, d: true },
      ],
      skippedLines: { t: 2 },
    });
    expect(await query(run, 'FROM t', skipping('worst.jsonl'))).toMatchObject({ records: [], skippedLines: { t: 2 } });
    expect(await query(run, 'FROM t', skipping('events.jsonl'))).toMatchObject({ count: 2, skippedLines: { t: 0 } });
  });

  it.each([
    ['SELECT amout FROM orders', orders, 'Candidate bindings: "amount"'],
    ['SELECT *\nFROM orders\nWHERE', orders, 'Parser Error: syntax error at end of input'],
    ['SELECT * FROM order_s', orders, 'Did you mean "orders"?'],
    ['SELECT 1 + FROM orders', orders, 'LINE 1: SELECT 1 + FROM orders'],
    ['FROM t', { t: 'text.txt' }, 'text.txt is not a table. Use a .csv, .tsv,'],
    ['FROM t', { t: 'order.csv' }, 'There is no order.csv. Did you mean orders.csv?'],
    ['FROM t', { t: 'broken.parquet' }, 'The file broken.parquet cannot be read. Invalid Input Error: No magic bytes'],
    ['FROM t', { t: 'broken.jsonl' }, 'The file broken.jsonl cannot be read. Invalid Input Error: Malformed JSON'],
    [
      'FROM orders',
      [
        { name: 'a', path: 'orders.csv' },
        { name: 'A', path: 'orders.csv' },
      ],
      "Two tables have the name 'A'",
    ],
  ])('asks again with the message of DuckDB for %j [TOOL-25]', async (sql, files, text) => {
    const answer = await ask(run, sql, files);
    expect(answer).toMatch(/^retry: /);
    expect(answer).toContain(text);
    expect(answer).not.toMatch(/\/proc|node_modules|extract statements/);
    expect(answer).not.toContain(root);
  });

  it('fails if the query needs more memory than it may use [TOOL-25]', async () => {
    const small = queryRun({ root, memoryBytes: 250_000_000 });
    expect(await ask(small, "SELECT list(repeat('a', 10000000)) FROM range(1000)", orders)).toBe(
      'failed: The query needs too much memory. Filter or aggregate earlier, or select fewer columns.',
    );
  });

  it('counts the columns as a part of the result [TOOL-25]', async () => {
    const few = queryRun({ root, maxCharacters: 300 });
    const columns = Array.from({ length: 40 }, (_, index) => `1 AS column_${String(index)}`);
    expect(await ask(few, `SELECT ${columns.join(', ')} LIMIT 0`, orders)).toBe(
      'success: The columns have more than 300 characters. Select fewer of them.',
    );
  });

  it('names a value that is nested too deeply [TOOL-25]', async () => {
    writeFileSync(join(root, 'deep.json'), `[{"a":${'['.repeat(3_000)}${']'.repeat(3_000)}}]`);
    expect(await ask(run, 'FROM t', { t: 'deep.json' })).toMatch(
      /^retry: A value is nested too deeply\. Select a part\./,
    );
  });

  it.each([
    [{ memoryBytes: 1 }, 'memoryBytes of the query toolset is 1.'],
    [{ threads: 0 }, 'threads of the query toolset is 0.'],
    [{ timeoutMs: 1.5 }, 'timeoutMs of the query toolset is 1.5.'],
    [{ concurrency: -1 }, 'concurrency of the query toolset is -1.'],
    [{ maxCharacters: 0 }, 'maxCharacters of the query toolset is 0.'],
  ])('rejects the setting %j [TOOL-25]', (setting, message) => {
    expect(() => new QueryOptions({ root, ...setting })).toThrow(message);
  });

  it.each(["FROM 'text.txt'", "FROM orders, 'other/orders.csv'", 'FROM settings_of_all'])(
    'names the tables that %s can use, and none of the database [TOOL-25]',
    async (sql) => {
      const answer = await ask(run, sql, orders);
      expect(answer).toMatch(/^retry: /);
      expect(answer).toContain('and the names in `tables`: orders.');
      expect(answer).not.toContain('duckdb_');
    },
  );

  it('names the package to install if DuckDB is missing or has another version [TOOL-25]', () => {
    const failure = (folder: string): HaftError | undefined => {
      try {
        requireDuckDb(join(folder, 'index.js'));
        return undefined;
      } catch (error) {
        return error as HaftError;
      }
    };
    expect(failure(newFolder())).toMatchObject({
      code: 'HAFT_MISSING_PEER',
      message: "The tool 'data_query' needs DuckDB, and @duckdb/node-api is not installed.",
      hint: 'Run `npm install @duckdb/node-api@1`. A bundle needs it next to it.',
    });
    const folder = newFolder();
    const manifest = join(folder, 'node_modules/@duckdb/node-api/package.json');
    mkdirSync(dirname(manifest), { recursive: true });
    writeFileSync(manifest, '{"version":"2.0.0-r.1"}');
    expect(failure(folder)?.message).toBe(
      "The tool 'data_query' needs DuckDB, and @duckdb/node-api is installed in version 2.0.0-r.1, not in version 1.",
    );
  });
});
