import type { BuildResults } from '../suites/build.js';
import { megabytes, milliseconds, ranged, times } from './format.js';
import type { Table } from './table.js';

export function buildTables({ sizes }: BuildResults): Table[] {
  return sizes.map(({ tools, rows }) => ({
    title: `P9, P10: a project of ${tools.toLocaleString('en')} tools`,
    note: 'CPU of all processes and threads; the ratio is to `tsc 5.9 --noEmit` of the same round.',
    columns: ['', 'CPU', 'ratio', 'peak memory'],
    rows: rows.map(({ name, cpu, ratio, peak }) => [
      name,
      ranged(cpu, milliseconds),
      times(ratio.median),
      megabytes(peak.median),
    ]),
  }));
}
