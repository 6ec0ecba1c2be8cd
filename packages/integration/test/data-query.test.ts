import { mkdirSync, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, test } from '@jest/globals';
import { queryToolset, type QuerySettings } from '@haft/toolsets/query';
import { createRuntime, type ToolOutcome } from 'haft';

/* The process that runs a query. packages/toolsets/test/query tests the SQL. */

const root = realpathSync(mkdtempSync(join(tmpdir(), 'haft-query-')));
writeFileSync(join(root, 'a.csv'), 'n\n1\n2\n');
afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

/** Runs for hours and takes little memory. */
const ENDLESS = 'SELECT count(*) FROM range(100000) a, range(100000) b, range(100000) c WHERE hash(a, b, c) = 0';
const tables = Array.from({ length: 12 }, (_, index) => ({ name: `t${String(index)}`, path: 'a.csv' }));

function start(settings: Partial<QuerySettings> = {}, signal?: AbortSignal): (sql: string) => Promise<ToolOutcome> {
  const toolset = queryToolset({ root, ...settings });
  const run = createRuntime({ toolsets: [toolset], limits: { timeoutMs: 600_000, retries: 1_000 } }).startRun({
    ...(signal !== undefined && { signal }),
  });
  return (sql) => run.call({ name: 'data_query', arguments: { sql, tables } });
}

/** The processes of queries that this process started and that still run. */
function children(): readonly string[] {
  return readdirSync('/proc').filter((id) => /^\d+$/.test(id) && isQueryOfThisProcess(id));
}

function isQueryOfThisProcess(id: string): boolean {
  try {
    const isChild = readFileSync(`/proc/${id}/status`, 'utf8').includes(`PPid:\t${String(process.pid)}\n`);
    return isChild && readFileSync(`/proc/${id}/cmdline`, 'utf8').includes('query-program');
  } catch {
    // It ended in between.
    return false;
  }
}

test('a model adds up a column of a file [TOOL-25]', async () => {
  const folder = join(root, 'guide');
  mkdirSync(folder);
  writeFileSync(join(folder, 'orders.csv'), 'city,amount\nRome,10\nOslo,9\nRome,2.5\n');
  // #region query
  const run = createRuntime({ toolsets: [queryToolset({ root: folder })] }).startRun();
  const outcome = await run.call({
    name: 'data_query',
    arguments: {
      sql: 'SELECT city, sum(amount) AS total FROM orders GROUP BY city ORDER BY city',
      tables: [{ name: 'orders', path: 'orders.csv' }],
    },
  });
  // 2 records:
  // city,total
  // Oslo,9
  // Rome,12.5
  // #endregion query
  expect(outcome.text).toBe('2 records:\ncity,total\nOslo,9\nRome,12.5');
});

describe('data_query', () => {
  it('reads many files in one process, and closes them [TOOL-25]', async () => {
    const ask = start();
    const open = readdirSync('/proc/self/fd').length;
    const outcome = await ask('SELECT t0.n + t11.n AS sum FROM t0 JOIN t11 USING (n) ORDER BY 1');
    expect(outcome).toMatchObject({ status: 'success', value: { records: [{ sum: 2 }, { sum: 4 }] } });
    expect(children()).toEqual([]);
    expect(readdirSync('/proc/self/fd').length).toBeLessThanOrEqual(open);
  });

  it('ends a query whose time is over [TOOL-25]', async () => {
    expect(await start({ timeoutMs: 1_500 })(ENDLESS)).toMatchObject({
      status: 'failed',
      text: 'The query took longer than 1.5 seconds. Make it read fewer rows.',
    });
    expect(children()).toEqual([]);
  });

  it('ends the queries of a run that is cancelled, also those that wait [TOOL-25]', async () => {
    const controller = new AbortController();
    const ask = start({ concurrency: 1, timeoutMs: 600_000 }, controller.signal);
    const running = [ask(ENDLESS), ask(ENDLESS), ask(ENDLESS)];
    while (children().length === 0) await new Promise((resolve) => setImmediate(resolve));
    expect(children()).toHaveLength(1);
    controller.abort();
    expect((await Promise.all(running)).map(({ status }) => status)).toEqual([
      'interrupted',
      'interrupted',
      'interrupted',
    ]);
    while (children().length > 0) await new Promise((resolve) => setImmediate(resolve));
  });

  it.each([
    ['that DuckDB counts', 'SELECT list(repeat(chr(97), 10000000)) FROM range(1000)'],
    ['that DuckDB does not count', "SELECT length(repeat(repeat('a', 1000000), 2000))"],
    [
      'of a recursion',
      "WITH RECURSIVE t(s) AS (SELECT 'a' UNION ALL SELECT s || s FROM t) SELECT max(length(s)) FROM t",
    ],
    ['of a sort', 'SELECT a.range FROM range(1000000) a, range(1000000) b ORDER BY hash(a.range * b.range)'],
    ['of a cross join', 'SELECT list(a.range + b.range) FROM range(1000000) a, range(1000000) b'],
  ])('ends a query that takes the memory %s [TOOL-25]', async (_, sql) => {
    const ask = start({ memoryBytes: 250_000_000, timeoutMs: 600_000 });
    expect(await ask(sql)).toMatchObject({
      status: 'failed',
      text: 'The query needs too much memory. Filter or aggregate earlier, or select fewer columns.',
    });
    expect(await ask('SELECT 1 AS one')).toMatchObject({ status: 'success' });
  });
});
