import { emptyRow, hasColumn, type DataRow } from './data-row.js';
import { requireColumns } from './known-column.js';
import { compareSortKeys, isNullKey, sortKey } from './sort-key.js';

/** The steps of an arrangement, in the order in which they apply. */
export interface Arrangement {
  readonly sortBy?: string | undefined;
  readonly descending: boolean;
  readonly limit?: number | undefined;
  readonly columns?: readonly string[] | undefined;
}

/**
 * Sorts rows, keeps the first ones, and keeps columns. The sort is stable, and rows without a value
 * come last.
 *
 * @throws {ModelRetry} if a column does not exist
 */
export function arrangeRows(rows: readonly DataRow[], { sortBy, descending, limit, columns }: Arrangement): DataRow[] {
  requireColumns(rows, [...(sortBy === undefined ? [] : [sortBy]), ...(columns ?? [])]);
  const sorted = sortBy === undefined ? rows : sortRows(rows, sortBy, descending);
  const kept = limit === undefined ? sorted : sorted.slice(0, limit);
  if (columns === undefined) return [...kept];
  return kept.map((row) => {
    const result = emptyRow();
    for (const column of columns) if (hasColumn(row, column)) result[column] = row[column];
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
