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

/** Removes all rows. The tables stay, since it takes far longer to make them again. */
export async function emptyTables(pool: pg.Pool): Promise<void> {
  const names =
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename NOT LIKE '%migrations'";
  const { rows } = await pool.query<{ name: string }>(names);
  await pool.query(rows.map(({ name }) => `DELETE FROM ${name}`).join(';'));
}
