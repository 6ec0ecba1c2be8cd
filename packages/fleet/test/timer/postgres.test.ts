import pg from 'pg';
import { PostgresScheduleStore } from '@haft/toolsets/schedule';
import { migrateFleet } from '../../src/index.js';
import { describePostgres, poolsOf, startPostgres, type PostgresServer } from '../support/postgres.js';
import { until } from '../support/turn.js';
import { timerSuite } from './timer-suite.js';

/** Returns false for a deadlock, so that the statement is sent again. */
function afterDeadlock(error: Error & { readonly code?: string }): false {
  if (error.code === '40P01') return false;
  throw error;
}

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
      const truncate = `TRUNCATE ${rows.map(({ name }) => `bullmq."${name}"`).join(', ')} CASCADE`;
      // The functions of BullMQ lock the same tables in another order.
      await until(() => pool.query(truncate).then(Boolean, afterDeadlock));
    },
  }));
});
