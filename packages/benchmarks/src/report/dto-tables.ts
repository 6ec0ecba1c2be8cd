import { SHAPES } from '../shapes/shapes.js';
import type { DtoResults } from '../suites/dto.js';
import { time, times } from './format.js';
import type { Table } from './table.js';

export function dtoTables({ tables, uncovered }: DtoResults): Table[] {
  const counts = [...new Set(tables.map(({ otherClasses }) => otherClasses))];
  const rest =
    uncovered.length === 0 ? '' : ` Rules without a schema run later in the calls of: ${uncovered.join(', ')}.`;
  return counts.map((count) => {
    const byShape = SHAPES.map(
      (shape) => tables.find((one) => one.shape === shape && one.otherClasses === count)?.rows ?? [],
    );
    const names = byShape[0]?.map(({ name }) => name) ?? [];
    return {
      title:
        count === 0
          ? 'P3: plain object to checked DTO instance'
          : `P4: the same with ${count.toLocaleString('en')} other decorated classes in the process`,
      note: `For each shape: the time, and the ratio to the code written by hand of the same round.${rest}`,
      columns: ['', ...SHAPES.flatMap((shape) => [shape, 'ratio'])],
      rows: names.map((name) => [
        name,
        ...byShape.flatMap((rows) => {
          const row = rows.find((one) => one.name === name);
          return row === undefined ? ['-', '-'] : [time(row.nanoseconds.median), times(row.ratio.median)];
        }),
      ]),
    };
  });
}
