import type { CallLedger } from '@haft/runtime';
import { PostgresCallLedger } from '@haft/durable/postgres';
import { SqliteCallLedger } from '@haft/durable/sqlite';
import { openSqlite } from '@haft/runtime/sqlite';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startPostgres } from '../servers/postgres.js';

/** A ledger, and bare statements on the same database. */
export interface Store {
  readonly name: string;
  readonly ledger: CallLedger;
  /** Inserts a row, and returns when it is on the disk. */
  insert(key: string, text: string): unknown;
  /** Changes a row that {@link insert} wrote. */
  update(key: string, text: string): unknown;
  /** Empties the table of the ledger. */
  clear(): Promise<void>;
  /** Returns the size of the table of the ledger and its indexes. */
  bytes(): Promise<number>;
  close(): Promise<void>;
}

const TABLE = 'CREATE TABLE bare (key TEXT PRIMARY KEY, body TEXT NOT NULL, change TEXT)';

export function openSqliteStore(): Store {
  const folder = mkdtempSync(join(tmpdir(), 'haft-bench-ledger-'));
  const file = join(folder, 'calls.db');
  const ledger = new SqliteCallLedger({ file });
  const bare = openSqlite(file, { who: 'the benchmark', instead: 'Postgres' });
  bare.exec('PRAGMA synchronous = FULL');
  bare.exec(TABLE);
  const insert = bare.prepare('INSERT INTO bare (key, body) VALUES (?, ?)');
  const update = bare.prepare('UPDATE bare SET change = ? WHERE key = ?');
  const pages = bare.prepare(
    'SELECT (page_count - freelist_count) * page_size AS bytes FROM pragma_page_count, pragma_freelist_count, pragma_page_size',
  );
  return {
    name: 'SQLite',
    ledger,
    insert: (key, text) => insert.run(key, text),
    update: (key, text) => update.run(text, key),
    clear: () => {
      bare.exec('DELETE FROM haft_calls');
      return Promise.resolve();
    },
    bytes: () => Promise.resolve(Number(pages.get()?.['bytes'])),
    close: async () => {
      bare.close();
      await ledger.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/**
 * Starts a server. Undefined if Postgres is not installed.
 *
 * @param slowerMs - the server waits for this time before each commit, as for a slower disk
 */
export async function openPostgresStore(slowerMs = 0): Promise<Store | undefined> {
  const server = await startPostgres();
  if (server === undefined) return undefined;
  const options = `-c commit_siblings=0 -c commit_delay=${String(slowerMs * 1000)}`;
  const pool = new pg.Pool({ connectionString: server.connectionString, options });
  const ledger = new PostgresCallLedger({ pool });
  await ledger.migrate();
  await pool.query(TABLE);
  const insert = { name: 'bare_insert', text: 'INSERT INTO bare (key, body) VALUES ($1, $2)' };
  const update = { name: 'bare_update', text: 'UPDATE bare SET change = $1 WHERE key = $2' };
  return {
    name: slowerMs === 0 ? 'Postgres' : `Postgres with ${String(slowerMs)} ms more a commit`,
    ledger,
    insert: (key, text) => pool.query({ ...insert, values: [key, text] }),
    update: (key, text) => pool.query({ ...update, values: [text, key] }),
    clear: async () => {
      await pool.query('TRUNCATE haft_calls');
    },
    bytes: async () => {
      await pool.query('VACUUM ANALYZE haft_calls');
      const { rows } = await pool.query<{ bytes: string }>("SELECT pg_total_relation_size('haft_calls') AS bytes");
      return Number(rows[0]?.bytes);
    },
    close: async () => {
      await pool.end();
      await server.stop();
    },
  };
}
