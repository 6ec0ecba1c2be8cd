import { Example, Hints, ModelRetry, Param, RunContext, Tool, ToolFailed, ToolResult, Toolset } from '@haft/core';
import { CODE_LIMITS } from '../code/code-limits.js';
import { emptyRow, type DataRow } from '../data/data-row.js';
import { Workspace } from '../file/workspace.js';
import { oneLine } from '../readable/one-line.js';
import { tableText } from '../readable/table-text.js';
import { filesInSql } from './files-in-sql.js';
import { withOpenTables, type QueryTable } from './open-tables.js';
import type { QueryColumn, QueryReply, QueryRows, TableSample } from './process/query-job.js';
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
  /** The number of lines that were left out, by table. */
  skippedLines?: Record<string, number>;
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
   * Runs one SELECT or SUMMARIZE of DuckDB over CSV, JSON, JSON lines, Parquet and log files: FROM
   * 'data/a.csv'. A log of text has the column `line`. An error shows the columns and first rows.
   * @param tables Only for files that need other names or settings.
   * @alias run_sql, execute_sql, sql_query, query_sql, run_query, read_query, query_data
   */
  @Tool({ strict: false })
  @Hints({ readOnly: true, idempotent: true, openWorld: false })
  @Example({
    sql: "SELECT city, sum(amount) AS total FROM 'data/orders.csv' GROUP BY city ORDER BY total DESC",
  })
  async query(
    /** @alias query, statement, q */
    @Param({ minLength: 1, maxLength: 20_000 })
    sql: string,
    run: RunContext<never>,
    /** @alias files, sources */
    @Param({ maxItems: 100 })
    tables: QueryTable[] = [],
    /** @alias max_records, max_rows */
    @Param({ integer: true, minimum: 1 })
    limit?: number,
  ): Promise<ToolResult<QueryResult>> {
    const { memoryBytes, threads, maxCharacters, process } = this.options;
    const files = [...tables, ...filesInSql(sql, tables, this.workspace)];
    const most = { maxRows: limit ?? Number.MAX_SAFE_INTEGER, maxCharacters: Math.max(maxCharacters, MOST_CHARACTERS) };
    const paths = files.map(({ path }) => path);
    const reply = await this.workspace.inTurn(paths, { changes: false, run }, () =>
      withOpenTables(this.workspace, files, run, (open) => {
        const job = { sql, tables: open.tables, ...most, memoryBytes, threads };
        return process.run(job, open.descriptors, run.signal);
      }),
    );
    const value = resultOf(reply, files);
    return new ToolResult({
      value,
      content: textFor(value, { limit, characters: maxCharacters }),
    });
  }
}

/**
 * Names the tables of the query, if the database does not find one. It suggests tables of its own,
 * and takes the name of a file for a file to open.
 */
function withTables(message: string, tables: readonly QueryTable[]): string {
  if (!/Table with name|Cannot access file/.test(message)) return message;
  const names = tables.map(({ name }) => name);
  const said = message.replace(/\n?Did you mean "([^"]*)"\?/, (hint, name: string) =>
    names.includes(name) ? hint : '',
  );
  const own = names.length === 0 ? '' : `: ${names.join(', ')}`;
  return `${said}\nThe query can only use files of the workspace after FROM or JOIN, and the names in \`tables\`${own}.`;
}

/** Writes the columns and the first rows of the tables, and how text becomes a number. */
function samplesText(samples: readonly TableSample[]): readonly string[] {
  const texts = samples.map(({ name, columns, rows }) => {
    const labelled = columns.map((column) => ({ name: column.name, label: `${column.name} ${column.type}` }));
    const records = recordsOf({ columns, rows });
    const most = { rows: rows.length, characters: SAMPLE_CHARACTERS };
    const { text } = tableText({ columns: labelled, records, isTyped: true }, most);
    return `${oneLine(name)}:\n${text.slice(0, SAMPLE_CHARACTERS).toWellFormed()}`;
  });
  const numbers = samples.flatMap(({ rows }) => rows.flat()).filter((value) => GROUPED_NUMBER.test(String(value)));
  if (numbers.length > 0)
    texts.push(`Text such as ${String(numbers[0])} is a number by CAST(replace(x, ',', '') AS DOUBLE).`);
  return texts;
}

/** Characters of a sample. A table can have many columns. */
const SAMPLE_CHARACTERS = 2_000;
const GROUPED_NUMBER = /^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;

function resultOf(reply: QueryReply, tables: readonly QueryTable[]): QueryResult {
  if (reply.kind === 'problem')
    throw new ModelRetry([withTables(reply.message, tables), ...samplesText(reply.samples ?? [])].join('\n'));
  if (reply.kind === 'memory') {
    throw new ToolFailed('The query needs too much memory. Filter or aggregate earlier, or select fewer columns.');
  }
  const { columns, rows, truncated, skippedLines } = reply.result;
  if (truncated && rows.length === 0) {
    throw new ModelRetry(tooLong(MOST_CHARACTERS));
  }
  const isWhole = Object.keys(skippedLines).length === 0;
  return {
    columns,
    records: recordsOf(reply.result),
    count: rows.length,
    truncated,
    ...(!isWhole && { skippedLines }),
  };
}

/** Records that a model reads if it asks for no number. */
const USUAL_ROWS = 1_000;
/** More is too large for a program, which gets an error then. */
const MOST_CHARACTERS = 2 * CODE_LIMITS.messageBytes;

/** Writes a heading with the facts, then CSV. Text that looks like a number has quotes. */
function textFor(
  value: QueryResult,
  { limit, characters }: { readonly limit: number | undefined; readonly characters: number },
): string {
  const { columns, records, skippedLines = {} } = value;
  const { text, shown } = tableText({ columns, records, isTyped: false }, { rows: limit ?? USUAL_ROWS, characters });
  if (text.length > characters)
    return `The columns have more than ${String(characters)} characters. Select fewer of them.`;
  if (shown === 0 && records.length > 0) return tooLong(characters);
  const skipped = Object.entries(skippedLines).map(
    ([name, lines]) => `, ${String(lines)} bad lines of ${name} left out`,
  );
  const isWhole = shown === records.length && !value.truncated;
  const advice = shown === limit ? ':' : '. Aggregate, select less, or set limit.';
  const more = isWhole ? '' : `, and there are more${advice}`;
  const count = `${String(shown)} ${shown === 1 ? 'record' : 'records'}${skipped.map(oneLine).join('')}`;
  return `${count}${more === '' ? ':' : more}\n${text}`;
}

function tooLong(characters: number): string {
  return `One record has more than ${String(characters)} characters. Select fewer columns, or shorten text with left().`;
}

function recordsOf({ columns, rows }: Pick<QueryRows, 'columns' | 'rows'>): DataRow[] {
  return rows.map((row) => {
    const record = emptyRow();
    columns.forEach(({ name }, index) => (record[name] = row[index]));
    return record;
  });
}
