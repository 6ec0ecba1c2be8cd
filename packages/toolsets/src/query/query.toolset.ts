import { Example, Hints, ModelRetry, Param, RunContext, Tool, ToolFailed, Toolset } from '@haft/core';
import { emptyRow, type DataRow } from '../data/data-row.js';
import { Workspace } from '../file/workspace.js';
import { withOpenTables, type QueryTable } from './open-tables.js';
import type { QueryColumn, QueryReply, QueryRows } from './process/query-job.js';
import { QueryOptions } from './query-options.js';

/** The result of a query. */
export interface QueryResult {
  /** The columns with their types in DuckDB. */
  columns: QueryColumn[];
  records: DataRow[];
  /** The number of records in this result. */
  count: number;
  /** Whether there are more records. */
  truncated: boolean;
}

/** Queries over files. */
@Toolset({
  prefix: 'data',
  instructions: 'Use data_query for calculations over files instead of reading them.',
})
export class QueryToolset {
  private readonly workspace: Workspace;

  constructor(private readonly options: QueryOptions) {
    this.workspace = new Workspace(options.files);
  }

  /**
   * Runs one SELECT of DuckDB over CSV, JSON, JSON lines and Parquet files.
   * @param sql One SELECT. It reads only the tables of this call.
   * @param tables Files to read, each as a table.
   * @param limit Most records to return.
   */
  @Tool()
  @Hints({ readOnly: true, idempotent: true, openWorld: false })
  @Example({
    sql: 'SELECT city, sum(amount) AS total FROM orders GROUP BY city ORDER BY total DESC',
    tables: [{ name: 'orders', path: 'orders.csv' }],
  })
  async query(
    @Param({ minLength: 1, maxLength: 20_000 }) sql: string,
    @Param({ minItems: 1, maxItems: 20 }) tables: QueryTable[],
    run: RunContext<never>,
    @Param({ integer: true, minimum: 1, maximum: 10_000 }) limit = 1_000,
  ): Promise<QueryResult> {
    const { memoryBytes, threads, maxCharacters, process } = this.options;
    const reply = await withOpenTables(this.workspace, tables, run, async (open) => {
      const job = { sql, tables: open.tables, maxRows: limit, maxCharacters, memoryBytes, threads };
      return process.run(job, open.descriptors, run.signal);
    });
    return resultOf(reply, maxCharacters);
  }
}

function resultOf(reply: QueryReply, maxCharacters: number): QueryResult {
  if (reply.kind === 'problem') throw new ModelRetry(reply.message);
  if (reply.kind === 'memory') {
    throw new ToolFailed('The query needs too much memory. Filter or aggregate earlier, or select fewer columns.');
  }
  const { columns, rows, truncated } = reply.result;
  if (truncated && rows.length === 0) {
    throw new ModelRetry(
      `One record has more than ${String(maxCharacters)} characters. Select fewer columns, or shorten text with left().`,
    );
  }
  return { columns, records: recordsOf(reply.result), count: rows.length, truncated };
}

function recordsOf({ columns, rows }: QueryRows): DataRow[] {
  return rows.map((row) => {
    const record = emptyRow();
    columns.forEach(({ name }, index) => (record[name] = row[index]));
    return record;
  });
}
