import { openSqlite } from '@haft/runtime/sqlite';
import { join } from 'node:path';

/**
 * Opens the database of the ledger. Statements have places `?1`, `?2`. `place` is the option of the
 * ledger.
 *
 * @param at - `sqlite:<folder>` or the URL of Postgres
 */
export async function openDatabase(at) {
  return at.startsWith('sqlite:') ? sqliteDatabase(join(at.slice(7), 'ledger.db')) : postgresDatabase(at);
}

function sqliteDatabase(file) {
  const client = openSqlite(file, { who: 'The chaos run', instead: 'Postgres' });
  client.exec('PRAGMA busy_timeout = 10000');
  const query = async (sql, ...values) => client.prepare(sql).all(...values);
  return {
    place: { file },
    query,
    transaction: (work) => transaction(client, query, 'BEGIN IMMEDIATE', work),
    close: () => client.close(),
  };
}

async function postgresDatabase(url) {
  const { default: pg } = await import('pg');
  const pool = new pg.Pool({ connectionString: url, max: 6 });
  pool.on('error', () => {});
  const queryOf =
    (client) =>
    async (sql, ...values) =>
      (await client.query(sql.replaceAll('?', '$'), values)).rows;
  return {
    place: { pool },
    query: queryOf(pool),
    transaction: async (work) => {
      const client = await pool.connect();
      return transaction(client, queryOf(client), 'BEGIN', work).finally(() => client.release());
    },
    close: () => pool.end(),
  };
}

async function transaction(client, query, begin, work) {
  await query(begin);
  try {
    await work(query, client);
    await query('COMMIT');
  } catch (error) {
    await query('ROLLBACK');
    throw error;
  }
}
