import { SIZES } from '../suites/row-names.js';
import { COUNTS } from '../suites/recall-counts.js';
import type { Results, SuiteName } from '../suites/suites.js';
import { buildTables } from './build-tables.js';
import { callTables } from './call-tables.js';
import { dtoTables } from './dto-tables.js';
import { megabytes, milliseconds, percent, ranged, time, times } from './format.js';
import { fleetTables } from './fleet-tables.js';
import { growthOf } from './growth-of.js';
import { ledgerTables } from './ledger-tables.js';
import type { Table } from './table.js';
import { textsTables } from './texts-tables.js';

const DEFINE_NOTE =
  'A fresh process each, after the import of the library and, for Haft, of the classes. CPU of all threads, memory after a collection. ' +
  'The floor, the first row of Haft and the peers have the same tools: shape M, a constraint that differs from tool to tool (of peers it does not), and the schema of each as ' +
  'text in the end. The bars are about that row. The realistic project has ten kinds of methods, a service and DTOs with class-validator rules for each class, and three files: linking the imports of its files is a part of it. The cost of the decorators is not included: 2.5 ms and 0.5 MB for 1,000 tools.';

/** Returns the tables of one suite, if it has run. */
export function tablesOf<Name extends SuiteName>(name: Name, results: Partial<Results>): Table[] {
  const found = results[name];
  return found === undefined ? [] : TABLES[name](found);
}

const TABLES: { readonly [Name in SuiteName]: (results: Results[Name]) => Table[] } = {
  call: callTables,
  dto: dtoTables,
  import: ({ rows }) => [
    {
      title: 'P5: import, over bare Node',
      note: 'A fresh process each. CPU of all threads, heap and external memory after a collection.',
      columns: ['', 'CPU', 'memory'],
      rows: rows.map(({ name, cpu, memory }) => [name, ranged(cpu, milliseconds), megabytes(memory.median)]),
    },
  ],
  define: ({ sizes }) =>
    sizes.map(({ tools, rows }) => ({
      title: `P6: ${tools.toLocaleString('en')} tools defined, definitions ready`,
      note: DEFINE_NOTE,
      columns: ['', 'CPU', 'ratio', 'memory', 'parts'],
      rows: rows.map(({ name, cpu, ratio, memory, parts = {} }) => [
        name,
        ranged(cpu, milliseconds),
        times(ratio.median),
        megabytes(memory.median),
        Object.entries(parts)
          .map(([part, value]) => `${part} ${milliseconds(value)}`)
          .join(', '),
      ]),
    })),
  'cold-start': ({ rows }) => [
    {
      title: 'P7: a cold process until the first tool of 100 has answered',
      note:
        'CPU of the whole process, DTOs without class-validator. The classes of the project are imported too, with their ' +
        'decorators. The floor of the bars is the same process with these imports alone.',
      columns: ['', 'CPU', 'to bare Node', 'to the classes alone'],
      rows: rows.map(({ name, cpu, ratio, toClasses }) => [
        name,
        ranged(cpu, milliseconds),
        times(ratio.median),
        toClasses === undefined ? '-' : ranged(toClasses, times),
      ]),
    },
  ],
  size: ({ rows }) => [
    {
      title: 'P8: installed size',
      note: 'A fresh installation each, ours from packed tarballs.',
      columns: ['', 'packages', 'size'],
      rows: rows.map(({ name, packages, megabytes: size }) => [name, String(packages), megabytes(size)]),
    },
  ],
  build: buildTables,
  scaling: ({ rows }) => [
    {
      title: 'P11: one call with 10,000 tools against one with 100',
      note: 'Ten different tools are called in turn, spread over all.',
      columns: ['', 'one of 100', 'growth to one of 10,000'],
      rows: rows.map(({ name, few, growth }) => [name, time(few.nanoseconds.median), ranged(growth, times)]),
    },
  ],
  concurrency: ({ rows }) => [
    {
      title: 'P12: 1,000 calls, at most 10 in flight, tools that wait 2 ms, shape M',
      note: 'CPU of the whole process. The longest pause is how late a timer of 1 ms came at worst.',
      columns: ['', 'CPU', 'ratio', 'longest pause'],
      rows: rows.map(({ name, cpu, ratio, longestPause }) => [
        name,
        milliseconds(cpu.median),
        times(ratio.median),
        milliseconds(longestPause.median),
      ]),
    },
  ],
  recursive: ({ rows }) => [
    {
      title: 'P13: arguments of a recursive union without a tag',
      note:
        'CPU of a call with a tree of so many branches. In an invalid tree the label of the last branch is a number. ' +
        'The last column is the time of 10,000 branches to that of 5,000.',
      columns: ['', ...SIZES.map((size) => size.toLocaleString('en')), 'growth'],
      rows: rows.map(({ name, calls }) => [
        name,
        ...calls.map(({ nanoseconds }) => time(nanoseconds.median)),
        times(growthOf(calls)),
      ]),
    },
  ],
  partial: ({ rows }) => [
    {
      title: 'P14: arguments of 114 kB, read after every piece of 16 characters',
      note: 'The sum over all 7,000 pieces. `call.partial()` of a streamed call does the same.',
      columns: ['', 'CPU', 'ratio'],
      rows: rows.map(({ name, nanoseconds, ratio }) => [name, time(nanoseconds.median), ranged(ratio, times)]),
    },
  ],
  search: ({ rows }) => [
    {
      title: 'P15: a call of search_tools',
      note:
        'Tools and requests of the Berkeley Function Calling Leaderboard; the second row has copies of the tools. Recall is the share of ' +
        'requests whose tools are all among the first that are found. The first search builds the index.',
      columns: ['tools', 'CPU', 'first search', ...COUNTS.map((count) => `recall at ${count}`)],
      rows: rows.map(({ tools, search, first, recall }) => [
        tools.toLocaleString('en'),
        time(search.median),
        milliseconds(first),
        ...COUNTS.map((_, index) => (recall === undefined ? '-' : percent(recall[index] ?? 0))),
      ]),
    },
  ],
  code: ({ rows }) =>
    rows.length === 0
      ? []
      : [
          {
            title: 'P18: programs of execute_code, against the code mode of the AI SDK',
            note:
              'CPU of all threads for one program, with the start of its sandbox. Both run it in the package run, and each call ' +
              'returns 80 bytes if the row names no size. The last two columns have the check of the program by the compiler of ' +
              'TypeScript, which Haft makes if typescript is installed. The code mode has no such check.',
            columns: ['', 'AI SDK', 'Haft', 'ratio', 'with the check', 'ratio'],
            rows: rows.map(({ program, peer, haft, ratio, checked, checkedRatio }) => [
              program,
              time(peer.median),
              time(haft.median),
              ranged(ratio, times),
              time(checked.median),
              ranged(checkedRatio, times),
            ]),
          },
        ],
  plan: ({ tables }) =>
    tables.map(({ work, rows }) => ({
      title:
        work === 'independent'
          ? 'A plan of 50 steps, against 50 calls'
          : 'A plan of 50 steps, each with the result before',
      note:
        'Each in a new run. A plan checks all steps before the first one, and returns one result. Without it, a model needs a step ' +
        'of its own for each message with calls.',
      columns: ['', 'CPU', 'ratio'],
      rows: rows.map(({ name, nanoseconds, ratio }) => [name, time(nanoseconds.median), ranged(ratio, times)]),
    })),
  data: ({ tables }) =>
    tables.map(({ work, rows }) => ({
      title: `P20: ${work} 100,000 rows, against DuckDB`,
      note:
        'CPU of all threads, DuckDB with one. The ratio is to DuckDB with the same input: a CSV text, which it reads from a file, or ' +
        'the same records, which it first loads into a table.',
      columns: ['', 'CPU', 'ratio'],
      rows: rows.map(({ name, nanoseconds, ratio }) => [name, time(nanoseconds.median), ranged(ratio, times)]),
    })),
  fetch: ({ rows }) => [
    {
      title: 'P21: 8 kB of text from a local server, against undici',
      note: 'CPU of all threads of the client. The server is another process. http_fetch has no cache here.',
      columns: ['', 'CPU', 'ratio'],
      rows: rows.map(({ name, nanoseconds, ratio }) => [name, time(nanoseconds.median), ranged(ratio, times)]),
    },
  ],
  texts: textsTables,
  schedules: ({ rows }) => [
    {
      title: 'Schedules in SQLite, one process',
      note:
        'CPU of the main thread. A slot is claimed, executed with one call of a tool that returns at once, and ended: two ' +
        'transactions that wait for the disk. A look ends interrupted executions and asks for due slots.',
      columns: ['', 'CPU', 'wall time'],
      rows: rows.map(({ name, cpu, wall }) => [name, ranged(cpu, time), ranged(wall, time)]),
    },
  ],
  skills: ({ rows }) => [
    {
      title: 'A call of skill_search among skills in folders',
      note:
        'CPU of the main thread. Each skill has 2 kB of instructions and a file of 4 kB. The first search reads all files, and the ' +
        'next ones read the facts of each file, to find changes.',
      columns: ['skills', 'first search', 'next searches'],
      rows: rows.map(({ skills, first, next }) => [skills.toLocaleString('en'), time(first), ranged(next, time)]),
    },
  ],
  ledger: ledgerTables,
  fleet: fleetTables,
  files: ({ calls, rows, searches }) => [
    ...calls.map(({ work, rows: measured }) => ({
      title: `P19: ${work}, in one process`,
      note:
        'CPU of all threads. The floor opens a path, reads it, and, for an edit, writes a new file that takes the name. Haft also ' +
        'holds each folder and file by a descriptor, and proves that the file has no name outside and is unchanged.',
      columns: ['', 'CPU', 'ratio'],
      rows: measured.map(({ name, nanoseconds, ratio }) => [name, time(nanoseconds.median), ranged(ratio, times)]),
    })),
    {
      title: 'P19: file tools over MCP, against the official file server',
      note:
        'CPU of the server process for one call, each server in a separate process, over stdio. The official server does not wait ' +
        'until data is on the disk, and finds names only. The first two rows are the cost of the protocol: for the official server a ' +
        'tool of its SDK, without schemas.',
      columns: ['', 'Haft', 'official', 'ratio'],
      rows: rows.map(({ name, haft, official, ratio }) => [
        name,
        time(haft.median),
        time(official.median),
        ranged(ratio, times),
      ]),
    },
    {
      title: 'file_search in the contents of 50,000 files',
      note:
        'One call over MCP, 1,000 folders of 50 files with 600 bytes, ten matches. CPU is that of the server and of its ripgrep. ' +
        'The bar is two seconds.',
      columns: ['', 'CPU', 'wall time'],
      rows: searches.map(({ name, wall, cpu }) => [name, ranged(cpu, time), ranged(wall, time)]),
    },
  ],
};
