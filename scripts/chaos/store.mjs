import { PostgresCallLedger } from '@haft/durable/postgres';
import { SqliteCallLedger } from '@haft/durable/sqlite';
import { openDatabase } from './database.mjs';

/** Creates the table of payments. */
export async function createPayments(at) {
  const database = await openDatabase(at);
  await database.query('CREATE TABLE payments (effect_key TEXT NOT NULL, call TEXT NOT NULL)');
  await database.close();
}

/** Opens the ledger, and the payments that are in the same database. */
export async function openStore(at) {
  const database = await openDatabase(at);
  const ledger = at.startsWith('sqlite:')
    ? new SqliteCallLedger(database.place)
    : new PostgresCallLedger(database.place);
  return {
    ledger,
    /** Pays and settles in one transaction. */
    payIn: (key, call, settle) =>
      database.transaction(async (query, client) => {
        await query('INSERT INTO payments VALUES (?1, ?2)', key, call);
        await settle(client);
      }),
    payments: () => database.query('SELECT effect_key AS key, call FROM payments'),
    close: async () => {
      await ledger.close();
      await database.close();
    },
  };
}
