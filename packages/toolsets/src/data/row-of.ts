import { ModelRetry } from '@haft/core';
import { emptyRow, type DataRow } from './data-row.js';

/**
 * Copies a record from outside into a row without a prototype.
 *
 * @param name - names the record in the text for the model
 * @throws {ModelRetry} if the value is not an object
 */
export function rowOf(record: unknown, name: string): DataRow {
  if (typeof record !== 'object' || record === null || Array.isArray(record)) {
    throw new ModelRetry(`${name} is not an object. Each record must be an object of column names and values.`);
  }
  return Object.assign(emptyRow(), record);
}
