import { Example, Hints, Param, RunContext, Tool, ToolResult, Toolset } from '@haft/core';
import { aggregateRows, type Metric } from './aggregate-rows.js';
import { columnsOf, type DataRow } from './data-row.js';
import { filterRows, type Condition } from './filter-rows.js';
import { refusePath } from './refuse-path.js';
import { requireColumns } from './known-column.js';
import { leftOutText } from './left-out-text.js';
import { parseData, type ParsedData } from './parse-data.js';
import { recordsText } from './records-text.js';
import { rowOf } from './row-of.js';
import { arrangeRows } from './arrange-rows.js';

/** Records that a tool of `DataToolset` returns. */
export interface Records {
  records: DataRow[];
  count: number;
}

/** Calculates with tables. */
@Toolset({
  prefix: 'data',
  instructions: 'Use the data tools for calculations over records.',
})
@Hints({ readOnly: true, idempotent: true, openWorld: false })
export class DataToolset {
  /**
   * Reads records from the text of a table. Values of CSV stay text.
   * @alias parse_csv, read_csv, parse_data, parse_json, csv_parse
   */
  @Tool({ strict: false })
  @Example({ content: 'name,amount\nAda,5\nAlan,7' })
  async parse(
    /** @alias text, data, csv, input */
    @Param({ maxLength: 1_000_000 })
    content: string,
    run: RunContext<never>,
    /** @alias max_records, max_rows, rows */
    @Param({ integer: true, minimum: 1 })
    limit?: number,
  ): Promise<ToolResult<ParsedData>> {
    refusePath(content, run);
    const value = await parseData(content, limit ?? Infinity);
    const isText = value.format === 'csv';
    const kind = isText ? 'CSV, values are text' : value.format;
    const { columns, records, count } = value;
    const text = recordsText({ columns, records, count, isTyped: isText, kind }, limit ?? USUAL_RECORDS);
    return new ToolResult({ value, content: text });
  }

  /**
   * Filters, groups, sorts and cuts records, in this order. Numeric text counts as a number.
   * @param where All must be met.
   * @param metrics Each is a column such as `sum_amount`.
   * @alias filter_data, aggregate_data, group_by, sort_data, transform_data, data_filter,
   *   data_aggregate, data_transform
   */
  @Tool({ strict: false })
  @Example({
    records: [{ name: 'Ada', amount: 5 }],
    where: [{ column: 'amount', op: '>', value: 3 }],
    groupBy: ['name'],
    metrics: [{ op: 'sum', column: 'amount' }],
    sortBy: 'sum_amount',
    descending: true,
  })
  select(
    /** @alias data, rows, items */
    records: DataRow[],
    /** @alias conditions, filters, filter */
    where: Condition[] = [],
    /** @alias by, group */
    groupBy: string[] = [],
    /** @alias aggregations, aggregates */
    metrics: Metric[] = [],
    /** @alias order_by, sort */
    sortBy?: string,
    /** @alias desc, reverse */
    descending = false,
    /** @alias max_records, max_rows, top */
    @Param({ integer: true, minimum: 1 })
    limit?: number,
    /** @alias fields, select */
    columns?: string[],
  ): ToolResult<Records> {
    const rows = records.map((record, index) => rowOf(record, `Record ${String(index + 1)}`));
    // Also for conditions that no record meets.
    requireColumns(rows, [...[...where, ...metrics].map(({ column }) => column), ...groupBy]);
    const found = filterRows(rows, where);
    const isGrouped = groupBy.length > 0 || metrics.length > 0;
    const grouped = isGrouped ? aggregateRows(found, metrics, groupBy) : found;
    const value = resultOf(arrangeRows(grouped, { sortBy, descending, limit, columns }));
    const text = recordsText({ ...value, columns: columnsOf(value.records), isTyped: false });
    return new ToolResult({ value, content: text + leftOutText(found, metrics) });
  }
}

function resultOf(records: DataRow[]): Records {
  return { records, count: records.length };
}

/** Records that a model reads if it asks for no number. */
const USUAL_RECORDS = 1_000;
