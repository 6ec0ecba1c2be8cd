import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { decision, type CallLedger } from '@haft/runtime';
import { migrateSqlite, PostgresTables, type MigrationSet } from '@haft/runtime/sql';
import { openSqlite } from '@haft/runtime/sqlite';
import { MemoryCallLedger } from '../src/index.js';
import { PostgresCallLedger } from '../src/postgres/index.js';
import { POSTGRES_MIGRATIONS, SQLITE_MIGRATIONS } from '../src/sql/migrations.js';
import { SqliteCallLedger } from '../src/sqlite/index.js';
import { openBank, World } from './calls/bank.js';
import { postgresPrograms } from './support/postgres-server.js';
import { usePostgres } from './support/use-postgres.js';
import { rowAt } from './support/row-at.js';

const hasSqlite = process.getBuiltinModule('node:sqlite' as never) !== undefined;

/** The migrations before the owner and the turn. */
const before = (set: MigrationSet): MigrationSet => ({
  ...set,
  migrations: set.migrations.filter(({ version }) => version < 5),
});

type Row = Readonly<Record<string, string | number | null>>;

/**
 * Returns rows and a run as the version before wrote them: the key has the run, the call and the
 * use, and there is neither a turn nor a content.
 */
async function oldRows(): Promise<{ readonly calls: readonly Row[]; readonly runs: readonly Row[] }> {
  const ledger = new MemoryCallLedger();
  const run = openBank(ledger, new World()).startRun({ id: 'chat-1', userId: 'ann', tenantId: 'acme' });
  await run.call({ id: 'call_0', name: 'pay', arguments: { cents: 5 } });
  await run.call({ id: 'call_1', name: 'pay_now', arguments: { cents: 7 } });
  const calls = ['call_0', 'call_1'].map((callId): Row => {
    const row = rowAt(ledger, `chat-1/${callId}`);
    if (row === undefined) throw new Error(`There is no row of ${callId}.`);
    const key = `chat-1/${callId}`;
    return {
      ...{ key, run_id: row.runId, call_id: callId, tenant_id: row.tenantId, user_id: row.userId, tool: row.tool },
      ...{ kind: row.kind, state: row.state, attempt: row.attempt, lease: null, lease_until: null, is_cancelled: 0 },
      ...{ fingerprint: row.fingerprint, effect_key: `old key of ${callId}`, request: row.request },
      call: JSON.stringify({ ...(JSON.parse(row.call) as object), key, effectKey: `old key of ${callId}` }),
      ...{ decision: null, outcome: row.outcome, created_at: row.createdAt, updated_at: row.updatedAt },
      expires_at: row.expiresAt,
    };
  });
  const stored = ledger.getRun({ runId: 'chat-1', userId: 'ann', tenantId: 'acme' });
  const pending = String(stored?.pending).replaceAll(rowAt(ledger, 'chat-1/call_0')?.key ?? '?', 'chat-1/call_0');
  const run_id = 'chat-1';
  const runs = [{ run_id, tenant_id: 'acme', user_id: 'ann', pending, version: 1, updated_at: Date.now() }];
  return { calls, runs };
}

/** Checks a ledger whose tables had the old rows. */
async function checkMigrated(ledger: CallLedger): Promise<void> {
  const world = new World();
  const runtime = openBank(ledger, world);
  const owner = { tenantId: 'acme', userId: 'ann' };
  const { calls } = await runtime.pending.list(owner);
  expect(calls).toMatchObject([{ key: 'chat-1/call_0', arguments: { cents: 5 }, ...owner }]);
  expect((await runtime.pending.list({ tenantId: 'acme', userId: 'eve' })).calls).toEqual([]);

  // The host makes both calls again, with and without a turn. Neither is a new one.
  for (const options of [{}, { turn: 'answer-1' }]) {
    const again = runtime.startRun({ id: 'chat-1', ...owner, ...options });
    const outcomes = await again.callAll([
      { id: 'call_0', name: 'pay', arguments: { cents: 5 } },
      { id: 'call_1', name: 'pay_now', arguments: { cents: 7 } },
    ]);
    expect(outcomes).toMatchObject([
      { status: 'deferred', request: { id: calls[0]?.request?.id } },
      { status: 'success', replayed: true, text: expect.stringContaining('This call was made before') },
    ]);
  }

  const decided = await runtime.pending.decide('chat-1/call_0', decision.approve());
  expect(decided).toMatchObject({ status: 'success', value: { paid: 5 } });
  expect(world.payments).toEqual([{ cents: 5, key: 'old key of call_0' }]);

  const saved = await ledger.getRun({ runId: 'chat-1', ...owner });
  const { outcomes } = await runtime.resumeRun(JSON.parse(saved?.pending ?? '') as never, {}, { partial: true });
  expect(outcomes).toContainEqual(expect.objectContaining({ callId: 'call_0', status: 'success' }));
  expect(await ledger.getRun({ runId: 'chat-1', tenantId: 'acme', userId: 'eve' })).toBeUndefined();
  expect(world.payments).toHaveLength(1);
}

(hasSqlite ? describe : describe.skip)('rows of the version before the owner, in SQLite', () => {
  const folder = mkdtempSync(join(tmpdir(), 'haft-migrated-'));
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it('are migrated, listed, made again, decided and resumed', async () => {
    const file = join(folder, 'calls.db');
    const database = openSqlite(file, { who: 'The test', instead: 'none' });
    migrateSqlite(database, [before(SQLITE_MIGRATIONS)]);
    const insert = (table: string, row: Row): void => {
      const names = Object.keys(row);
      database
        .prepare(`INSERT INTO ${table} (${names.join()}) VALUES (${names.map(() => '?').join()})`)
        .run(...Object.values(row));
    };
    const { calls, runs } = await oldRows();
    for (const row of calls) insert('haft_calls', row);
    for (const row of runs) insert('haft_runs', row);
    database.close();
    const ledger = new SqliteCallLedger({ file });
    await checkMigrated(ledger);
    await ledger.close();
  });
});

(postgresPrograms() === undefined ? describe.skip : describe)(
  'rows of the version before the owner, in Postgres',
  () => {
    const database = usePostgres();

    it('are migrated, listed, made again, decided and resumed', async () => {
      const { pool } = database;
      await new PostgresTables({ pool: pool as never }, [before(POSTGRES_MIGRATIONS)], 'The test').migrate();
      const insert = async (table: string, row: Row): Promise<void> => {
        const names = Object.keys(row);
        const places = names.map((_, index) => `$${index + 1}`).join();
        await pool.query(`INSERT INTO ${table} (${names.join()}) VALUES (${places})`, Object.values(row));
      };
      const { calls, runs } = await oldRows();
      for (const row of calls) await insert('haft_calls', row);
      for (const row of runs) await insert('haft_runs', row);
      const ledger = new PostgresCallLedger({ pool: pool as never });
      await checkMigrated(ledger);
      await ledger.close();
    });
  },
);
