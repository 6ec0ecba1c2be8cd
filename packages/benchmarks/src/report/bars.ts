import {
  BUNDLED,
  FIRST_CALL,
  CHANGED,
  COLD,
  UNCHANGED,
  DATA_CALL,
  EDIT,
  FILE_CALL,
  READ,
  EDIT_OVER_MCP,
  READ_OVER_MCP,
  WITH_SCHEMA,
  SAME_TOOLS,
  NO_CALL,
} from '../suites/row-names.js';
import type { Kind } from '../suites/call.js';
import type { Results, SuiteName } from '../suites/suites.js';
import { COUNTS } from '../suites/recall-counts.js';
import type { Spread } from '../harness/statistics.js';
import { SUITES } from '../suites/suite-names.js';
import { SHAPES, type Shape } from '../shapes/shapes.js';
import { growthOf } from './growth-of.js';
import { growthPerTool } from './growth-per-tool.js';
import { megabytes, milliseconds, percent, times } from './format.js';
import { fleetBars } from './fleet-tables.js';
import { ledgerBars } from './ledger-tables.js';
import { textsBars } from './texts-tables.js';

/** A row of the table of bars: its name, its limit, the figure and whether it is met. */
export type BarRow = readonly string[];

/** Returns the rows of all bars of a suite, with the figures of this run. */
export function barRows<Name extends SuiteName>(name: Name, results: Partial<Results>): BarRow[] {
  return suiteBars(name, results).map(barRow);
}

/** Returns all bars of a run. */
export function barsOf(results: Partial<Results>): Bar[] {
  return SUITES.flatMap((name) => suiteBars(name, results));
}

function suiteBars<Name extends SuiteName>(name: Name, results: Partial<Results>): Bar[] {
  const found = results[name];
  return found === undefined ? [] : BARS[name](found);
}

function barRow({ id, what, limit, found, format }: Bar): BarRow {
  const figure = typeof found === 'object' ? found.median : found;
  return [
    `${id}: ${what}`,
    format(limit),
    figure === undefined ? '-' : format(figure),
    figure === undefined ? 'not measured' : figure <= limit ? 'met' : 'not met',
  ];
}

/** A limit of a figure. */
export interface Bar {
  readonly id: string;
  readonly what: string;
  readonly limit: number;
  readonly found: number | Spread | undefined;
  readonly format: (value: number) => string;
}

const BARS: { readonly [Name in SuiteName]: (results: Results[Name]) => Bar[] } = {
  call: callBars,
  dto: dtoBars,
  import: importBars,
  define: defineBars,
  'cold-start': coldStartBars,
  size: sizeBars,
  build: buildBars,
  scaling: scalingBars,
  concurrency: concurrencyBars,
  recursive: recursiveBars,
  partial: partialBars,
  search: searchBars,
  code: codeBars,
  plan: () => [],
  files: fileBars,
  data: dataBars,
  fetch: () => [],
  texts: textsBars,
  schedules: () => [],
  skills: () => [],
  ledger: ledgerBars,
  fleet: fleetBars,
};

/** The kind of a call and the name of its row in the table. */
interface MeasuredCall {
  readonly kind: Kind;
  readonly name: string;
}

function callBars(call: Results['call']): Bar[] {
  const ratio = (kind: Kind, shape: Shape, name: string): Spread | undefined =>
    call.tables.find((one) => one.kind === kind && one.shape === shape)?.rows.find((row) => row.name === name)?.ratio;
  const bar = (id: string, what: string, { kind, name }: MeasuredCall, limits: readonly number[]): Bar[] =>
    SHAPES.map((shape, i) => ({
      id,
      what: `${what}, ${shape}`,
      limit: limits[i] ?? 0,
      found: ratio(kind, shape, name),
      format: times,
    }));
  return [
    ...bar('P1', 'whole call, valid, to the floor', { kind: 'valid', name: 'Haft: run.call' }, [1.8, 1.25, 1.05]),
    ...bar(
      'P1',
      'a run of one call, to the floor',
      { kind: 'valid', name: 'Haft: a run of one call' },
      [2.2, 1.5, 1.2],
    ),
    ...bar('P2', 'whole call, invalid, to the floor', { kind: 'invalid', name: 'Haft: run.call' }, [1.7, 1.5, 1.2]),
    ...bar('P2', 'the same mistake again, to the floor', { kind: 'again', name: 'Haft: run.call' }, [1.7, 1.5, 1.2]),
  ];
}

function dtoBars(dto: Results['dto']): Bar[] {
  const read = (shape: Shape, otherClasses: number) =>
    dto.tables
      .find((one) => one.shape === shape && one.otherClasses === otherClasses)
      ?.rows.find(({ name }) => name.startsWith('Haft'))?.ratio;
  return SHAPES.flatMap((shape) => [
    {
      id: 'P3',
      what: `checked DTO instance, to code by hand, ${shape}`,
      limit: 2,
      found: read(shape, 0),
      format: times,
    },
    { id: 'P4', what: `the same among 10,000 classes, ${shape}`, limit: 2, found: read(shape, 10_000), format: times },
  ]);
}

function importBars({ rows }: Results['import']): Bar[] {
  const library = rows.find(({ name }) => name === 'Haft: haft');
  return [
    { id: 'P5', what: 'import, CPU', limit: 20, found: library?.cpu, format: milliseconds },
    { id: 'P5', what: 'import, memory', limit: 3, found: library?.memory, format: megabytes },
  ];
}

function defineBars({ sizes }: Results['define']): Bar[] {
  const defined = (tools: number) =>
    sizes.find((one) => one.tools === tools)?.rows.find(({ name }) => name === SAME_TOOLS);
  const bars = (tools: number, limits: readonly [ms: number, ratio: number, mb: number]): Bar[] => {
    const [found, what] = [defined(tools), `${tools.toLocaleString('en')} tools defined`];
    return [
      { id: 'P6', what: `${what}, CPU`, limit: limits[0], found: found?.cpu, format: milliseconds },
      {
        id: 'P6',
        what: `the same, to the floor (${limits[0]} ms were ${limits[1]}x when the bar was set)`,
        limit: limits[1],
        found: found?.ratio,
        format: times,
      },
      { id: 'P6', what: `${what}, memory`, limit: limits[2], found: found?.memory, format: megabytes },
    ];
  };
  return [...bars(1_000, [10, 5, 2]), ...bars(10_000, [60, 4, 15])];
}

function coldStartBars({ rows }: Results['cold-start']): Bar[] {
  const coldStart = (wanted: string) => rows.find(({ name }) => name === wanted)?.toClasses;
  return [
    {
      id: 'P7',
      what: 'first tool of 100, to the classes of the project imported',
      limit: 1.15,
      found: coldStart(FIRST_CALL),
      format: times,
    },
    {
      id: 'P7',
      what: 'the same, the application bundled into one file',
      limit: 1.15,
      found: coldStart(BUNDLED),
      format: times,
    },
  ];
}

function sizeBars({ rows }: Results['size']): Bar[] {
  const size = rows.find(({ name }) => name === 'Haft: haft');
  return [
    { id: 'P8', what: 'installed size', limit: 2.5, found: size?.megabytes, format: megabytes },
    { id: 'P8', what: 'installed packages', limit: 6, found: size?.packages, format: String },
  ];
}

function buildBars(build: Results['build']): Bar[] {
  const row = (tools: number, name: string) =>
    build.cold.find((one) => one.tools === tools)?.rows.find((one) => one.name === name);
  const cold = COLD;
  const again = (tools: number, name: string) =>
    build.again.find((one) => one.tools === tools)?.rows.find((one) => one.name === name)?.cpu.median;
  const overBare = (tools: number): number | undefined => {
    const [found, bare] = [again(tools, UNCHANGED), again(tools, 'bare Node')];
    return found === undefined || bare === undefined ? undefined : found - bare;
  };
  return [
    { id: 'P9', what: '100 tools, cold, to tsc 5.9', limit: 1.5, found: row(100, cold)?.ratio, format: times },
    {
      id: 'P9',
      what: '1,000 tools, cold, to tsc 5.9',
      limit: 1.2,
      found: row(1000, cold)?.ratio,
      format: times,
    },
    { id: 'P9', what: '1,000 tools, peak memory', limit: 350, found: row(1000, cold)?.peak, format: megabytes },
    {
      id: 'P9',
      what: '3,000 tools, CPU of one more tool, to that of 1,000',
      limit: 1.3,
      found: lastStep(growthPerTool(build.cold, ({ cpu }) => cpu.median)),
      format: times,
    },
    {
      id: 'P9',
      what: '3,000 tools, memory of one more tool, to that of 1,000',
      limit: 1.3,
      found: lastStep(growthPerTool(build.cold, ({ peak }) => peak.median)),
      format: times,
    },
    {
      id: 'P10',
      what: '1,000 tools, nothing changed, over bare Node',
      limit: 60,
      found: overBare(1000),
      format: milliseconds,
    },
    {
      id: 'P10',
      what: '1,000 tools, one file changed, at most the cold build',
      limit: row(1000, cold)?.cpu.median ?? 0,
      found: again(1000, CHANGED),
      format: milliseconds,
    },
    {
      id: 'P10',
      what: '100 tools, one file changed while watching',
      limit: 300,
      found: build.watch.find((one) => one.tools === 100)?.cpu,
      format: milliseconds,
    },
  ];
}

/** Returns the ratio of the last figure to the one before it: about 1 if the cost is linear. */
function lastStep(figures: readonly (number | undefined)[]): number | undefined {
  const [before, last] = figures.slice(-2);
  return before === undefined || last === undefined ? undefined : last / before;
}

function recursiveBars(recursive: Results['recursive']): Bar[] {
  const rows = recursive.rows.filter(({ name }) => name.startsWith('Haft'));
  const growth = rows.map(({ calls }) => growthOf(calls));
  const longest = rows.map(({ calls }) => (calls.at(-1)?.nanoseconds.median ?? Infinity) / 1e6);
  const most = (figures: readonly number[]) => (figures.length === 0 ? undefined : Math.max(...figures));
  return [
    {
      id: 'P13',
      what: 'growth with twice the branches of a recursive union',
      limit: 2.2,
      found: most(growth),
      format: times,
    },
    { id: 'P13', what: 'longest call, 10,000 branches', limit: 100, found: most(longest), format: milliseconds },
  ];
}

function fileBars(files: Results['files']): Bar[] {
  const toFloor = (wanted: string) =>
    files.calls.find(({ work }) => work === wanted)?.rows.find(({ name }) => name === FILE_CALL)?.ratio;
  const toOfficial = (wanted: string) => files.rows.find(({ name }) => name === wanted)?.ratio;
  const [read, edit] = ['file_read of 100 kB', 'file_edit of 100 lines'];
  const searches = files.searches.map(({ wall }) => wall.median / 1e6);
  return [
    { id: 'P19', what: `${read}, to fs`, limit: 1.2, found: toFloor(READ), format: times },
    { id: 'P19', what: `${edit}, to fs`, limit: 1.2, found: toFloor(EDIT), format: times },
    {
      id: 'P19',
      what: `${read} over MCP, to the official server`,
      limit: 1 / 3,
      found: toOfficial(READ_OVER_MCP),
      format: times,
    },
    {
      id: 'P19',
      what: `${edit} over MCP, to the official server`,
      limit: 1 / 3,
      found: toOfficial(EDIT_OVER_MCP),
      format: times,
    },
    {
      id: 'P19',
      what: 'file_search in 50,000 files, wall time',
      limit: 2_000,
      found: searches.length === 0 ? undefined : Math.max(...searches),
      format: milliseconds,
    },
  ];
}

function codeBars(code: Results['code']): Bar[] {
  return code.rows
    .filter(({ program }) => program !== NO_CALL)
    .map(({ program, ratio }) => ({
      id: 'P18',
      what: `a program with ${program}, to the code mode of the AI SDK`,
      limit: 0.95,
      found: ratio,
      format: times,
    }));
}

function scalingBars({ rows }: Results['scaling']): Bar[] {
  const growth = (prefix: string) => rows.find(({ name }) => name.startsWith(prefix))?.growth.median;
  return [
    {
      id: 'P11',
      what: 'growth from 100 to 10,000 tools, at most that of the floor',
      limit: growth('floor') ?? 0,
      found: growth('Haft'),
      format: times,
    },
  ];
}

function concurrencyBars({ rows }: Results['concurrency']): Bar[] {
  const batch = (prefix: string) => rows.find(({ name }) => name.startsWith(prefix));
  const haft = batch('Haft: run.callAll');
  return [
    { id: 'P12', what: '1,000 waiting calls, to the floor', limit: 1.2, found: haft?.ratio, format: times },
    {
      id: 'P12',
      what: 'longest pause of the event loop (that of the floor on a busy machine)',
      limit: Math.max(10, batch('floor')?.longestPause.median ?? 0),
      found: haft?.longestPause,
      format: milliseconds,
    },
  ];
}

function partialBars({ rows }: Results['partial']): Bar[] {
  const found = rows.find(({ name }) => name === WITH_SCHEMA)?.nanoseconds.median;
  return [
    {
      id: 'P14',
      what: 'arguments of 114 kB, read and checked after every piece',
      limit: 50,
      found: found === undefined ? undefined : found / 1e6,
      format: milliseconds,
    },
  ];
}

function dataBars({ tables }: Results['data']): Bar[] {
  const aggregate = tables.find(({ work }) => work === 'aggregate');
  return [
    {
      id: 'P20',
      what: '100,000 rows aggregated, to DuckDB from the same records',
      limit: 3,
      found: aggregate?.rows.find(({ name }) => name === DATA_CALL)?.ratio,
      format: times,
    },
  ];
}

function searchBars({ rows }: Results['search']): Bar[] {
  const searches = rows.map(({ tools, search }) => ({
    id: 'P15',
    what: `a search among ${tools.toLocaleString('en')} tools`,
    limit: 2,
    found: search.median / 1e6,
    format: milliseconds,
  }));
  const misses = rows.flatMap(({ recall }) => (recall === undefined ? [] : [1 - (recall[COUNTS.indexOf(5)] ?? 0)]));
  return [
    ...searches,
    ...misses.map((found) => ({
      id: 'P15',
      what: 'requests without all their tools among the first five',
      limit: 0.1,
      found,
      format: percent,
    })),
  ];
}
