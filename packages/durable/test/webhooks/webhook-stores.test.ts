import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MemoryCallLedger } from '@haft/durable';
import { callLedgerContract } from '@haft/durable/contract';
import { printedMigrations } from '@haft/durable/migrations';
import { PostgresCallLedger } from '@haft/durable/postgres';
import { SqliteCallLedger } from '@haft/durable/sqlite';
import { MemoryWebhookStore, PostgresWebhookStore, SqliteWebhookStore } from '@haft/durable/webhooks';
import { proposal } from '../../src/contract/proposal.js';
import { postgresPrograms } from '../support/postgres-server.js';
import { emptyTables, usePostgres } from '../support/use-postgres.js';
import { EVENT_CHECKS } from './event-checks.js';

const hasSqlite = process.getBuiltinModule('node:sqlite' as never) !== undefined;
const hasPostgres = postgresPrograms() !== undefined;
if (!hasSqlite) console.warn('notice: this Node has no SQLite; the tests of SqliteWebhookStore are skipped.');
if (!hasPostgres) console.warn('notice: no Postgres is installed; the tests of PostgresWebhookStore are skipped.');

const TITLE = '$title [NEW-27]';

describe('MemoryWebhookStore', () => {
  it.each(EVENT_CHECKS)(TITLE, async ({ check }) => {
    const ledger = new MemoryCallLedger();
    await check({ ledger, store: new MemoryWebhookStore(ledger) });
  });
});

(hasSqlite ? describe : describe.skip)('SqliteWebhookStore', () => {
  let folder = '';
  let files = 0;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'haft-webhooks-'));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });
  const open = () => {
    const file = join(folder, `${files++}.db`);
    const [ledger, store] = [new SqliteCallLedger({ file }), new SqliteWebhookStore({ file })];
    return { file, ledger, store, close: () => [ledger, store].map((one) => (one.close(), undefined)) };
  };

  it.each(EVENT_CHECKS)(TITLE, async ({ check }) => {
    const { close, ...database } = open();
    await check(database);
    close();
  });

  it.each([...callLedgerContract()])('its ledger: $title [DUR-1]', async ({ check }) => {
    const { close, ledger } = open();
    await check(ledger);
    close();
  });

  it('keeps events over a restart, and opens tables that exist [NEW-27]', async () => {
    const { close, file, ledger } = open();
    await ledger.propose([proposal('a')]);
    close();
    const store = new SqliteWebhookStore({ file });
    expect(await store.claim({ lease: 'l', leaseUntil: 9000, now: 5000, limit: 10 })).toMatchObject([{ key: 'a' }]);
    store.close();
  });
});

(hasPostgres ? describe : describe.skip)('PostgresWebhookStore', () => {
  const database = usePostgres();
  const empty = async (): Promise<void> => {
    await database.pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  };
  const open = async () => {
    const store = new PostgresWebhookStore({ pool: database.pool });
    await store.migrate();
    await emptyTables(database.pool);
    return { ledger: new PostgresCallLedger({ pool: database.pool }), store };
  };

  it.each(EVENT_CHECKS)(TITLE, async ({ check }) => check(await open()));

  it.each([...callLedgerContract()])('its ledger: $title [DUR-1]', async ({ check }) => check((await open()).ledger));

  it('writes no event for a transaction that is rolled back [NEW-27]', async () => {
    const { store } = await open();
    const client = await database.pool.connect();
    await client.query('BEGIN');
    const ledger = new PostgresCallLedger({
      pool: { ...client, query: client.query.bind(client) } as never,
      migrate: false,
    });
    await ledger.propose([proposal('a')]);
    await client.query('ROLLBACK');
    client.release();
    expect(await store.claim({ lease: 'l', leaseUntil: 9000, now: 5000, limit: 10 })).toEqual([]);
  });

  it('takes the printed migrations as its own [NEW-27]', async () => {
    await empty();
    await database.pool.query(printedMigrations('postgres', { webhooks: true }));
    await database.pool.query('DROP TABLE IF EXISTS nothing');
    const store = new PostgresWebhookStore({ pool: database.pool });
    await new PostgresCallLedger({ pool: database.pool }).propose([proposal('a')]);
    expect(await store.claim({ lease: 'l', leaseUntil: 9000, now: 5000, limit: 10 })).toMatchObject([{ key: 'a' }]);
  });

  it('creates its tables once if six processes begin together [NEW-27]', async () => {
    for (let round = 0; round < 3; round++) {
      await empty();
      const { connectionString } = database;
      const stores = Array.from({ length: 6 }, () => new PostgresWebhookStore({ connectionString }));
      await Promise.all(stores.map((store) => store.migrate()));
      await Promise.all(stores.map((store) => store.close()));
    }
  });
});
