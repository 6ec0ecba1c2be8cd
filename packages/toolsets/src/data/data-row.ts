/**
 * A row of a table: values by column name. Rows have no prototype, so that a column named
 * `__proto__` is data like every other column.
 */
export type DataRow = Record<string, unknown>;

/** Returns an empty row. */
export function emptyRow(): DataRow {
  return Object.create(null) as DataRow;
}

/** Returns whether the row has the column, be its value null or not. */
export function hasColumn(row: DataRow, column: string): boolean {
  return Object.hasOwn(row, column);
}

/** Returns the columns of all rows, in the order in which they first occur. */
export function columnsOf(rows: readonly DataRow[]): string[] {
  const columns = new Set<string>();
  for (const row of rows) for (const column in row) if (Object.hasOwn(row, column)) columns.add(column);
  return [...columns];
}
