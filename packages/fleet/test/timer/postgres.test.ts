import pg from 'pg';
import { PostgresScheduleStore } from '@haft/toolsets/schedule';
import { migrateFleet } from '../../src/index.js';
import { describePostgres, poolsOf, startPostgres, type PostgresServer } from '../support/postgres.js';
import { timerSuite } from './timer-suite.js';

describePostgres('schedules of a fleet, on Postgres', () => {
  let server: PostgresServer;
  let pool: pg.Pool;
  beforeAll(async () => {
    server = await startPostgres();
    pool = new pg.Pool({ connectionString: server.connectionString });
    await migrateFleet(poolsOf(server.connectionString));
  });
  afterAll(async () => {
    await pool.end();
    await server.stop();
  });

  timerSuite(() => ({
    timer: { postgres: server.connectionString },
    openStore: () => new PostgresScheduleStore({ connectionString: server.connectionString }),
    loseQueue: async () => {
      const { rows } = await pool.query<{ name: string }>(
        "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'bullmq' AND tablename NOT LIKE '%migration%'",
      );
      await pool.query(`TRUNCATE ${rows.map(({ name }) => `bullmq."${name}"`).join(', ')} CASCADE`);
    },
  }));
});
