import { monitorEventLoopDelay } from 'node:perf_hooks';
import { openSqlite } from '@haft/runtime/sqlite';
import { expect, it } from '@jest/globals';
import { readFileSync, writeFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { ngramEmbeddings } from '../../src/texts/embeddings/ngram-embeddings.js';
import { PostgresTextStore } from '../../src/texts/postgres/postgres-text-store.js';
import { SqliteTextStore } from '../../src/texts/sqlite/sqlite-text-store.js';
import { TextIndex } from '../../src/texts/text-index.js';
import { usePostgres } from '../../../durable/test/support/use-postgres.js';
import { describePgvector, describeSqlite, temporaryFolder } from './new-store.js';
import { TEXT_STORE_RULES } from './text-store-contract.js';

const OWNER = { collection: 'memory', tenantId: '', userId: 'kim' };
const text = (source: string, content: string) => ({ source, title: '', facts: {}, text: content });

/** The bytes of a database and its log. */
function bytesOf(file: string): string {
  return [file, `${file}-wal`].map((path) => (existsSync(path) ? readFileSync(path, 'latin1') : '')).join('');
}

describeSqlite('SqliteTextStore', () => {
  const folder = temporaryFolder();
  let files = 0;
  const newFile = (): string => join(folder, `${String(files++)}.db`);

  it.each([...TEXT_STORE_RULES])('$title [TOOL-10]', async ({ check }) => {
    const store = new SqliteTextStore({ file: newFile() });
    await check(store);
    await store.close();
  });

  it('keeps texts over a restart [TOOL-10]', async () => {
    const file = newFile();
    const before = new SqliteTextStore({ file });
    await new TextIndex({ store: before, embeddings: ngramEmbeddings() }).put(OWNER, text('a', 'A lasting note.'));
    await before.close();
    const store = new SqliteTextStore({ file });
    const index = new TextIndex({ store, embeddings: ngramEmbeddings() });
    expect(await index.search('lasting note', { owners: [OWNER], limit: 1 })).toMatchObject([{ score: 1 }]);
    await store.close();
  });

  it('removes and replaces texts with vectors after a restart [TOOL-10, TOOL-11]', async () => {
    const file = newFile();
    const before = new SqliteTextStore({ file });
    const index = new TextIndex({ store: before, embeddings: ngramEmbeddings() });
    for (const source of ['a', 'b', 'c']) await index.put(OWNER, text(source, `A note of ${source}.`));
    await before.close();
    const works: readonly ((store: SqliteTextStore) => Promise<unknown>)[] = [
      (store) => new TextIndex({ store }).put(OWNER, text('a', 'Another note.')),
      async (store) => store.remove(OWNER, (await store.find(OWNER, { source: 'b' }))?.id ?? ''),
      (store) => store.removeAll(OWNER),
    ];
    const results: unknown[] = [];
    for (const work of works) {
      const store = new SqliteTextStore({ file });
      results.push(await work(store));
      await store.close();
    }
    expect(results).toMatchObject([{ change: 'updated' }, true, 2]);
  });

  it('says that a reader keeps a removed text, and erases it after the reader [TOOL-11]', async () => {
    const file = newFile();
    const store = new SqliteTextStore({ file });
    const index = new TextIndex({ store });
    const result = await index.put(OWNER, text('gone', 'The word is zyzzyvaqq.'));
    const reader = openSqlite(file, { who: 'The test', instead: 'none' });
    reader.exec('BEGIN; SELECT count(*) FROM haft_text_chunks');
    const delays = monitorEventLoopDelay({ resolution: 1 });
    delays.enable();
    expect(await store.remove(OWNER, result?.id ?? '')).toBe(true);
    delays.disable();
    expect([store.isErasing(), bytesOf(file).includes('zyzzyvaqq')]).toEqual([true, true]);
    // A wait for the reader would take 2 seconds in one turn. The rest is for a busy machine.
    expect(delays.max / 1e6).toBeLessThan(1_000);
    reader.exec('COMMIT');
    while (store.isErasing()) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(bytesOf(file)).not.toContain('zyzzyvaqq');
    reader.close();
    await store.close();
  });

  it('stops at tables of a newer version that another process made [TOOL-10]', async () => {
    const file = newFile();
    const store = new SqliteTextStore({ file });
    await store.list(OWNER, { limit: 1 });
    const other = openSqlite(file, { who: 'The test', instead: 'none' });
    other.exec("INSERT INTO haft_text_migrations (version, name, hash, applied_at) VALUES (99, 'future', 'x', 0)");
    await expect(store.list(OWNER, { limit: 1 })).rejects.toMatchObject({ code: 'HAFT_INVALID_OPTION' });
    other.close();
    await store.close();
  });

  it('refuses a file with tables of a newer version [TOOL-10]', async () => {
    const file = newFile();
    const store = new SqliteTextStore({ file });
    await store.close();
    const { DatabaseSync } = process.getBuiltinModule('node:sqlite' as never) as {
      DatabaseSync: new (path: string) => { exec(sql: string): void; close(): void };
    };
    const database = new DatabaseSync(file);
    database.exec("INSERT INTO haft_text_migrations (version, name, hash, applied_at) VALUES (99, 'future', 'x', 0)");
    database.close();
    expect(() => new SqliteTextStore({ file })).toThrow(
      expect.objectContaining({
        code: 'HAFT_INVALID_OPTION',
        message: 'The tables of the text store have the unknown version 99.',
      }),
    );
  });

  it('refuses a file that is not a database [TOOL-10]', () => {
    const file = newFile();
    writeFileSync(file, 'This is a text file and not a database. '.repeat(100));
    expect(() => new SqliteTextStore({ file })).toThrow('file is not a database');
  });
});

describePgvector('PostgresTextStore', () => {
  const database = usePostgres();

  it.each([...TEXT_STORE_RULES])('$title [TOOL-10]', async ({ check }) => {
    await database.pool
      .query(`DROP TABLE IF EXISTS haft_text_vectors, haft_text_facts, haft_text_chunks, haft_text_documents,
      haft_text_owners, haft_text_models, haft_text_migrations CASCADE`);
    await check(new PostgresTextStore({ pool: database.pool }));
  });

  it('refuses a database with tables of a newer version [TOOL-10]', async () => {
    const query = { owners: [OWNER], limit: 1 };
    await new PostgresTextStore({ pool: database.pool }).byWords(['x'], query);
    await database.pool.query(
      "INSERT INTO haft_text_migrations (version, name, hash, applied_at) VALUES (99, 'future', 'x', 0)",
    );
    const store = new PostgresTextStore({ connectionString: database.connectionString });
    await expect(store.byWords(['x'], query)).rejects.toMatchObject({ code: 'HAFT_INVALID_OPTION' });
    await database.pool.query('DELETE FROM haft_text_migrations WHERE version = 99');
    expect(await store.byWords(['x'], query)).toEqual([]);
    await store.close();
  });
});
