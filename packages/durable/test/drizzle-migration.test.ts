import { afterAll, describe, expect, it } from '@jest/globals';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { proposal } from '../src/contract/proposal.js';
import { printedMigrations } from '../src/migrations.js';
import { PostgresCallLedger } from '../src/postgres/index.js';
import { postgresPrograms } from './support/postgres-server.js';
import { usePostgres } from './support/use-postgres.js';

const hasPostgres = postgresPrograms() !== undefined;
if (!hasPostgres) console.warn('notice: no Postgres is installed; the tests of the Drizzle migration are skipped.');

(hasPostgres ? describe : describe.skip)('a custom migration of Drizzle with the printed SQL', () => {
  const database = usePostgres();
  const folders: string[] = [];
  afterAll(async () => {
    for (const folder of folders) rmSync(folder, { recursive: true });
  });

  /** Writes the files that `drizzle-kit generate --custom` creates, with these statements. */
  const migrationsFolder = (files: Readonly<Record<string, string>>): string => {
    const folder = mkdtempSync(join(tmpdir(), 'haft-drizzle-'));
    folders.push(folder);
    mkdirSync(join(folder, 'meta'));
    const entries = Object.keys(files).map((tag, idx) => ({
      idx,
      version: '7',
      when: idx + 1,
      tag,
      breakpoints: true,
    }));
    const journal = { version: '7', dialect: 'postgresql', entries };
    writeFileSync(join(folder, 'meta/_journal.json'), JSON.stringify(journal));
    for (const [tag, sql] of Object.entries(files)) writeFileSync(join(folder, `${tag}.sql`), sql);
    return folder;
  };

  it('rolls back with the other migrations of its transaction', async () => {
    const folder = migrationsFolder({
      '0000_haft_ledger': printedMigrations('postgres'),
      '0001_failing': 'SELECT * FROM missing',
    });
    await expect(migrate(drizzle(database.pool), { migrationsFolder: folder })).rejects.toThrow();
    expect(await tables()).toEqual([]);
  });

  it('creates the tables once, and a ledger that may not migrate accepts them', async () => {
    const folder = migrationsFolder({ '0000_haft_ledger': printedMigrations('postgres') });
    await migrate(drizzle(database.pool), { migrationsFolder: folder });
    await migrate(drizzle(database.pool), { migrationsFolder: folder });
    const ledger = new PostgresCallLedger({ pool: database.pool, migrate: false });
    expect((await ledger.propose([proposal('run/call')]))[0]?.changed).toBe(true);
    await ledger.migrate();
    expect(await tables()).toEqual(['haft_calls', 'haft_decisions', 'haft_migrations', 'haft_requests', 'haft_runs']);
  });

  const tables = async (): Promise<readonly string[]> => {
    const sql = "SELECT tablename FROM pg_tables WHERE tablename LIKE 'haft\\_%' ORDER BY tablename";
    const { rows } = await database.pool.query<{ readonly tablename: string }>(sql);
    return rows.map(({ tablename }) => tablename);
  };
});
