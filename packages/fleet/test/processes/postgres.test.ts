import { PostgresCallLedger } from '@haft/durable/postgres';
import { migrateFleet } from '../../src/index.js';
import { describePostgres, poolsOf, startPostgres, type PostgresServer } from '../support/postgres.js';
import { workerSuite } from './worker-suite.js';

describePostgres('a runtime with workers in other processes, on Postgres', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
    const connection = poolsOf(server.connectionString);
    await Promise.all([migrateFleet(connection), migrateFleet(connection)]);
  });
  afterAll(() => server.stop());

  workerSuite(() => ({
    connection: poolsOf(server.connectionString),
    worker: { postgres: server.connectionString },
    openLedger: () => new PostgresCallLedger({ connectionString: server.connectionString }),
  }));
});
