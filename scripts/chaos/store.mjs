import { PostgresCallLedger } from '@haft/durable/postgres';
import { SqliteCallLedger } from '@haft/durable/sqlite';
import { openSqlite } from '@haft/runtime/sqlite';
import { join } from 'node:path';

/**
 * Opens the ledger, and the payments that are in the same database.
 *
 * @param at - `sqlite:<folder>` or the URL of Postgres
 */
export async function openStore(at) {
  return at.startsWith('sqlite:') ? sqliteStore(join(at.slice(7), 'ledger.db')) : postgresStore(at);
}

async function sqliteStore(path) {
  const database = openSqlite(path, { who: 'The chaos run', instead: 'Postgres' });
  database.exec('PRAGMA busy_timeout = 10000');
  database.exec('CREATE TABLE IF NOT EXISTS payments (effect_key TEXT NOT NULL, call TEXT NOT NULL)');
  const ledger = new SqliteCallLedger({ file: path });
  return {
    ledger,
    /** Pays and settles in one transaction. */
    payIn: async (key, call, settle) => {
      database.exec('BEGIN IMMEDIATE');
      try {
        database.prepare('INSERT INTO payments VALUES (?, ?)').run(key, call);
        await settle(database);
        database.exec('COMMIT');
      } catch (error) {
        database.exec('ROLLBACK');
        throw error;
      }
    },
    payments: async () => database.prepare('SELECT effect_key AS key, call FROM payments').all(),
    close: async () => {
      await ledger.close?.();
      database.close();
    },
  };
}

async function postgresStore(url) {
  const { default: pg } = await import('pg');
  const pool = new pg.Pool({ connectionString: url, max: 6 });
  pool.on('error', () => {});
  const ledger = new PostgresCallLedger({ pool });
  return {
    ledger,
    payIn: async (key, call, settle) => {
      const client = await pool.connect();
      try {
        await client.query('BEGIN');
        await client.query('INSERT INTO payments VALUES ($1, $2)', [key, call]);
        await settle(client);
        await client.query('COMMIT');
      } catch (error) {
        await client.query('ROLLBACK');
        throw error;
      } finally {
        client.release();
      }
    },
    payments: async () => (await pool.query('SELECT effect_key AS key, call FROM payments')).rows,
    close: async () => {
      await ledger.close?.();
      await pool.end();
    },
  };
}
