import { openDatabase } from './database.mjs';

/** Orders whose prices change, in the database of the ledger. */
export async function openOrders(at) {
  const { query, close } = await openDatabase(at);
  return {
    create: async () => {
      await query('CREATE TABLE orders (id TEXT PRIMARY KEY, price INTEGER NOT NULL)');
      await query('CREATE TABLE paid (call TEXT NOT NULL, facts TEXT NOT NULL)');
    },
    add: (id) => query('INSERT INTO orders VALUES (?1, 100)', id),
    change: (id) => query('UPDATE orders SET price = price + 1 WHERE id = ?1', id),
    priceOf: async (id) => (await query('SELECT price FROM orders WHERE id = ?1', id))[0].price,
    /** Pays if the order has this price, or at any price if it is undefined. */
    pay: async (id, price, { call, ...facts }) => {
      const paid = await query(PAY, id, price ?? null, call, JSON.stringify(facts));
      return paid.length === 1;
    },
    payments: async () =>
      (await query('SELECT call, facts FROM paid')).map(({ call, facts }) => ({ call, ...JSON.parse(facts) })),
    close,
  };
}

/** One statement: the price cannot change between the comparison and the payment. */
const PAY = `INSERT INTO paid SELECT CAST(?3 AS TEXT), CAST(?4 AS TEXT) FROM orders
  WHERE id = ?1 AND (CAST(?2 AS INTEGER) IS NULL OR price = CAST(?2 AS INTEGER)) RETURNING call`;
