import { FLEET_CALL, FLEET_LEDGER_CALL } from '../suites/row-names.js';
import type { Measurement } from '../harness/measure-in-process.js';
import type { Results } from '../suites/suites.js';
import type { Spread } from '../harness/statistics.js';
import type { Bar } from './bars.js';
import { ranged, time, times } from './format.js';
import type { Table } from './table.js';

const NOTE =
  'Wall time. 50 calls at a time of a tool that takes 1 ms, with arguments of 1 kB. Sender and worker are in one process, and Redis ' +
  'writes its append-only file each second. Bare BullMQ keeps ended jobs as a fleet does.';
const LEDGER_NOTE =
  `${NOTE} The sender writes a row and adds the job. The worker begins an attempt in the row, calls the tool, and writes the outcome. ` +
  'A call ends when the database has its outcome on the disk.';

/** Returns the tables of calls through a fleet. */
export function fleetTables({ plain, stores }: Results['fleet']): Table[] {
  if (plain.length === 0) return [];
  return [
    { title: 'P17: calls through a fleet, without a ledger', note: NOTE, ...rowsOf(plain) },
    ...stores.map(({ store, rows }) => ({
      title: `P17: background calls through a fleet, ledger in ${store}`,
      note: LEDGER_NOTE,
      ...rowsOf(rows),
    })),
  ];
}

function rowsOf(measured: readonly Measurement[]): Pick<Table, 'columns' | 'rows'> {
  return {
    columns: ['', 'time of a call', 'calls a second', 'ratio'],
    rows: measured.map(({ name, nanoseconds, ratio }) => [
      name,
      time(nanoseconds.median),
      Math.round(1e9 / nanoseconds.median).toLocaleString('en'),
      ranged(ratio, times),
    ]),
  };
}

/** Returns the bars of calls through a fleet. */
export function fleetBars({ plain, stores }: Results['fleet']): Bar[] {
  const found = (rows: readonly Measurement[], wanted: string): Spread | undefined =>
    rows.find(({ name }) => name === wanted)?.ratio;
  return [
    {
      id: 'P17',
      what: 'a call through the fleet, without a ledger, to bare BullMQ',
      limit: 1.15,
      found: found(plain, FLEET_CALL),
      format: times,
    },
    ...stores.map(({ store, rows }) => ({
      id: 'P17',
      what: `a background call through the fleet, to bare BullMQ and three bare writes, ${store}`,
      limit: 1.3,
      found: found(rows, FLEET_LEDGER_CALL),
      format: times,
    })),
  ];
}
