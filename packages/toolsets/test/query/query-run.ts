import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as duckdb from '@duckdb/node-api';
import { createRuntime, fromInstance, type Run } from '@haft/runtime';
import { QueryOptions, QueryToolset, toolsets, type QueryResult, type QuerySettings } from '../../src/query/index.js';
import type { QueryJob, QueryReply } from '../../src/query/process/query-job.js';
import { runQuery } from '../../src/query/process/run-query.js';
import { QueryProcess } from '../../src/query/query-process.js';

/** Runs queries in this process: another one cannot load the sources. */
class InThisProcess extends QueryProcess {
  override async run(job: QueryJob, descriptors: readonly number[]): Promise<QueryReply> {
    const tables = job.tables.map((table, index) => ({
      ...table,
      source: `/proc/self/fd/${String(descriptors[index])}`,
    }));
    return runQuery(duckdb, { ...job, tables });
  }
}

const folders: string[] = [];

/** Makes a temporary folder. Removed by `removeFolders`. */
export function newFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'haft-query-')));
  folders.push(folder);
  return folder;
}

export function removeFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** Makes `data_query`. */
export function queryToolset(settings: QuerySettings) {
  const options = new QueryOptions(settings, (limits) => new InThisProcess(new URL('file:///none'), limits));
  return fromInstance(new QueryToolset(options), toolsets);
}

/** Starts a run with `data_query`. */
export function queryRun(settings: QuerySettings): Run {
  return createRuntime({ toolsets: queryToolset(settings), limits: { retries: 1_000_000 } }).startRun() as Run;
}

/** The files of a query: paths by table name, or tables. */
export type Files = Readonly<Record<string, string>> | readonly object[];

/** Calls `data_query` as a model does. Returns the status and the text for the model. */
export async function ask(run: Run, sql: string, files: Files, limit?: number): Promise<string> {
  const outcome = await run.call({
    name: 'data_query',
    arguments: JSON.stringify({ sql, tables: list(files), limit }),
  });
  return `${outcome.status}: ${outcome.text}`;
}

/** Runs a query that must succeed. Returns its value as JSON. */
export async function query(run: Run, sql: string, files: Files, limit?: number): Promise<QueryResult> {
  const outcome = await run.call('data_query', { sql, tables: list(files), limit } as never);
  if (outcome.status !== 'success') throw new Error(`${outcome.status}: ${outcome.text}`);
  return JSON.parse(JSON.stringify(outcome.value)) as QueryResult;
}

function list(files: Files): readonly object[] {
  return Array.isArray(files) ? files : Object.entries(files).map(([name, path]) => ({ name, path: path as string }));
}
