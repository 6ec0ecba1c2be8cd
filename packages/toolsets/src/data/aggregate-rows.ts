import { ModelRetry } from '@haft/core';
import { numberOf } from './compare-values.js';
import { emptyRow, hasColumn, type DataRow } from './data-row.js';
import { requireColumns } from './known-column.js';
import { compareSortKeys, sortKey, type SortKey } from './sort-key.js';

/**
 * @remarks
 * The way to compute a metric.
 */
export type MetricOperation = 'sum' | 'count' | 'avg' | 'min' | 'max';

/**
 * @remarks
 * A metric of one column.
 */
export interface Metric {
  /** @alias field */
  column: string;
  /** @alias operation, function, fn, agg */
  op: MetricOperation;
}

/** The values of one column in one group. */
interface Tally {
  count: number;
  numbers: number;
  sum: number;
  /** The part of the sum that floating point numbers lose (Neumaier's algorithm). */
  lost: number;
  min: number;
  max: number;
}

/** The rows that agree in all columns of `groupBy`. */
interface Group {
  readonly key: readonly SortKey[];
  readonly tallies: readonly Tally[];
}

/**
 * Groups rows and computes metrics for each group, sorted by the columns of `groupBy`. A metric is
 * in the column `{op}_{column}`. Values that are not numbers or numeric text count only for
 * `count`, which leaves out null. Without numbers, `sum` is 0 and the others are null.
 *
 * @throws {ModelRetry} if a column does not exist, or a metric has the name of a grouping column or
 *   is larger than a number can be
 */
export function aggregateRows(
  rows: readonly DataRow[],
  metrics: readonly Metric[],
  groupBy: readonly string[],
): DataRow[] {
  const columns = [...new Set(metrics.map(({ column }) => column))];
  requireColumns(rows, [...columns, ...groupBy]);
  const clash = metrics.find(({ column, op }) => groupBy.includes(`${op}_${column}`));
  if (clash !== undefined) {
    throw new ModelRetry(
      `The metric '${clash.op}_${clash.column}' has the name of a column in groupBy. Leave one of them out.`,
    );
  }
  const groups = collectGroups(rows, columns, groupBy);
  groups.sort((left, right) => compareGroups(left.key, right.key));
  return groups.map((group) => {
    const result = emptyRow();
    groupBy.forEach((column, index) => (result[column] = group.key[index]?.value));
    for (const { column, op } of metrics) {
      const tally = group.tallies[columns.indexOf(column)];
      if (tally !== undefined) result[`${op}_${column}`] = finite(metricOf(op, tally), op, column);
    }
    return result;
  });
}

function collectGroups(rows: readonly DataRow[], columns: readonly string[], groupBy: readonly string[]): Group[] {
  const groups = new Map<unknown, Group>();
  const newGroup = (key: readonly SortKey[]): Group => ({ key, tallies: columns.map(newTally) });
  if (groupBy.length === 0) groups.set(undefined, newGroup([]));
  for (const row of rows) {
    const id = groupId(row, groupBy);
    let group = groups.get(id);
    if (group === undefined) {
      group = newGroup(groupBy.map((column) => sortKey(valueIn(row, column))));
      groups.set(id, group);
    }
    for (let index = 0; index < columns.length; index += 1) {
      const [column, tally] = [columns[index], group.tallies[index]];
      if (column !== undefined && tally !== undefined) addTo(tally, valueIn(row, column));
    }
  }
  return [...groups.values()];
}

/** Returns a key of a `Map` that is equal for rows of one group. */
function groupId(row: DataRow, groupBy: readonly string[]): unknown {
  if (groupBy.length === 0) return undefined;
  const [column] = groupBy;
  const value = groupBy.length === 1 && column !== undefined ? valueIn(row, column) : undefined;
  // A text alone is its own id. Others are written as JSON, which cannot equal such a text.
  if (typeof value === 'string') return `"${value}`;
  return JSON.stringify(groupBy.map((name) => valueIn(row, name)));
}

/** A missing value is null. */
function valueIn(row: DataRow, column: string): unknown {
  return hasColumn(row, column) ? (row[column] ?? null) : null;
}

function newTally(): Tally {
  return { count: 0, numbers: 0, sum: 0, lost: 0, min: Infinity, max: -Infinity };
}

function addTo(tally: Tally, value: unknown): void {
  if (value === null) return;
  tally.count += 1;
  const number = numberOf(value);
  if (number === undefined) return;
  tally.numbers += 1;
  const sum = tally.sum + number;
  tally.lost += Math.abs(tally.sum) >= Math.abs(number) ? tally.sum - sum + number : number - sum + tally.sum;
  tally.sum = sum;
  if (number < tally.min) tally.min = number;
  if (number > tally.max) tally.max = number;
}

function metricOf(op: MetricOperation, { count, numbers, sum, lost, min, max }: Tally): number | null {
  if (op === 'count') return count;
  // The correction is not a number if the sum is infinite.
  const total = Number.isFinite(sum) ? sum + lost : sum;
  if (op === 'sum') return total;
  if (numbers === 0) return null;
  if (op === 'avg') return total / numbers;
  return op === 'min' ? min : max;
}

/** JSON has no infinite numbers: the model would read null. */
function finite(value: number | null, op: MetricOperation, column: string): number | null {
  if (value === null || Number.isFinite(value)) return value;
  throw new ModelRetry(
    `The ${op} of '${column}' is not a number between -1.8e308 and 1.8e308. Filter out values that are too large first.`,
  );
}

function compareGroups(left: readonly SortKey[], right: readonly SortKey[]): number {
  for (let index = 0; index < left.length; index += 1) {
    const [leftKey, rightKey] = [left[index], right[index]];
    const order = leftKey === undefined || rightKey === undefined ? 0 : compareSortKeys(leftKey, rightKey);
    if (order !== 0) return order;
  }
  return 0;
}
