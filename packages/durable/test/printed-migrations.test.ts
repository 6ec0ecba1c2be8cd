import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openSqlite } from '@haft/runtime/sqlite';
import { proposal } from '../src/contract/proposal.js';
import { printedMigrations } from '../src/migrations.js';
import { PostgresCallLedger } from '../src/postgres/index.js';
import { SqliteCallLedger } from '../src/sqlite/index.js';
import { postgresPrograms, startPostgres } from './support/postgres-server.js';

const hasSqlite = process.getBuiltinModule('node:sqlite' as never) !== undefined;
const hasPostgres = postgresPrograms() !== undefined;
if (!hasPostgres) console.warn('notice: no Postgres is installed; the test of its printed SQL is skipped.');

(hasSqlite ? test : test.skip)('the printed SQL creates the tables of SQLite, and a ledger accepts them', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'haft-printed-'));
  const database = openSqlite(join(folder, 'calls.db'), { who: 'The test', instead: 'none' });
  database.exec(`BEGIN;\n${printedMigrations('sqlite')}COMMIT;`);
  const ledger = new SqliteCallLedger({ file: join(folder, 'calls.db') });
  expect((await ledger.propose([proposal('run/call')]))[0]?.changed).toBe(true);
  ledger.close();
  database.close();
  rmSync(folder, { recursive: true });
});

(hasPostgres ? test : test.skip)(
  'the printed SQL creates the tables of Postgres, and a ledger accepts them',
  async () => {
    const server = await startPostgres();
    const pool = new pg.Pool({ connectionString: server.connectionString });
    pool.on('error', () => undefined);
    await pool.query(`BEGIN;\n${printedMigrations('postgres')}COMMIT;`);
    const ledger = new PostgresCallLedger({ pool });
    expect((await ledger.propose([proposal('run/call')]))[0]?.changed).toBe(true);
    await pool.end();
    await server.stop();
  },
);

describe('the SQL that is printed from a version', () => {
  (hasSqlite ? test : test.skip)('updates a database of that version, and a ledger accepts it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'haft-printed-'));
    const file = join(folder, 'calls.db');
    const database = openSqlite(file, { who: 'The test', instead: 'none' });
    const [all, later] = [printedMigrations('sqlite'), printedMigrations('sqlite', { from: 1 })];
    const second = later.slice(later.indexOf('ALTER TABLE'));
    database.exec(`BEGIN;\n${all.slice(0, all.indexOf(second))}COMMIT;`);
    database.exec(`BEGIN;\n${later}COMMIT;`);
    const ledger = new SqliteCallLedger({ file });
    expect((await ledger.propose([proposal('run/call')]))[0]?.changed).toBe(true);
    ledger.close();
    database.close();
    rmSync(folder, { recursive: true });
  });

  test('changes nothing in a database of the last version', () => {
    expect(printedMigrations('postgres', { from: 6 })).not.toMatch(/ALTER|INSERT|CREATE INDEX/);
  });

  test('includes all tables of webhooks, which have versions of their own', () => {
    expect(printedMigrations('postgres', { from: 4, webhooks: true })).toContain('haft_webhook_events');
  });

  test.each([-1, 0.5, 7])('needs a version that exists: %p', (from) => {
    expect(() => printedMigrations('postgres', { from })).toThrow(
      expect.objectContaining({ code: 'HAFT_INVALID_OPTION' }),
    );
  });
});
