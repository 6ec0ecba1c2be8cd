import { COLD, TSC } from '../suites/row-names.js';
import type { BuildResults, SizedRows } from '../suites/build.js';
import { growthPerTool } from './growth-per-tool.js';
import { megabytes, milliseconds, ranged, times } from './format.js';
import type { Table } from './table.js';

export function buildTables({ cold, again, watch }: BuildResults): Table[] {
  return [
    ...cold.map((one) => buildTable(`P9: a project of ${count(one)} tools`, '`tsc 5.9 --noEmit`', one)),
    growthTable(cold),
    ...again.map((one) => buildTable(`P10: a project of ${count(one)} tools, again`, 'bare Node', one)),
    watchTable(watch),
  ];
}

function watchTable(watch: BuildResults['watch']): Table {
  return {
    title: 'P10: a change of one file while `haft watch` runs',
    note: 'From the change to the written module. Haft reads only toolsets again that may depend on the file.',
    columns: ['', 'time', 'CPU'],
    rows: watch.map(({ tools, wall, cpu }) => [
      `${tools.toLocaleString('en')} tools`,
      ranged(wall, milliseconds),
      ranged(cpu, milliseconds),
    ]),
  };
}

/** Returns whether time and memory grow linearly with the number of tools, or faster. */
function growthTable(cold: readonly SizedRows[]): Table {
  const cells = (name: string, cell: (row: SizedRows['rows'][number]) => string): string[] =>
    cold.map(({ rows }) => {
      const row = rows.find((one) => one.name === name);
      return row === undefined ? '-' : cell(row);
    });
  return {
    title: 'P9: growth with the number of tools',
    note: 'Ten tools a class, 3,000 in 150 classes. The growth is that of each step, for one tool.',
    columns: ['', ...cold.map((one) => `${count(one)} tools`)],
    rows: [
      [`${TSC}, CPU`, ...cells(TSC, ({ cpu }) => milliseconds(cpu.median))],
      [`${COLD}, CPU`, ...cells(COLD, ({ cpu }) => milliseconds(cpu.median))],
      ['for one more tool', ...growthPerTool(cold, ({ cpu }) => cpu.median).map(optional(milliseconds))],
      [`${COLD}, peak memory`, ...cells(COLD, ({ peak }) => megabytes(peak.median))],
      ['for one more tool', ...growthPerTool(cold, ({ peak }) => peak.median * 1024).map(optional(kilobytes))],
    ],
  };
}

function optional(format: (value: number) => string): (value: number | undefined) => string {
  return (value) => (value === undefined ? '-' : format(value));
}

function kilobytes(value: number): string {
  return `${value.toFixed(0)} kB`;
}

function count({ tools }: SizedRows): string {
  return tools.toLocaleString('en');
}

function buildTable(title: string, base: string, { rows }: SizedRows): Table {
  return {
    title,
    note: `CPU of all processes and threads. The ratio is to ${base} of the same round. \`tsc\` 5.9 and \`haft\` use the compiled code that Node keeps of earlier processes.`,
    columns: ['', 'CPU', 'ratio', 'peak memory'],
    rows: rows.map(({ name, cpu, ratio, peak }) => [
      name,
      ranged(cpu, milliseconds),
      // The last row was measured separately.
      ratio.median === 1 && ratio.min === ratio.max && rows[0]?.name !== name ? '-' : times(ratio.median),
      megabytes(peak.median),
    ]),
  };
}
