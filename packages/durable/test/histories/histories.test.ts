import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { MemoryCallLedger } from '@haft/durable';
import { PostgresCallLedger } from '@haft/durable/postgres';
import { SqliteCallLedger } from '@haft/durable/sqlite';
import type { CallLedger } from '@haft/runtime';
import { postgresPrograms } from '../support/postgres-server.js';
import { usePostgres } from '../support/use-postgres.js';
import { ChatServer } from './chat-server.js';
import { histories, type History } from './history.js';
import type { Outside } from './mortal-process.js';
import { problemsOf } from './oracle.js';

/** `HAFT_HISTORIES=20000` for the night. */
const RUNS = Number(process.env['HAFT_HISTORIES'] ?? 600);
const SEED = Number(process.env['FUZZ_SEED'] ?? 20_261_128);
const hasSqlite = process.getBuiltinModule('node:sqlite' as never) !== undefined;

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask', 'performance', 'hrtime'] });
});
afterEach(() => {
  jest.useRealTimers();
});

/** Checks that many histories end as the model meant. Each has its own tenant. */
async function check(open: () => CallLedger, numRuns: number): Promise<void> {
  let tenants = 0;
  const property = fc.asyncProperty(histories, async (history: History) => {
    const outside: Outside = { ledger: open(), payments: [], inProgress: 0 };
    const server = new ChatServer(outside, `tenant-${tenants++}`);
    await server.live(history);
    // Those of dead processes.
    jest.clearAllTimers();
    expect(await problemsOf(history, server, outside)).toEqual([]);
  });
  await fc.assert(property, { numRuns, seed: SEED });
}

describe('histories of hosts that use ids again and of processes that die', () => {
  it('end as the model meant, in memory', () => check(() => new MemoryCallLedger(), RUNS), 3_600_000);

  (hasSqlite ? it : it.skip)(
    'end as the model meant, in SQLite',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'haft-histories-'));
      const ledger = new SqliteCallLedger({ file: join(folder, 'calls.db') });
      await check(() => ledger, Math.ceil(RUNS / 10));
      await ledger.close();
      rmSync(folder, { recursive: true });
    },
    3_600_000,
  );
});

(postgresPrograms() === undefined ? describe.skip : describe)('histories in Postgres', () => {
  const database = usePostgres();
  const ledgers: PostgresCallLedger[] = [];
  afterAll(async () => {
    for (const one of ledgers) await one.close();
  });

  it('end as the model meant', async () => {
    const ledger = new PostgresCallLedger({ pool: database.pool as never });
    ledgers.push(ledger);
    await check(() => ledger, Math.ceil(RUNS / 50));
  }, 3_600_000);
});
