import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { openSqlite } from '../../src/sqlite.js';

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

onNodeWithSqlite('a new file that another process is creating', () => {
  let folder: string;
  let file: string;
  let holder: Worker | undefined;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'haft-sqlite-'));
    file = join(folder, 'new.db');
  });
  afterEach(async () => {
    await holder?.terminate();
    await rm(folder, { recursive: true, force: true });
  });

  const hold = async (holdMs: number): Promise<void> => {
    holder = new Worker(HOLDER, { eval: true, workerData: { file, holdMs } });
    await once(holder, 'message');
  };

  it('opens after the other process', async () => {
    await hold(100);
    const database = openSqlite(file, { who: 'The test', instead: 'none', waitMs: 60_000 });
    expect(database.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
    expect(database.prepare('SELECT count(*) AS notes FROM notes').get()).toEqual({ notes: 0 });
    database.close();
  });

  it('throws the error of SQLite if the other process takes longer than `waitMs`', async () => {
    await hold(Infinity);
    const open = () => openSqlite(file, { who: 'The test', instead: 'none', waitMs: 20 });
    expect(open).toThrow('database is locked');
  });
});
