import { afterAll, beforeAll } from '@jest/globals';
import pg from 'pg';
import { startPostgres, type PostgresServer } from './postgres-server.js';

/** A database of a group of tests. It is there while the tests run. */
export interface TestDatabase {
  readonly connectionString: string;
  /** Connections to it. */
  readonly pool: pg.Pool;
}

/** Starts Postgres before the tests of a group and stops it after them. */
export function usePostgres(): TestDatabase {
  let opened: { readonly server: PostgresServer; readonly pool: pg.Pool } | undefined;
  const database = () => {
    if (opened === undefined) throw new Error('The database is there only while tests run.');
    return opened;
  };
  beforeAll(async () => {
    const server = await startPostgres();
    const pool = new pg.Pool({ connectionString: server.connectionString });
    pool.on('error', () => undefined);
    opened = { server, pool };
  });
  afterAll(async () => {
    await opened?.pool.end();
    await opened?.server.stop();
  });
  return {
    get connectionString() {
      return database().server.connectionString;
    },
    get pool() {
      return database().pool;
    },
  };
}
