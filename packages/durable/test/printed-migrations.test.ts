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
