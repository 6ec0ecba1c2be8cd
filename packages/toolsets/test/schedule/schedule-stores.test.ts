import { describe, expect, it } from '@jest/globals';
import { join } from 'node:path';
import pg from 'pg';
import { PostgresScheduleStore, SqliteScheduleStore } from '../../src/schedule/index.js';
import { postgresPrograms } from '../../../durable/test/support/postgres-server.js';
import { usePostgres } from '../../../durable/test/support/use-postgres.js';
import { describeSqlite, temporaryFolder } from '../texts/new-store.js';
import { SCHEDULE_STORE_RULES } from './schedule-store-contract.js';

const hasPostgres = postgresPrograms() !== undefined;
if (!hasPostgres) console.warn('notice: Postgres is not installed; the tests of schedules in Postgres are skipped.');

describeSqlite('SqliteScheduleStore', () => {
  const folder = temporaryFolder();
  let files = 0;

  it.each([...SCHEDULE_STORE_RULES])('$title [TOOL-12]', async ({ check }) => {
    const store = new SqliteScheduleStore({ file: join(folder, `${String(files++)}.db`) });
    await check(store);
    await store.close();
  });
});

(hasPostgres ? describe : describe.skip)('PostgresScheduleStore', () => {
  const database = usePostgres();
  const dropTables = (): Promise<unknown> =>
    database.pool.query('DROP TABLE IF EXISTS haft_schedule_slots, haft_schedules, haft_schedule_migrations CASCADE');

  it.each([...SCHEDULE_STORE_RULES])('$title [TOOL-12]', async ({ check }) => {
    await dropTables();
    await check(new PostgresScheduleStore({ pool: database.pool }));
  });

  it('keeps every rule where the database repeats reads by default [TOOL-12]', async () => {
    const strict = new pg.Pool({
      connectionString: database.connectionString,
      options: '-c default_transaction_isolation=repeatable\\ read',
    });
    for (const { check } of SCHEDULE_STORE_RULES) {
      await dropTables();
      await check(new PostgresScheduleStore({ pool: strict }));
    }
    await strict.end();
  });

  it('refuses a database with tables of a newer version [TOOL-12]', async () => {
    await dropTables();
    await new PostgresScheduleStore({ pool: database.pool }).nextDue();
    await database.pool.query(
      "INSERT INTO haft_schedule_migrations (version, name, hash, applied_at) VALUES (99, 'future', 'x', 0)",
    );
    const store = new PostgresScheduleStore({ connectionString: database.connectionString });
    await expect(store.nextDue()).rejects.toMatchObject({
      code: 'HAFT_INVALID_OPTION',
      message: 'The tables of schedules have the unknown version 99.',
    });
    await database.pool.query('DELETE FROM haft_schedule_migrations WHERE version = 99');
    expect(await store.nextDue()).toBeUndefined();
    await store.close();
  });
});
