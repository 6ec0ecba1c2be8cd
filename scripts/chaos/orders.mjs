import { openSqlite } from '@haft/runtime/sqlite';
import { join } from 'node:path';

const TABLES = [
  'CREATE TABLE IF NOT EXISTS orders (id TEXT PRIMARY KEY, price INTEGER NOT NULL)',
  'CREATE TABLE IF NOT EXISTS paid (call TEXT NOT NULL, facts TEXT NOT NULL)',
];

/**
 * Orders whose prices change, in the database of the ledger.
 *
 * @param at - `sqlite:<folder>` or the URL of Postgres
 */
export function openOrders(at) {
  return at.startsWith('sqlite:') ? sqliteOrders(join(at.slice(7), 'ledger.db')) : postgresOrders(at);
}

function sqliteOrders(path) {
  const database = openSqlite(path, { who: 'The chaos run', instead: 'Postgres' });
  database.exec('PRAGMA busy_timeout = 10000');
  const priceOf = (id) => database.prepare('SELECT price FROM orders WHERE id = ?').get(id).price;
  return {
    create: () => TABLES.forEach((one) => database.exec(one)),
    add: (id) => database.prepare('INSERT INTO orders VALUES (?, 100)').run(id),
    change: (id) => database.prepare('UPDATE orders SET price = price + 1 WHERE id = ?').run(id),
    priceOf,
    /** Pays if the order has this price, or at any price if it is undefined. */
    pay: (id, price, { call, ...facts }) => {
      database.exec('BEGIN IMMEDIATE');
      const isSame = price === undefined || priceOf(id) === price;
      if (isSame) database.prepare('INSERT INTO paid VALUES (?, ?)').run(call, JSON.stringify(facts));
      database.exec('COMMIT');
      return isSame;
    },
    payments: () => database.prepare('SELECT call, facts FROM paid').all().map(paidOf),
    close: () => database.close(),
  };
}

async function postgresOrders(url) {
  const { default: pg } = await import('pg');
  const pool = new pg.Pool({ connectionString: url, max: 3 });
  pool.on('error', () => {});
  return {
    create: async () => {
      for (const one of TABLES) await pool.query(one);
    },
    add: (id) => pool.query('INSERT INTO orders VALUES ($1, 100)', [id]),
    change: (id) => pool.query('UPDATE orders SET price = price + 1 WHERE id = $1', [id]),
    priceOf: async (id) => (await pool.query('SELECT price FROM orders WHERE id = $1', [id])).rows[0].price,
    pay: async (id, price, { call, ...facts }) => {
      const client = await pool.connect();
      try {
        await client.query('BEGIN');
        const { rows } = await client.query('SELECT price FROM orders WHERE id = $1 FOR UPDATE', [id]);
        const isSame = price === undefined || rows[0].price === price;
        if (isSame) await client.query('INSERT INTO paid VALUES ($1, $2)', [call, JSON.stringify(facts)]);
        await client.query('COMMIT');
        return isSame;
      } finally {
        client.release();
      }
    },
    payments: async () => (await pool.query('SELECT call, facts FROM paid')).rows.map(paidOf),
    close: () => pool.end(),
  };
}

function paidOf({ call, facts }) {
  return { call, ...JSON.parse(facts) };
}
