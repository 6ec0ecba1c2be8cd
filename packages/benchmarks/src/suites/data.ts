import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { dataToolset } from '@haft/toolsets/data';
import { createRuntime, type Run } from 'haft';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allThreadsMicroseconds } from '../harness/cpu-clock.js';
import { measureInProcess, type Case, type Measurement } from '../harness/measure-in-process.js';
import type { SuiteOptions } from './suite.js';
import { DATA_CALL } from './row-names.js';

/** The data tools against DuckDB, with the same rows and the same result. */
export interface DataResults {
  readonly tables: readonly DataTable[];
}

/** One kind of work. The first row is DuckDB with the input of the data tools. */
export interface DataTable {
  readonly work: 'parse' | 'filter' | 'aggregate';
  readonly rows: readonly Measurement[];
}

export const DATA_ROWS = 100_000;

interface Row {
  readonly city: string;
  readonly amount: number;
}

type Tool = 'data_parse' | 'data_select';

export async function dataSuite(options: SuiteOptions): Promise<DataResults> {
  const folder = mkdtempSync(join(tmpdir(), 'haft-bench-'));
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await instance.connect();
  try {
    const records = rows();
    const csv = `city,amount\n${records.map(({ city, amount }) => `${city},${String(amount)}`).join('\n')}\n`;
    const file = join(folder, 'rows.csv');
    writeFileSync(file, csv);
    await connection.run('CREATE TABLE loaded (city VARCHAR, amount DOUBLE)');
    await append(connection, 'loaded', records);
    const run = createRuntime({
      toolsets: [dataToolset()],
      limits: { arguments: { maxCharacters: 50_000_000, maxNodes: 5_000_000 } },
      results: { maxCharacters: 50_000_000 },
    }).startRun() as Run;
    const clock = { ...options, clock: allThreadsMicroseconds };
    const measured = async (work: DataTable['work'], cases: readonly Case[]): Promise<DataTable> => ({
      work,
      rows: await measureInProcess(cases, clock),
    });
    return {
      tables: [
        await measured('parse', [
          { name: 'DuckDB: from a file', run: () => read(connection, `FROM read_csv('${file}', all_varchar = true)`) },
          { name: DATA_CALL, run: () => call(run, 'data_parse', { content: csv, limit: DATA_ROWS }) },
        ]),
        await measured('filter', compared(connection, run, records, FILTER)),
        await measured('aggregate', compared(connection, run, records, AGGREGATE)),
      ],
    };
  } finally {
    connection.closeSync();
    instance.closeSync();
    rmSync(folder, { recursive: true });
  }
}

/** The same work as a call and as SQL. */
interface Work {
  readonly tool: Tool;
  readonly args: object;
  readonly sql: (table: string) => string;
}

const FILTER: Work = {
  tool: 'data_select',
  args: { where: [{ column: 'amount', op: '>', value: 900 }] },
  sql: (table) => `FROM ${table} WHERE amount > 900`,
};

const AGGREGATE: Work = {
  tool: 'data_select',
  args: {
    metrics: (['sum', 'avg', 'min', 'max', 'count'] as const).map((op) => ({ column: 'amount', op })),
    groupBy: ['city'],
  },
  sql: (table) =>
    `SELECT city, sum(amount), avg(amount), min(amount), max(amount), count(amount) FROM ${table} GROUP BY city ORDER BY city`,
};

function compared(
  connection: DuckDBConnection,
  run: Run,
  records: readonly Row[],
  { tool, args, sql }: Work,
): readonly Case[] {
  return [
    {
      name: 'DuckDB: from the same records',
      run: async () => {
        await connection.run('CREATE OR REPLACE TABLE given (city VARCHAR, amount DOUBLE)');
        await append(connection, 'given', records);
        return read(connection, sql('given'));
      },
    },
    { name: 'DuckDB: from a loaded table', run: () => read(connection, sql('loaded')) },
    { name: DATA_CALL, run: () => call(run, tool, { records, ...args }) },
  ];
}

async function call(run: Run, name: Tool, args: object): Promise<unknown> {
  const outcome = await run.call({ name, arguments: args });
  if (outcome.status !== 'success') throw new Error(`${name} gave ${outcome.status}: ${outcome.text}`);
  return outcome.value;
}

async function read(connection: DuckDBConnection, sql: string): Promise<unknown> {
  return (await connection.runAndReadAll(sql)).getRowObjectsJson();
}

async function append(connection: DuckDBConnection, table: string, records: readonly Row[]): Promise<void> {
  const appender = await connection.createAppender(table);
  for (const { city, amount } of records) {
    appender.appendVarchar(city);
    appender.appendDouble(amount);
    appender.endRow();
  }
  appender.closeSync();
}

function rows(): Row[] {
  const cities = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index));
  return Array.from({ length: DATA_ROWS }, (_, index) => ({
    city: cities[(index * 7) % cities.length] ?? '',
    amount: (index * 7919) % 1000,
  }));
}
