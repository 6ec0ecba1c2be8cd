import { jest } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Cached, Tool, Toolset } from '@haft/core';
import { createRuntime } from '../../src/index.js';
import { SqliteCache } from '../../src/sqlite-cache.js';
import { reflect } from '../support/reflect.js';

@Toolset()
class Clock {
  calls = 0;

  @Tool()
  @Cached({ ttlMs: 60_000, scope: 'global' })
  async tick(): Promise<object> {
    return { calls: ++this.calls, at: new Date(0) };
  }
}
const clock = reflect(Clock, { tick: {} });

const hasSqlite = process.getBuiltinModule('node:sqlite') !== undefined;
const onNodeWithSqlite = hasSqlite ? describe : describe.skip;

onNodeWithSqlite('on a Node with SQLite [CACHE-3]', () => {
  let folder: string;
  let file: string;
  const opened: SqliteCache[] = [];
  const open = (options: ConstructorParameters<typeof SqliteCache>[0]): SqliteCache => {
    const cache = new SqliteCache(options);
    opened.push(cache);
    return cache;
  };

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'haft-cache-'));
    file = join(folder, 'results.db');
  });
  afterEach(async () => {
    for (const cache of opened.splice(0)) await cache.close();
    await rm(folder, { recursive: true });
  });

  test('an entry counts until its time is over', async () => {
    let now = 1000;
    const cache = open({ now: () => now });
    await cache.set('a', '1', 100);
    now = 1099;
    expect(await cache.get('a')).toBe('1');
    now = 1100;
    expect(await cache.get('a')).toBeUndefined();
    expect(await cache.get('b')).toBeUndefined();
  });

  test('the newer entry of a key replaces the older one', async () => {
    const cache = open({});
    await cache.set('a', '1', 60_000);
    const text = JSON.stringify('ö\u0000"\u{1f642}');
    await cache.set('a', text, 60_000);
    expect(await cache.get('a')).toBe(text);
  });

  test('two runtimes share a file, also after it was closed', async () => {
    const tick = (toolset: Clock, cache: SqliteCache) =>
      createRuntime({ toolsets: [clock, toolset], cache })
        .startRun()
        .call('tick', {});
    const first = new SqliteCache({ file });
    const made = await tick(new Clock(), first);
    expect(await tick(new Clock(), open({ file }))).toMatchObject({ cached: true, text: made.text });
    await first.close();
    const later = new Clock();
    expect(await tick(later, open({ file }))).toMatchObject({
      status: 'success',
      cached: true,
      value: { calls: 1, at: '1970-01-01T00:00:00.000Z' },
    });
    expect(later.calls).toBe(0);
  });

  test('rows that are out of date are deleted when it is opened, and with every hundredth write', async () => {
    let now = 0;
    const cache = open({ file, now: () => now });
    await cache.set('old', '1', 10);
    now = 10;
    for (let i = 0; i < 98; i++) await cache.set('new', '1', 1000);
    expect(rowsOf(file)).toEqual(['new', 'old']);
    await cache.set('new', '1', 1000);
    expect(rowsOf(file)).toEqual(['new']);
    now = 2000;
    open({ file, now: () => now });
    expect(rowsOf(file)).toEqual([]);
  });
});

test('on a Node without SQLite the error names both versions', async () => {
  const without = jest.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined as never);
  try {
    expect(() => new SqliteCache()).toThrow(
      expect.objectContaining({
        code: 'HAFT_NODE_VERSION',
        message: expect.stringContaining(`needs Node 22.13 or newer; this is Node ${process.versions.node}.`),
      }),
    );
  } finally {
    without.mockRestore();
  }
});

function rowsOf(file: string): readonly unknown[] {
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite') as unknown as {
    readonly DatabaseSync: new (file: string) => {
      prepare(sql: string): { all(): readonly { readonly key: string }[] };
      close(): void;
    };
  };
  const database = new DatabaseSync(file);
  const rows = database.prepare('SELECT key FROM haft_cache ORDER BY key').all();
  database.close();
  return rows.map(({ key }) => key);
}
