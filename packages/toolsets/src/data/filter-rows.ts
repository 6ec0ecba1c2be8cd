import { ModelRetry } from '@haft/core';
import { compareValues, largeIntegerOf, numberOf } from './compare-values.js';
import { hasColumn, type DataRow } from './data-row.js';

/**
 * @remarks
 * How to compare.
 */
export type ComparisonOperator = '==' | '!=' | '>' | '<' | '>=' | '<=' | 'contains' | 'in';

/**
 * @remarks
 * A condition on one column.
 */
export interface Condition {
  /** @alias field, key */
  column: string;
  /** @alias operator */
  op: ComparisonOperator;
  /** A list for `in`. */
  value: unknown;
}

/**
 * Returns the rows that meet every condition. A row without the column does not meet it.
 *
 * @throws {ModelRetry} if a list is given to another operator than `in`, or none to `in`, or a
 *   value is an object
 */
export function filterRows(rows: readonly DataRow[], where: readonly Condition[]): DataRow[] {
  const tests = where.map((condition) => ({ column: condition.column, meets: testOf(condition) }));
  return rows.filter((row) => tests.every(({ column, meets }) => hasColumn(row, column) && meets(row[column])));
}

/** Returns a function that tells whether a value meets the condition. */
function testOf({ column, op, value }: Condition): (found: unknown) => boolean {
  if (op === 'in') {
    if (!Array.isArray(value)) throw new ModelRetry(`The operator 'in' needs a list of values for column '${column}'.`);
    return isOneOf(value);
  }
  if (typeof value === 'object' && value !== null) {
    const kind = Array.isArray(value) ? 'a list' : 'an object';
    throw new ModelRetry(`The operator '${op}' needs one value for column '${column}', not ${kind}.`);
  }
  switch (op) {
    case '==':
      return (found) => compareValues(found, value) === 0;
    case '!=':
      return (found) => compareValues(found, value) !== 0;
    case 'contains':
      return (found) => contains(found, value);
    default:
      return (found) => ordered(op, compareValues(found, value));
  }
}

/** Looks values up, since a list and the rows may both be long. */
function isOneOf(values: readonly unknown[]): (found: unknown) => boolean {
  const exact = new Set<unknown>(values);
  const numbers = new Set<number>();
  /** Numbers of values that are not large integers, which equal every spelling. */
  const plainNumbers = new Set<number>();
  const integers = new Set<string>();
  for (const value of exact) {
    const number = numberOf(value);
    const integer = largeIntegerOf(value);
    if (number === undefined) continue;
    numbers.add(number);
    if (integer === undefined) plainNumbers.add(number);
    else integers.add(integer);
  }
  return (found) => {
    if (exact.has(found)) return true;
    const number = numberOf(found);
    if (number === undefined) return false;
    const integer = largeIntegerOf(found);
    return integer === undefined ? numbers.has(number) : plainNumbers.has(number) || integers.has(integer);
  };
}

/** Returns whether a text contains a text, or a list an item. */
function contains(found: unknown, value: unknown): boolean {
  if (Array.isArray(found)) return found.some((item) => compareValues(item, value) === 0);
  return typeof found === 'string' && found.includes(String(value));
}

/** Values without an order meet no comparison. */
function ordered(op: '>' | '<' | '>=' | '<=', order: number | undefined): boolean {
  if (order === undefined) return false;
  if (op === '>') return order > 0;
  if (op === '<') return order < 0;
  return op === '>=' ? order >= 0 : order <= 0;
}
