import { Example, Hints, Param, RunContext, Tool, ToolResult, Toolset } from '@haft/core';
import { aggregateRows, type Metric } from './aggregate-rows.js';
import { columnsOf, type DataRow } from './data-row.js';
import { filterRows, type Condition } from './filter-rows.js';
import { refusePath } from './refuse-path.js';
import { requireColumns } from './known-column.js';
import { parseData, type DataFormat, type ParsedData } from './parse-data.js';
import { recordsText } from './records-text.js';
import { rowOf } from './row-of.js';
import { transformRows } from './transform-rows.js';

/** Records that a tool of `DataToolset` returns. */
export interface Records {
  records: DataRow[];
  count: number;
}

/** Reads, filters, aggregates and transforms tables. */
@Toolset({
  prefix: 'data',
  instructions: 'Use the data tools for calculations over records.',
})
@Hints({ readOnly: true, idempotent: true, openWorld: false })
export class DataToolset {
  /**
   * Reads records from CSV, JSON or JSON lines. Values of CSV stay text.
   * @param content Text of the table.
   * @param format Found out from the text unless given.
   * @param limit Most records. Without it you read 1,000, a program all.
   */
  @Tool()
  @Example({ content: 'name,amount\nAda,5\nAlan,7' })
  async parse(
    @Param({ maxLength: 1_000_000 }) content: string,
    run: RunContext<never>,
    format?: DataFormat,
    @Param({ integer: true, minimum: 1, maximum: 100_000 }) limit?: number,
  ): Promise<ToolResult<ParsedData>> {
    refusePath(content, run);
    const value = await parseData(content, limit ?? Infinity, format);
    const isText = value.format === 'csv';
    const kind = isText ? 'CSV, values are text' : value.format;
    const { columns, records, count } = value;
    const text = recordsText({ columns, records, count, isTyped: isText, kind }, limit ?? USUAL_RECORDS);
    return new ToolResult({ value, content: text });
  }

  /**
   * Returns the records that meet all conditions. Numeric text compares as a number.
   * @param records The records.
   * @param where All must be met.
   */
  @Tool()
  @Example({ records: [{ name: 'Ada', amount: 5 }], where: [{ column: 'amount', op: '>', value: 3 }] })
  filter(records: DataRow[], @Param({ minItems: 1 }) where: Condition[]): ToolResult<Records> {
    const rows = rowsOf(records);
    requireColumns(
      rows,
      where.map(({ column }) => column),
    );
    return result(filterRows(rows, where));
  }

  /**
   * Groups records and computes metrics for each group. A metric is in the column `{op}_{column}`,
   * such as `sum_amount`. Values that are not numbers count only for `count`.
   * @param records The records.
   * @param metrics Metrics to compute.
   * @param groupBy Without it, all records are one group.
   */
  @Tool()
  @Example({ records: [{ name: 'Ada', amount: 5 }], metrics: [{ column: 'amount', op: 'sum' }], groupBy: ['name'] })
  aggregate(
    records: DataRow[],
    @Param({ minItems: 1 }) metrics: Metric[],
    groupBy: string[] = [],
  ): ToolResult<Records> {
    return result(aggregateRows(rowsOf(records), metrics, groupBy));
  }

  /**
   * Sorts records, keeps the first ones, and selects and renames columns.
   * @param records The records.
   * @param select Columns to keep, in this order. All unless given.
   * @param rename New names by column.
   * @param sortBy Column to sort by.
   * @param descending Sort the greatest value first.
   * @param limit Most records to return.
   */
  @Tool()
  @Example({ records: [{ name: 'Ada', amount: 5 }], select: ['name'], sortBy: 'amount', descending: true, limit: 10 })
  transform(
    records: DataRow[],
    @Param({ minItems: 1 }) select?: string[],
    rename: Record<string, string> = {},
    sortBy?: string,
    descending = false,
    @Param({ integer: true, minimum: 1 }) limit?: number,
  ): ToolResult<Records> {
    return result(transformRows(rowsOf(records), { select, rename, sortBy, descending, limit }));
  }
}

function rowsOf(records: readonly DataRow[]): DataRow[] {
  return records.map((record, index) => rowOf(record, `Record ${String(index + 1)}`));
}

function result(records: DataRow[]): ToolResult<Records> {
  const value = { records, count: records.length };
  return new ToolResult({ value, content: recordsText({ ...value, columns: columnsOf(records), isTyped: false }) });
}

/** Records that a model reads if it asks for no number. */
const USUAL_RECORDS = 1_000;
