import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataSource, type MigrationInterface, type QueryRunner } from 'typeorm';
import { proposal } from '../src/contract/proposal.js';
import { printedMigrations } from '../src/migrations.js';
import { PostgresCallLedger } from '../src/postgres/index.js';
import { postgresPrograms, startPostgres, type PostgresServer } from './support/postgres-server.js';

const hasPostgres = postgresPrograms() !== undefined;
if (!hasPostgres) console.warn('notice: no Postgres is installed; the tests of the TypeORM migration are skipped.');

const folder = mkdtempSync(join(tmpdir(), 'haft-typeorm-'));
const file = join(folder, 'haft-ledger.sql');
afterAll(() => {
  rmSync(folder, { recursive: true });
});

// #region typeorm
class HaftLedger1780000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(readFileSync(file, 'utf8'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE haft_calls, haft_runs, haft_decisions, haft_requests, haft_migrations');
  }
}
// #endregion typeorm

class Failing1780000000001 implements MigrationInterface {
  up(): Promise<void> {
    return Promise.reject(new Error('The next migration fails.'));
  }

  async down(): Promise<void> {
    // It never ran.
  }
}

(hasPostgres ? describe : describe.skip)('a TypeORM migration with the printed SQL', () => {
  let server: PostgresServer;
  const opened: DataSource[] = [];
  const open = async (migrations: (new () => MigrationInterface)[]): Promise<DataSource> => {
    const source = new DataSource({ type: 'postgres', url: server.connectionString, migrations });
    opened.push(source);
    return source.initialize();
  };
  beforeAll(async () => {
    server = await startPostgres();
    writeFileSync(file, printedMigrations('postgres'));
  });
  afterAll(async () => {
    for (const source of opened) await source.destroy();
    await server.stop();
  });

  it('rolls back with the other migrations of its transaction', async () => {
    const source = await open([HaftLedger1780000000000, Failing1780000000001]);
    await expect(source.runMigrations({ transaction: 'all' })).rejects.toThrow('The next migration fails.');
    expect(await tablesOf(source)).toEqual([]);
  });

  it('creates the tables once, and a ledger that may not migrate accepts them', async () => {
    const source = await open([HaftLedger1780000000000]);
    expect((await source.runMigrations()).map(({ name }) => name)).toEqual(['HaftLedger1780000000000']);
    expect(await source.runMigrations()).toEqual([]);
    const ledger = new PostgresCallLedger({ connectionString: server.connectionString, migrate: false });
    expect((await ledger.propose([proposal('run/call')]))[0]?.changed).toBe(true);
    await ledger.migrate();
    await ledger.close();
    await source.synchronize();
    expect(await tablesOf(source)).toEqual([
      'haft_calls',
      'haft_decisions',
      'haft_migrations',
      'haft_requests',
      'haft_runs',
    ]);
  });

  it('drops the tables when it is reverted', async () => {
    const source = await open([HaftLedger1780000000000]);
    await source.runMigrations();
    await source.undoLastMigration();
    expect(await tablesOf(source)).toEqual([]);
  });
});

async function tablesOf(source: DataSource): Promise<readonly string[]> {
  const sql = "SELECT tablename FROM pg_tables WHERE tablename LIKE 'haft\\_%' ORDER BY tablename";
  const rows = await source.query<readonly { readonly tablename: string }[]>(sql);
  return rows.map(({ tablename }) => tablename);
}
