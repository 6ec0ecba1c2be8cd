import { APPROVED_CALL, APPROVED_ROW, DIRECT_CALL } from '../suites/row-names.js';
import type { Latency, WaitingRow } from '../suites/ledger-rows.js';
import type { Results } from '../suites/suites.js';
import type { Bar } from './bars.js';
import { megabytes, milliseconds, ranged, time, times } from './format.js';
import type { Table } from './table.js';

const NOTE =
  'Wall time on the same database, with the same settings and bytes. Every write waits until the disk has it. The floor ' +
  'has a table without other indexes. A call with the runtime also has its run, its checks and its idempotency key. An approved call ' +
  'makes three writes: the decision also begins the attempt, and the first write has its run.';
const MANY = 100_000;
const STEPS = ['list', 'decide', 'start'] as const;

/** Returns the tables of calls through a ledger, for each database. */
export function ledgerTables({ stores }: Results['ledger']): Table[] {
  return stores.flatMap(({ store, direct, approved, waiting }) => [
    ...[
      { title: `P16: a direct call, two writes, ${store}`, measured: direct },
      { title: `P16: an approved call, four writes, ${store}`, measured: approved },
    ].map(({ title, measured }) => ({
      title,
      note: NOTE,
      columns: ['', 'wall time', 'ratio'],
      rows: measured.map(({ name, nanoseconds, ratio }) => [name, time(nanoseconds.median), ranged(ratio, times)]),
    })),
    ...(waiting.length === 0 ? [] : [waitingTable(store, waiting)]),
  ]);
}

function waitingTable(store: string, waiting: readonly WaitingRow[]): Table {
  return {
    title: `P16: rows that wait, ${store}`,
    note:
      'Wall time of one step, median and 99th percentile. List returns 50 rows. Each row has 1 kB. The ' +
      'memory is that of JavaScript in this process after all steps, over that without rows.',
    columns: ['rows', 'list', 'decide', 'start', 'bytes a row', 'memory'],
    rows: waiting.map(({ rows, list, decide, start, bytesPerRow, memory }) => [
      rows.toLocaleString('en'),
      ...[list, decide, start].map(latency),
      Math.round(bytesPerRow).toLocaleString('en'),
      megabytes(Math.max(0, memory)),
    ]),
  };
}

function latency({ p50, p99 }: Latency): string {
  return `${time(p50)}, ${time(p99)}`;
}

/** Returns the bars of calls through a ledger. */
export function ledgerBars({ stores }: Results['ledger']): Bar[] {
  return stores.flatMap(({ store, direct, approved, waiting }) => {
    const many = waiting.find(({ rows }) => rows === MANY);
    return [
      {
        id: 'P16',
        what: `a direct call, to two bare writes, ${store}`,
        limit: 1.3,
        found: direct.find(({ name }) => name === DIRECT_CALL)?.ratio,
        format: times,
      },
      {
        id: 'P16',
        what: `an approved call, to four bare writes, ${store}`,
        limit: 1.3,
        found: approved.find(({ name }) => name === APPROVED_CALL)?.ratio,
        format: times,
      },
      {
        id: 'P16',
        what: `the rows of an approved call, to four bare writes, ${store}`,
        limit: 1.3,
        found: approved.find(({ name }) => name === APPROVED_ROW)?.ratio,
        format: times,
      },
      ...(waiting.length === 0 ? [] : STEPS).map((step) => ({
        id: 'P16',
        what: `${step} among 100,000 rows, 99th percentile, ${store}`,
        limit: 1,
        found: many && many[step].p99 / 1e6,
        format: milliseconds,
      })),
    ];
  });
}
