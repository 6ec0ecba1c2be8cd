import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqlite, SqliteFile, type SqliteDatabase } from '@haft/runtime/sqlite';
import { GroupedWrites } from '../../src/sqlite/grouped-writes.js';

const hasSqlite = process.getBuiltinModule('node:sqlite' as never) !== undefined;
if (!hasSqlite) console.warn('notice: this Node has no SQLite; the tests of grouped writes are skipped.');

(hasSqlite ? describe : describe.skip)('writes of one turn [DUR-1]', () => {
  let folder = '';
  let database: SqliteDatabase;
  let file: SqliteFile;
  let reader: SqliteDatabase;
  let writes: GroupedWrites;
  let commands: string[];
  const insert = (id: number): unknown => database.prepare('INSERT INTO items VALUES (?)').run(id);
  const ids = (): unknown[] =>
    reader
      .prepare('SELECT id FROM items ORDER BY id')
      .all()
      .map(({ id }) => id);

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'haft-grouped-'));
    const options = { who: 'a test', instead: 'none' };
    file = new SqliteFile(join(folder, 'items.db'), {
      ...options,
      waitMs: 1,
      setUp: (one) => {
        one.exec('CREATE TABLE IF NOT EXISTS items (id INTEGER PRIMARY KEY)');
      },
    });
    database = file.database;
    reader = openSqlite(join(folder, 'items.db'), options);
    commands = [];
    const exec = (sql: string): void => {
      commands.push(sql);
      database.exec(sql);
    };
    writes = new GroupedWrites({
      write: (work) => file.write(work),
      transaction: (work) => file.transaction(work),
      failure: (error) => file.failure(error),
      database: { exec },
    });
  });
  afterEach(() => {
    database.close();
    reader.close();
    rmSync(folder, { recursive: true });
  });

  it('are one transaction, and are answered after its commit', async () => {
    const seen = [1, 2, 3].map(async (id) => {
      await writes.add(() => insert(id));
      return ids();
    });
    expect(ids()).toEqual([]);
    expect(await Promise.all(seen)).toEqual([
      [1, 2, 3],
      [1, 2, 3],
      [1, 2, 3],
    ]);
    expect(commands.filter((sql) => sql === 'COMMIT')).toHaveLength(1);
  });

  it('do not fail if another one fails, which leaves nothing behind', async () => {
    const both = (first: number, second: number) => (): void => {
      insert(first);
      insert(second);
    };
    const results = await Promise.allSettled([
      writes.add(() => insert(1)),
      writes.add(both(2, 1), { isAtomic: true }),
      writes.add(() => insert(3)),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(ids()).toEqual([1, 3]);
  });

  it('do not fail if another one fails the commit', async () => {
    database.exec(`PRAGMA foreign_keys = ON;
      CREATE TABLE children (item INTEGER REFERENCES items (id) DEFERRABLE INITIALLY DEFERRED)`);
    const orphan = (): unknown => database.prepare('INSERT INTO children VALUES (99)').run();
    const results = await Promise.allSettled([
      writes.add(() => insert(1)),
      writes.add(orphan),
      writes.add(() => insert(2)),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(ids()).toEqual([1, 2]);
  });

  it('all fail if another process has the lock', async () => {
    reader.exec('BEGIN IMMEDIATE');
    const results = await Promise.allSettled([writes.add(() => insert(1)), writes.add(() => insert(2))]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    reader.exec('ROLLBACK');
    await writes.add(() => insert(3));
    expect(ids()).toEqual([3]);
  });

  it('are made in parts if they are many', async () => {
    await Promise.all(Array.from({ length: 250 }, (_, id) => writes.add(() => insert(id))));
    expect(ids()).toHaveLength(250);
    expect(commands.filter((sql) => sql === 'COMMIT')).toHaveLength(3);
  });

  it('are made at once by a flush', async () => {
    const written = [writes.add(() => insert(1)), writes.add(() => insert(2))];
    writes.flush();
    expect(ids()).toEqual([1, 2]);
    await Promise.all(written);
  });
});
