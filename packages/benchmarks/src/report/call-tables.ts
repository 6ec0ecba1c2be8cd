import type { CallResults, Kind } from '../suites/call.js';
import { SHAPES } from '../shapes/shapes.js';
import { time, times } from './format.js';
import type { Table } from './table.js';

const TITLES: Record<Kind, string> = {
  valid: 'P1: whole call, valid, text in and text out',
  invalid: 'P2: whole call, invalid, a text that names every wrong field',
  again: 'P2: the same, with the same wrong arguments every time',
};
const NOTE = 'For each shape: the time of a call, and the ratio to the floor of the same round.';
const REPEATED =
  ' Within one run, the answer to the second mistake in a place also has the schema and an example. Here these are all calls except the first. In a run of one call, each mistake is the first.';

export function callTables({ tables }: CallResults): Table[] {
  return (Object.keys(TITLES) as Kind[]).map((kind) => {
    const byShape = SHAPES.map((shape) => tables.find((one) => one.shape === shape && one.kind === kind)?.rows ?? []);
    const names = byShape[0]?.map(({ name }) => name) ?? [];
    const rows = names.map((name) => {
      const cells = byShape.flatMap((measured) => {
        const row = measured.find((one) => one.name === name);
        return row === undefined ? ['-', '-'] : [time(row.nanoseconds.median), times(row.ratio.median)];
      });
      return [name, ...cells];
    });
    return {
      title: TITLES[kind],
      note: kind === 'valid' ? NOTE : NOTE + REPEATED,
      columns: ['', ...SHAPES.flatMap((shape) => [shape, 'ratio'])],
      rows,
    };
  });
}
