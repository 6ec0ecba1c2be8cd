import type { BuildResults, SizedRows } from '../suites/build.js';
import { megabytes, milliseconds, ranged, times } from './format.js';
import type { Table } from './table.js';

export function buildTables({ cold, again }: BuildResults): Table[] {
  return [
    ...cold.map((one) => buildTable(`P9: a project of ${count(one)} tools`, '`tsc 5.9 --noEmit`', one)),
    ...again.map((one) => buildTable(`P10: a project of ${count(one)} tools, again`, 'bare Node', one)),
  ];
}

function count({ tools }: SizedRows): string {
  return tools.toLocaleString('en');
}

function buildTable(title: string, base: string, { rows }: SizedRows): Table {
  return {
    title,
    note: `CPU of all processes and threads; the ratio is to ${base} of the same round.`,
    columns: ['', 'CPU', 'ratio', 'peak memory'],
    rows: rows.map(({ name, cpu, ratio, peak }) => [
      name,
      ranged(cpu, milliseconds),
      // The last row was measured by itself.
      ratio.median === 1 && ratio.min === ratio.max && rows[0]?.name !== name ? '-' : times(ratio.median),
      megabytes(peak.median),
    ]),
  };
}
