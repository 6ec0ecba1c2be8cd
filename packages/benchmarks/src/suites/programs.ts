import { totalOf } from '../toolsets/records.js';
import { NO_CALL } from './row-names.js';

/** A program that both participants run. Its result is a sum of totals. */
export interface MeasuredProgram {
  readonly name: string;
  readonly code: string;
  /** How often it calls tools. */
  readonly calls: number;
  readonly result: number;
}

/** The programs of P18, and one without a call: the cost of the sandbox. */
export const PROGRAMS: readonly MeasuredProgram[] = [
  { name: NO_CALL, code: 'return 1;', calls: 0, result: 1 },
  ...[1, 10, 50].map((count) => ({
    name: count === 1 ? '1 call' : `${count} calls`,
    code:
      'let sum = 0;\n' +
      `for (let id = 1; id <= ${count}; id++) sum += (await tools.records_find({ id })).total;\n` +
      'return sum;',
    calls: count,
    result: sumOf(count),
  })),
  {
    name: '50 calls with Promise.all',
    code:
      'const ids = Array.from({ length: 50 }, (_, index) => index + 1);\n' +
      'const items = await Promise.all(ids.map((id) => tools.records_find({ id })));\n' +
      'return items.reduce((sum, { total }) => sum + total, 0);',
    calls: 50,
    result: sumOf(50),
  },
  listed('18 kB', 232),
  listed('560 kB', 7_000),
];

function listed(size: string, count: number): MeasuredProgram {
  return {
    name: `1 call with a result of ${size}`,
    code:
      `const items = await tools.records_list({ count: ${count} });\n` +
      'return items.reduce((sum, { total }) => sum + total, 0);',
    calls: 1,
    result: sumOf(count),
  };
}

function sumOf(count: number): number {
  return Array.from({ length: count }, (_, index) => totalOf(index + 1)).reduce((sum, total) => sum + total, 0);
}
