import { ModelRetry } from '@haft/core';
import { emptyRow, type DataRow } from './data-row.js';

/**
 * Copies a record from outside into a row without a prototype.
 *
 * @param name - names the record in the text for the model
 * @throws {ModelRetry} if the value is not an object, or has a number that is too large
 */
export function rowOf(record: unknown, name: string): DataRow {
  if (typeof record !== 'object' || record === null || Array.isArray(record)) {
    throw new ModelRetry(`${name} is not an object. Each record must be an object of column names and values.`);
  }
  const row = Object.assign(emptyRow(), record);
  for (const column in row) {
    if (isInfinite(row[column])) throw tooLarge(name, column);
  }
  return row;
}

/** `JSON.parse` makes an infinite number of `1e400`, which JSON would then show as null. */
function isInfinite(value: unknown): boolean {
  if (typeof value === 'number') return !Number.isFinite(value);
  return typeof value === 'object' && value !== null && Object.values(value).some(isInfinite);
}

function tooLarge(name: string, column: string): ModelRetry {
  return new ModelRetry(`${name} has a number in '${column}' that is too large. Write it as text, or leave it out.`);
}
