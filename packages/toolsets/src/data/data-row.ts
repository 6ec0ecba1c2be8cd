import { ModelRetry } from '@haft/core';

/**
 * @remarks
 * Values by column name.
 *
 * A row has no prototype, so that a column named `__proto__` is data like every other column.
 */
export type DataRow = Record<string, unknown>;

/** Rows, and the columns of all of them in the order in which they first occur. */
export interface ReadRows {
  readonly rows: DataRow[];
  readonly columns: string[];
}

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

/** Most columns of a record: time and memory grow with records x columns. */
const MOST_COLUMNS = 1_000;

/** @throws {ModelRetry} if a record has more than 1,000 columns */
export function refuseColumns(name: string, count: number): void {
  if (count <= MOST_COLUMNS) return;
  throw new ModelRetry(`${name} has ${String(count)} columns. The data tools read at most ${String(MOST_COLUMNS)}.`);
}
