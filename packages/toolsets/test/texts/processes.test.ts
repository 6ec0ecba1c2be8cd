import { afterAll, expect, it } from '@jest/globals';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ngramEmbeddings } from '../../src/texts/embeddings/ngram-embeddings.js';
import { SqliteTextStore } from '../../src/texts/sqlite/sqlite-text-store.js';
import { TextIndex } from '../../src/texts/text-index.js';
import { bundledProgram } from '../support/bundled-program.js';
import { describeSqlite, temporaryFolder } from './new-store.js';

const OWNER = { collection: 'memory', tenantId: '', userId: 'kim' };
const ROOT = join(import.meta.dirname, '../../../..');

/** Processes of their own, which write to one file. */
describeSqlite('texts of several processes', () => {
  const folder = temporaryFolder();
  // Below `node_modules`, so that the program finds the packages that are not in its bundle.
  const program = join(ROOT, 'node_modules/.cache', basename(folder), 'write.mjs');
  afterAll(() => {
    rmSync(dirname(program), { recursive: true });
  });
  bundledProgram(join(import.meta.dirname, 'write-program.ts'), program, ['sqlite-vec', 'pg', 'undici']);
  const start = (...args: readonly string[]): ChildProcess =>
    spawn(process.execPath, [program, ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
      cwd: join(ROOT, 'packages/toolsets'),
      env: { ...process.env, NODE_NO_WARNINGS: '1' },
    });

  /** Checks that words, vectors and documents agree. */
  const requireWhole = async (file: string): Promise<number> => {
    const store = new SqliteTextStore({ file });
    const index = new TextIndex({ store, embeddings: ngramEmbeddings() });
    const documents = await store.list(OWNER, { limit: 10_000 });
    for (const { source } of documents) {
      const word = `word${source}`;
      const hits = await store.byWords([word], { owners: [OWNER], limit: 10 });
      expect(hits).toHaveLength(3);
      expect(new Set(hits.map(({ document }) => document.source))).toEqual(new Set([source]));
    }
    const first = documents[0]?.source ?? '';
    if (first !== '') {
      const [hit] = await index.search(`word${first}`, { owners: [OWNER], limit: 1 });
      expect(hit?.document.source).toBe(first);
    }
    await store.close();
    return documents.length;
  };

  it('loses no document that was written before kill -9, and keeps no half one [TOOL-10]', async () => {
    const file = join(folder, 'killed.db');
    let least = 0;
    for (let round = 0; round < 4; round += 1) {
      const child = start(file, String(round), 'Infinity');
      let said = '';
      // Killed after a number of documents that differs in each round, in the middle of the next.
      for await (const data of child.stdout ?? []) {
        said += String(data);
        if (said.split('\n').length > 2 + round) break;
      }
      child.kill('SIGKILL');
      await once(child, 'exit');
      expect(said.split('\n').length).toBeGreaterThan(2 + round);
      least += said.split('\n').length - 1;
      expect(await requireWhole(file)).toBeGreaterThanOrEqual(least);
    }
  });

  it('takes the documents of four processes at once [TOOL-10]', async () => {
    const file = join(folder, 'shared.db');
    const children = ['a', 'b', 'c', 'd'].map((name) => start(file, name, '25'));
    const codes = await Promise.all(
      children.map(async (child) => {
        child.stdout?.resume();
        return (await once(child, 'exit'))[0] as unknown;
      }),
    );
    expect(codes).toEqual([0, 0, 0, 0]);
    expect(await requireWhole(file)).toBe(100);
  });

  it('keeps what it has if the disk is full, and works again afterwards [TOOL-10]', async () => {
    const file = join(folder, 'full.db');
    const store = new SqliteTextStore({ file });
    const index = new TextIndex({ store, embeddings: ngramEmbeddings() });
    const put = (source: string, words: number) =>
      index.put(OWNER, { source, title: '', facts: {}, text: `word${source} ${'filler '.repeat(words)}` });
    await put('a', 10);
    const { database } = (
      store as unknown as {
        file: {
          database: { exec(sql: string): void; prepare(sql: string): { get(): { page_count: number } } };
        };
      }
    ).file;
    const { page_count: pages } = database.prepare('PRAGMA page_count').get();
    database.exec(`PRAGMA max_page_count = ${String(pages + 5)}`);
    await expect(put('b', 50_000)).rejects.toThrow('database or disk is full');
    expect(await store.find(OWNER, { source: 'b' })).toBeUndefined();
    expect(await store.byWords(['worda'], { owners: [OWNER], limit: 1 })).toHaveLength(1);
    database.exec('PRAGMA max_page_count = 1000000');
    expect(await put('b', 50_000)).toMatchObject({ change: 'added' });
    await store.close();
  });
});
