import type { ProposedCall } from '@haft/runtime';
import { percentile } from '../harness/statistics.js';
import type { Store } from './ledger-stores.js';

/** The steps of people and workers among many rows that wait. */
export interface WaitingRow {
  readonly rows: number;
  readonly list: Latency;
  readonly decide: Latency;
  readonly start: Latency;
  /** The bytes of the database for one row, indexes included. */
  readonly bytesPerRow: number;
  /** The memory of this process after the steps, over that before the rows. In MB. */
  readonly memory: number;
}

/** Wall time, in nanoseconds. */
export interface Latency {
  readonly p50: number;
  readonly p99: number;
}

/** The rows of each measurement. */
export const WAITING_ROWS = [1_000, 10_000, 100_000];
const PAGE = 1_000;
const SAMPLES = 3_000;
const USERS = 10;

export async function waitingRows(store: Store): Promise<readonly WaitingRow[]> {
  const found: WaitingRow[] = [];
  for (const rows of WAITING_ROWS) {
    await store.clear();
    const empty = await store.bytes();
    const memoryBefore = memory();
    for (let first = 0; first < rows; first += PAGE) {
      await store.ledger.propose(Array.from({ length: PAGE }, (_, index) => waiting(first + index)));
    }
    const bytesPerRow = ((await store.bytes()) - empty) / rows;
    const latencies = await steps(store, rows);
    found.push({ rows, ...latencies, bytesPerRow, memory: memory() - memoryBefore });
  }
  await store.clear();
  return found;
}

async function steps({ ledger }: Store, rows: number): Promise<Pick<WaitingRow, 'list' | 'decide' | 'start'>> {
  const now = Date.now();
  const spreadKeys = (count: number): readonly string[] =>
    Array.from({ length: count }, (_, index) => waiting(Math.floor((index * rows) / count)).key);
  // A row is decided and started once.
  const keys = spreadKeys(Math.min(rows, SAMPLES));
  const list = await latency(spreadKeys(SAMPLES), async (key) => {
    const after = { createdAt: createdAt(key), key };
    const page = await ledger.list({ tenantId: 'tenant', userId: `user-${String(createdAt(key) % USERS)}`, after });
    return page.length <= 50;
  });
  const decide = await latency(keys, async (key) => {
    return (await ledger.decide(refOf(key), { fingerprint: 'print', state: 'approved', decision: '{}', now })).changed;
  });
  const start = await latency(keys, async (key) => {
    return (await ledger.start(refOf(key), { lease: 'lease', leaseUntil: now + 60_000, now })).changed;
  });
  return { list, decide, start };
}

async function latency(keys: readonly string[], step: (key: string) => Promise<boolean>): Promise<Latency> {
  const samples: number[] = [];
  for (const key of keys) {
    const before = performance.now();
    if (!(await step(key))) throw new Error(`The row ${key} is in another state.`);
    samples.push((performance.now() - before) * 1e6);
  }
  return { p50: percentile(samples, 0.5), p99: percentile(samples, 0.99) };
}

/** Returns the memory of JavaScript, after a collection, in MB. */
function memory(): number {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1e6;
}

function createdAt(key: string): number {
  return Number(key.slice(4, 11));
}

function ownerOf(index: number) {
  return { tenantId: 'tenant', userId: `user-${String(index % USERS)}` };
}

function refOf(key: string) {
  return { key, ...ownerOf(createdAt(key)) };
}

/** Returns a row of 1 kB. */
function waiting(index: number): ProposedCall {
  const runId = `run-${String(index).padStart(7, '0')}`;
  return {
    ...{ key: `${runId}/call`, runId, callId: 'call', ...ownerOf(index) },
    ...{ turn: '', content: 'c'.repeat(64) },
    ...{ tool: 'pay', kind: 'approval', state: 'awaiting', lease: null, leaseUntil: null, fingerprint: 'print' },
    ...{ effectKey: `effect-${runId}`, call: 'c'.repeat(800), request: null, createdAt: index, expiresAt: null },
  };
}
