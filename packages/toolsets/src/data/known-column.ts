import { ModelRetry } from '@haft/core';
import { columnsOf, hasColumn, type DataRow } from './data-row.js';

/** The most column names that a text for the model lists. */
const SHOWN = 30;

/**
 * Rejects columns that no row has. Without rows there is nothing to hold them against.
 *
 * @throws {ModelRetry} if a column is missing (the text lists the existing columns)
 */
export function requireColumns(rows: readonly DataRow[], columns: readonly string[]): void {
  if (rows.length === 0) return;
  for (const column of new Set(columns)) {
    if (rows.some((row) => hasColumn(row, column))) continue;
    const existing = columnsOf(rows);
    const more = existing.length > SHOWN ? `, and ${String(existing.length - SHOWN)} more` : '';
    const list = existing.slice(0, SHOWN).join(', ');
    throw new ModelRetry(`There is no column '${column}'. Columns: ${list}${more}.`);
  }
}
