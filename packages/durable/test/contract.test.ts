import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MemoryCallLedger } from '@haft/durable';
import { callLedgerContract } from '@haft/durable/contract';
import { PostgresCallLedger } from '@haft/durable/postgres';
import type { CallLedger } from '@haft/runtime';
import { SqliteCallLedger } from '@haft/durable/sqlite';
import { proposal, ref } from '../src/contract/proposal.js';
import { postgresPrograms } from './support/postgres-server.js';
import { emptyTables, usePostgres } from './support/use-postgres.js';
import { runRef } from './support/row-at.js';

const hasSqlite = process.getBuiltinModule('node:sqlite' as never) !== undefined;
const hasPostgres = postgresPrograms() !== undefined;
if (!hasSqlite) console.warn('notice: this Node has no SQLite; the tests of SqliteCallLedger are skipped.');
if (!hasPostgres) console.warn('notice: no Postgres is installed; the tests of PostgresCallLedger are skipped.');

const DROP_ALL = 'DROP TABLE IF EXISTS haft_calls, haft_runs, haft_decisions, haft_requests, haft_migrations';

/** The contract leaves it to a ledger whether it saves a run with its call. */
async function savesRunWithCall(ledger: CallLedger): Promise<void> {
  const run = { runId: 'r', tenantId: '', userId: '', pending: '{}', updatedAt: 1 };
  const [change] = await ledger.propose([proposal('r/c', { runId: 'r' })], { saves: { run, version: 0 } });
  expect([change?.isRunSaved, (await ledger.getRun(runRef('r')))?.version]).toEqual([true, 1]);
}

describe('MemoryCallLedger', () => {
  it('saves a run with its call [DUR-1]', () => savesRunWithCall(new MemoryCallLedger()));

  it.each([...callLedgerContract()])('$title [DUR-1]', async ({ check }) => check(new MemoryCallLedger()));
});

(hasSqlite ? describe : describe.skip)('SqliteCallLedger', () => {
  let folder = '';
  let files = 0;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'haft-ledger-'));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it('saves a run with its call [DUR-1]', async () => {
    const ledger = new SqliteCallLedger({ file: join(folder, `${files++}.db`) });
    await savesRunWithCall(ledger);
    ledger.close();
  });

  it.each([...callLedgerContract()])('$title [DUR-1]', async ({ check }) => {
    const ledger = new SqliteCallLedger({ file: join(folder, `${files++}.db`) });
    await check(ledger);
    ledger.close();
  });
});

(hasPostgres ? describe : describe.skip)('PostgresCallLedger', () => {
  const database = usePostgres();

  it('saves a run with its call [DUR-1]', async () => {
    await database.pool.query(DROP_ALL);
    await savesRunWithCall(new PostgresCallLedger({ pool: database.pool }));
  });

  it.each([...callLedgerContract()])('$title [DUR-1]', async ({ check }) => {
    const ledger = new PostgresCallLedger({ pool: database.pool });
    await ledger.migrate();
    await emptyTables(database.pool);
    await check(ledger);
  });

  it('renews the same leases for two processes at once, in whatever order, without a deadlock [DUR-1]', async () => {
    await database.pool.query(DROP_ALL);
    const options = { connectionString: database.connectionString };
    const [one, other] = [new PostgresCallLedger(options), new PostgresCallLedger(options)] as const;
    await one.migrate();
    const keys = Array.from({ length: 300 }, (_, index) => `r/${index}`);
    const running = { kind: null, state: 'running', leaseUntil: 1 } as const;
    await one.propose(keys.map((key) => proposal(key, { ...running, lease: `of ${key}` })));
    const leases = keys.map((key) => ({ ...ref(key), attempt: 1, lease: `of ${key}` }));
    for (let round = 2; round < 22; round++) {
      const renewed = await Promise.all([one.renew(leases, round), other.renew(leases.toReversed(), round)]);
      expect(renewed).toEqual([
        { lost: [], cancelled: [] },
        { lost: [], cancelled: [] },
      ]);
    }
    // A lease that another process took over is lost for the first one, and only that.
    await other.start(ref('r/7'), { lease: 'taken', leaseUntil: 9e12, now: 100, from: ['running'] });
    const [first, second] = await Promise.all([
      one.renew(leases, 9e12),
      other.renew([{ ...ref('r/7'), attempt: 2, lease: 'taken' }], 9e12),
    ]);
    expect([first.lost, second.lost]).toEqual([['of r/7'], []]);
    await Promise.all([one.close(), other.close()]);
  });

  it('cancels a call that begins to wait in the same moment [DUR-1]', async () => {
    await database.pool.query(DROP_ALL);
    const ledger = new PostgresCallLedger({ pool: database.pool });
    await ledger.propose([proposal('r/c', { kind: null, state: 'running', lease: 'first', leaseUntil: 1 })]);
    const client = await database.pool.connect();
    await client.query("BEGIN; UPDATE haft_calls SET state = 'awaiting', lease = NULL");
    const cancelling = ledger.cancel(ref('r/c'), { outcome: '{}', now: 5 });
    const waiting = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'UPDATE haft_calls%'";
    while ((await database.pool.query(waiting)).rowCount === 0) await new Promise(setImmediate);
    await client.query('COMMIT');
    client.release();
    const { changed, row } = await cancelling;
    expect([changed, row?.state, row?.outcome]).toEqual([true, 'cancelled', '{}']);
  });

  it('creates its tables once if six processes begin together', async () => {
    for (let round = 0; round < 5; round++) {
      await database.pool.query(DROP_ALL);
      const ledgers = Array.from(
        { length: 6 },
        () => new PostgresCallLedger({ connectionString: database.connectionString }),
      );
      await Promise.all(ledgers.map((ledger) => ledger.migrate()));
      await Promise.all(ledgers.map((ledger) => ledger.close()));
    }
  });
});
