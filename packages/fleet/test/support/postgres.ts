import pg from 'pg';
import { postgresPrograms } from '../../../durable/test/support/postgres-server.js';
import type { CreatePool } from '../../src/index.js';

export { startPostgres, type PostgresServer } from '../../../durable/test/support/postgres-server.js';

const installed = postgresPrograms() !== undefined;
if (!installed) console.warn('notice: no Postgres is installed; the tests of the fleet on Postgres are skipped.');

/** `describe`, if there is a Postgres server. */
export const describePostgres = installed ? describe : describe.skip;

/** The connection of a fleet to a database. */
export function poolsOf(connectionString: string): { readonly createPool: CreatePool } {
  return { createPool: (options) => new pg.Pool({ connectionString, ...options }) };
}
