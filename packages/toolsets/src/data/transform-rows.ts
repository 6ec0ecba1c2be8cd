import { ModelRetry } from '@haft/core';
import { columnsOf, emptyRow, hasColumn, type DataRow } from './data-row.js';
import { requireColumns } from './known-column.js';
import { compareSortKeys, isNullKey, sortKey } from './sort-key.js';

/** The steps of a transformation, in the order in which they apply. */
export interface Transformation {
  readonly sortBy?: string | undefined;
  readonly descending: boolean;
  readonly limit?: number | undefined;
  readonly select?: readonly string[] | undefined;
  readonly rename: Readonly<Record<string, string>>;
}

/**
 * Sorts rows, keeps the first ones, and selects and renames columns. The sort is stable, and rows
 * without a value come last. All names are those before the renaming.
 *
 * @throws {ModelRetry} if a column does not exist, or two columns would have one name
 */
export function transformRows(rows: readonly DataRow[], transformation: Transformation): DataRow[] {
  const { sortBy, descending, limit, select, rename } = transformation;
  const renamed = Object.keys(rename);
  requireColumns(rows, [...(sortBy === undefined ? [] : [sortBy]), ...(select ?? []), ...renamed]);
  const sorted = sortBy === undefined ? rows : sortRows(rows, sortBy, descending);
  const kept = limit === undefined ? sorted : sorted.slice(0, limit);
  if (select === undefined && renamed.length === 0) return [...kept];
  const columns = targetNames([...new Set(select ?? columnsOf(rows))], rename);
  return kept.map((row) => {
    const result = emptyRow();
    for (const [column, name] of columns) if (hasColumn(row, column)) result[name] = row[column];
    return result;
  });
}

function sortRows(rows: readonly DataRow[], column: string, descending: boolean): DataRow[] {
  const direction = descending ? -1 : 1;
  const keyed = rows.map((row) => ({ row, key: sortKey(hasColumn(row, column) ? row[column] : null) }));
  keyed.sort((left, right) => {
    const order = compareSortKeys(left.key, right.key);
    return isNullKey(left.key) || isNullKey(right.key) ? order : direction * order;
  });
  return keyed.map(({ row }) => row);
}

/** Returns pairs of a column and its new name. */
function targetNames(columns: readonly string[], rename: Readonly<Record<string, string>>): [string, string][] {
  const seen = new Map<string, string>();
  return columns.map((column) => {
    const name = Object.hasOwn(rename, column) ? (rename[column] ?? column) : column;
    const other = seen.get(name);
    if (other !== undefined)
      throw new ModelRetry(`The columns '${other}' and '${column}' would both have the name '${name}'.`);
    seen.set(name, column);
    return [column, name];
  });
}
