import { once } from 'node:events';
import { cp, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';
import { SqliteCache } from '../../src/sqlite-cache.js';
import { SqliteLedger } from '../../src/sqlite-ledger.js';
import { SqliteReferences } from '../../src/sqlite-references.js';
import { openSqlite, SqliteFile, type SqliteDatabase } from '../../src/sqlite.js';

const hasSqlite = process.getBuiltinModule('node:sqlite') !== undefined;
const onNodeWithSqlite = hasSqlite ? describe : describe.skip;

/** Creates a file, and holds its lock for `holdMs`. */
const HOLDER = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { DatabaseSync } = require('node:sqlite');
  const database = new DatabaseSync(workerData.file);
  database.exec('BEGIN IMMEDIATE; CREATE TABLE notes (text)');
  parentPort.postMessage('held');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, workerData.holdMs);
  database.exec('COMMIT');
  database.close();
`;
const WHO = { who: 'The test', instead: 'none' };

onNodeWithSqlite('a file of SQLite', () => {
  let folder: string;
  let path: string;
  let holder: Worker | undefined;
  const opened: { close(): unknown }[] = [];

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'haft-sqlite-'));
    path = join(folder, 'new.db');
  });
  afterEach(async () => {
    await holder?.terminate();
    for (const one of opened.splice(0)) await one.close();
    await rm(folder, { recursive: true, force: true });
  });

  const keep = <One extends { close(): unknown }>(one: One): One => {
    opened.push(one);
    return one;
  };
  const open = (waitMs = 60_000): SqliteFile => {
    const setUp = (database: SqliteDatabase): void => {
      database.exec('CREATE TABLE IF NOT EXISTS items (id INTEGER PRIMARY KEY)');
    };
    return keep(new SqliteFile(path, { ...WHO, waitMs, setUp }));
  };
  const hold = async (holdMs: number): Promise<void> => {
    holder = new Worker(HOLDER, { eval: true, workerData: { file: path, holdMs } });
    await once(holder, 'message');
  };
  /** Another connection of this process, which has a transaction open over several turns. */
  const lock = (): SqliteDatabase => {
    const other = keep(openSqlite(path, WHO));
    other.exec('BEGIN IMMEDIATE');
    return other;
  };
  const insert = (file: SqliteFile, id: number): Promise<number> =>
    file.write(() => file.run('INSERT INTO items VALUES (?)', id));
  const ids = (file: SqliteFile): Promise<readonly unknown[]> =>
    file.read(() => file.all('SELECT id FROM items ORDER BY rowid').map(({ id }) => id));

  test('that another process is creating can be used after it', async () => {
    await hold(100);
    const file = open();
    await insert(file, 1);
    expect(await file.read(() => file.all('PRAGMA journal_mode'))).toEqual([{ journal_mode: 'wal' }]);
    expect(await file.read(() => file.all('SELECT count(*) AS notes FROM notes'))).toEqual([{ notes: 0 }]);
  });

  test('rejects with a code if another connection has the lock for too long', async () => {
    const file = open(20);
    const other = lock();
    await expect(insert(file, 1)).rejects.toMatchObject({
      code: 'HAFT_STORE_FAILED',
      message: expect.stringContaining('locked'),
    });
    other.exec('COMMIT');
    await insert(file, 2);
    expect(await ids(file)).toEqual([2]);
  });

  test('has no timeout of SQLite, which would stop the event loop', async () => {
    const file = open();
    expect(await file.read(() => file.all('PRAGMA busy_timeout'))).toEqual([{ timeout: 0 }]);
  });

  test('writes in the order of its calls after a transaction of the same process', async () => {
    const file = open();
    const other = lock();
    other.exec('INSERT INTO items VALUES (100)');
    const writes = [3, 1, 2].map((id) => insert(file, id));
    // Reads do not wait for the writer.
    expect(await ids(file)).toEqual([]);
    await new Promise((resolve) => setTimeout(resolve, 30));
    other.exec('COMMIT');
    await Promise.all(writes);
    expect(await ids(file)).toEqual([1, 2, 3, 100]);
  });

  test('makes the writes that wait before it is closed', async () => {
    const file = open();
    const other = lock();
    const written = insert(file, 1);
    const closed = file.close();
    opened.splice(opened.indexOf(file), 1);
    other.exec('COMMIT');
    expect(await written).toBe(1);
    await closed;
    expect(other.prepare('SELECT id FROM items').all()).toEqual([{ id: 1 }]);
  });

  test('writes while another connection reads in a transaction', async () => {
    const file = open();
    await insert(file, 1);
    const reader = keep(openSqlite(path, WHO));
    const read = reader.prepare('SELECT id FROM items');
    reader.exec('BEGIN');
    expect(read.all()).toEqual([{ id: 1 }]);
    await insert(file, 2);
    expect(read.all()).toEqual([{ id: 1 }]);
    reader.exec('COMMIT');
    expect(read.all()).toEqual([{ id: 1 }, { id: 2 }]);
  });

  test('leaves the event loop free while another connection has the lock', async () => {
    const setUp = open();
    await insert(setUp, 1);
    const cache = keep(new SqliteCache({ file: path }));
    const ledger = keep(new SqliteLedger({ file: path }));
    const references = keep(new SqliteReferences({ file: path }));
    await cache.set('a', 'b', 60_000);
    const until = Date.now() + 60_000;
    const other = lock();
    const delays = monitorEventLoopDelay({ resolution: 1 });
    delays.enable();
    const work = [
      insert(setUp, 2),
      cache.set('c', 'd', 60_000),
      ledger.claim('r1', new Date(until).toISOString()),
      references.add('run', 'rows', { type: 'T', schema: '{}', json: '1', until }),
    ];
    expect(await cache.get('a')).toBe('b');
    const late = keep(new SqliteLedger({ file: path }));
    await new Promise((resolve) => setTimeout(resolve, 700));
    delays.disable();
    other.exec('COMMIT');
    await Promise.all(work);
    expect(await late.claim('r1', new Date(until).toISOString())).toBe(false);
    // A wait for the lock would take 700 ms in one turn. The rest is for a busy machine.
    expect(delays.max / 1e6).toBeLessThan(500);
  });

  test.each([
    ['deleted', (): Promise<void> => rm(path)],
    [
      'replaced',
      async (): Promise<void> => {
        await cp(path, `${path}.copy`);
        await rename(`${path}.copy`, path);
      },
    ],
    ['left without its log', (): Promise<void> => rm(`${path}-wal`)],
  ])('acknowledges no write if it was %s while open', async (_what, change) => {
    const file = open();
    await insert(file, 1);
    await change();
    const moved = { code: 'HAFT_STORE_FAILED', message: expect.stringContaining('deleted or replaced') };
    await expect(insert(file, 2)).rejects.toMatchObject(moved);
    await expect(ids(file)).rejects.toMatchObject(moved);
  });

  test('reports a file that is not a database', async () => {
    await writeFile(path, 'x'.repeat(8_192));
    expect(() => open()).toThrow(
      expect.objectContaining({ code: 'HAFT_STORE_FAILED', message: expect.stringContaining('damaged') }),
    );
    await rm(path);
    path = join(folder, 'missing', 'new.db');
    expect(() => open()).toThrow(
      expect.objectContaining({ code: 'HAFT_STORE_FAILED', message: expect.stringContaining('cannot be opened') }),
    );
  });

  test('reports damage that comes while it is open', async () => {
    const file = open();
    await insert(file, 1);
    await file.read(() => file.all('PRAGMA wal_checkpoint(TRUNCATE)'));
    await writeFile(path, 'x'.repeat(8_192), { flag: 'r+' });
    const other = new SqliteCache({ file: join(folder, 'other.db') });
    await other.close();
    const damaged = expect.objectContaining({ code: 'HAFT_STORE_FAILED' });
    await file.read(() => file.all('PRAGMA cache_size = 0'));
    await expect(file.transaction(() => file.all('PRAGMA integrity_check'))).rejects.toEqual(damaged);
  });

  test('reports a full disk, and stores nothing of the write', async () => {
    const file = open();
    await insert(file, 1);
    const [pages] = await file.read(() => file.all('PRAGMA page_count'));
    file.database.exec(`PRAGMA max_page_count = ${String(pages?.['page_count'])}`);
    const many = file.transaction(() => {
      for (let id = 10; id < 5_000; id += 1) file.run('INSERT INTO items VALUES (?)', id);
    });
    await expect(many).rejects.toMatchObject({ code: 'HAFT_STORE_FAILED', message: expect.stringContaining('full') });
    expect(await ids(file)).toEqual([1]);
  });

  test('is verified before each work, also after another connection changed the tables', async () => {
    const verify = (one: SqliteFile): void => {
      if (Number(one.all('PRAGMA user_version')[0]?.['user_version']) > 1) throw new Error('newer');
    };
    const file = keep(new SqliteFile(path, { ...WHO, setUp: () => undefined, verify }));
    await file.read(() => undefined);
    keep(openSqlite(path, WHO)).exec('PRAGMA user_version = 2');
    await expect(file.read(() => undefined)).rejects.toThrow('newer');
    await expect(file.write(() => undefined)).rejects.toThrow('newer');
  });
});
