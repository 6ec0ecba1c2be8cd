import { monitorEventLoopDelay } from 'node:perf_hooks';
import { openSqlite, type ExtensibleSqliteDatabase } from '@haft/runtime/sqlite';
import { expect, it, jest } from '@jest/globals';
import { readFileSync, writeFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { getLoadablePath } from 'sqlite-vec';
import { ngramEmbeddings } from '../../src/texts/embeddings/ngram-embeddings.js';
import { SqliteTextStore } from '../../src/texts/sqlite/sqlite-text-store.js';
import { TextIndex } from '../../src/texts/text-index.js';
import { describeSqlite, temporaryFolder } from './new-store.js';
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
    // A wait for the reader would take 2 seconds in one turn.
    expect(delays.max / 1e6).toBeLessThan(2_000);
    reader.exec('COMMIT');
    while (store.isErasing()) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(bytesOf(file)).not.toContain('zyzzyvaqq');
    reader.close();
    await store.close();
  });

  it('waits for no reader after a change that removes no text [TOOL-11]', async () => {
    const file = newFile();
    const store = new SqliteTextStore({ file });
    const index = new TextIndex({ store });
    await index.put(OWNER, text('a', 'One text.'));
    const reader = openSqlite(file, { who: 'The test', instead: 'none' });
    reader.exec('BEGIN; SELECT count(*) FROM haft_text_chunks');
    expect(await index.put(OWNER, text('a', 'One text.'))).toMatchObject({ change: 'unchanged' });
    expect(await index.put(OWNER, text('b', 'Another text.'))).toMatchObject({ change: 'added' });
    await new TextIndex({ store, embeddings: ngramEmbeddings() }).embedAgain();
    expect(store.isErasing()).toBe(false);
    reader.close();
    await store.close();
  });

  it('lets no statement load an extension, before and after its own [TOOL-10]', async () => {
    const store = new SqliteTextStore({ file: newFile() });
    const { database } = (store as unknown as { file: { database: ExtensibleSqliteDatabase } }).file;
    for (const prepare of [() => undefined, () => store.useVectors(ngramEmbeddings())]) {
      await prepare();
      expect(() => {
        database.loadExtension(getLoadablePath());
      }).toThrow('extension loading is not allowed');
    }
    await store.close();
  });

  it('closes its file [TOOL-10]', async () => {
    const store = new SqliteTextStore({ file: newFile() });
    await store.close();
    await expect(store.list(OWNER, { limit: 1 })).rejects.toThrow('database is not open');
  });

  it('names the store that works in a Node without SQLite [TOOL-10]', () => {
    const builtin = jest.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined);
    try {
      expect(() => new SqliteTextStore({ file: newFile() })).toThrow(
        expect.objectContaining({
          code: 'HAFT_NODE_VERSION',
          message: expect.stringContaining('SqliteTextStore needs Node 22.13 or newer'),
          hint: 'Use a newer Node, or another store: PostgresTextStore.',
        }),
      );
    } finally {
      builtin.mockRestore();
    }
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
        hint: 'A newer @haft/toolsets wrote them. Update @haft/toolsets in this process too.',
      }),
    );
  });

  it('refuses a file that is not a database [TOOL-10]', () => {
    const file = newFile();
    writeFileSync(file, 'This is a text file and not a database. '.repeat(100));
    expect(() => new SqliteTextStore({ file })).toThrow('file is not a database');
  });
});
