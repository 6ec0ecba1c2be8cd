import { oneLine } from '../readable/one-line.js';
import { shortened } from '../shortened.js';
import type { Metric } from './aggregate-rows.js';
import { numberOf } from './compare-values.js';
import type { DataRow } from './data-row.js';

/** Tells a model which texts metrics left out, because they are not numbers. May be empty. */
export function leftOutText(rows: readonly DataRow[], metrics: readonly Metric[]): string {
  const columns = new Set(metrics.filter(({ op }) => op !== 'count').map(({ column }) => column));
  const notes = [...columns].flatMap((column) => {
    const texts = rows
      .map((row) => row[column])
      .filter((value): value is string => typeof value === 'string' && value !== '' && numberOf(value) === undefined);
    const [first] = texts;
    if (first === undefined) return [];
    return [
      `${column}: ${String(texts.length)} values are not numbers and were left out, such as '${shortened(first)}'.`,
    ];
  });
  return notes.length === 0 ? '' : `\n(${notes.map(oneLine).join(' ')})`;
}
