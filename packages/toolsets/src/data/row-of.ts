import { ModelRetry } from '@haft/core';
import { emptyRow, refuseColumns, type DataRow } from './data-row.js';

/**
 * Copies a record from outside into a row without a prototype.
 *
 * @param name - names the record in the text for the model
 * @throws {ModelRetry} if the value is not an object, or has too many columns or a number that is
 * too large
 */
export function rowOf(record: unknown, name: string): DataRow {
  if (typeof record !== 'object' || record === null || Array.isArray(record)) {
    throw new ModelRetry(`${name} is not an object. Each record must be an object of column names and values.`);
  }
  refuseColumns(name, Object.keys(record).length);
  const row = Object.assign(emptyRow(), record);
  for (const column in row) {
    if (hasInfinite(row[column])) throw tooLarge(name, column);
  }
  return row;
}

/**
 * Returns whether a value is or contains an infinite number. `JSON.parse` makes one of `1e400`,
 * which JSON would then show as null. Without recursion, so that deep values are safe.
 */
function hasInfinite(value: unknown): boolean {
  const open = [value];
  while (open.length > 0) {
    const one = open.pop();
    if (typeof one === 'number' && !Number.isFinite(one)) return true;
    if (typeof one === 'object' && one !== null) for (const part of Object.values(one)) open.push(part);
  }
  return false;
}

function tooLarge(name: string, column: string): ModelRetry {
  return new ModelRetry(`${name} has a number in '${column}' that is too large. Write it as text, or leave it out.`);
}
