import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { ReferenceStore } from '../../src/index.js';
import { MemoryReferenceStore } from '../../src/references/memory-reference-store.js';
import { SqliteReferences } from '../../src/sqlite-references.js';
import { invoiceRuntime } from './invoices.js';

const hasSqlite = process.getBuiltinModule('node:sqlite') !== undefined;
const value = (json: string, until = 100) => ({ type: 'T', schema: 'true', json, until });

let folder: string;
let now: number;
const opened: SqliteReferences[] = [];
const open = (): SqliteReferences => {
  const store = new SqliteReferences({ file: join(folder, 'references.db'), now: () => now });
  opened.push(store);
  return store;
};

beforeEach(() => {
  now = 0;
  folder = mkdtempSync(join(tmpdir(), 'haft-references-'));
});
afterEach(() => {
  for (const store of opened.splice(0)) store.close();
  rmSync(folder, { recursive: true });
});

const STORES: readonly (readonly [string, () => ReferenceStore])[] = [
  ['MemoryReferenceStore', () => new MemoryReferenceStore(1_000, () => now)],
  ...(hasSqlite ? [['SqliteReferences', open] as const] : []),
];

describe.each(STORES)('%s', (_name, make) => {
  it('numbers the values of each scope and name, and never uses a number again [NEW-30]', async () => {
    const store = make();
    const ids = [await store.add('a', 'x', value('1')), await store.add('a', 'x', value('2'))];
    ids.push(await store.add('a', 'y', value('3')), await store.add('b', 'x', value('4')));
    await store.delete('a', 'x_2');
    ids.push(await store.add('a', 'x', value('5')));
    expect(ids).toEqual(['x_1', 'x_2', 'y_1', 'x_1', 'x_3']);
    expect((await store.get('a', 'x_1'))?.json).toBe('1');
    expect((await store.get('b', 'x_1'))?.json).toBe('4');
    expect(await store.get('a', 'x_2')).toBeUndefined();
  });

  it('lists the values of one scope, oldest first, without the values [NEW-30]', async () => {
    const store = make();
    await store.add('a', 'x', value('"11"'));
    await store.add('b', 'x', value('2'));
    await store.add('a', 'y', value('3'));
    expect(await store.list('a')).toEqual([
      { id: 'x_1', type: 'T', schema: 'true', characters: 4, until: 100 },
      { id: 'y_1', type: 'T', schema: 'true', characters: 1, until: 100 },
    ]);
    await store.clear('a');
    expect(await store.list('a')).toEqual([]);
    expect(await store.list('b')).toHaveLength(1);
  });

  it('returns a value until it expires [NEW-30]', async () => {
    const store = make();
    await store.add('a', 'x', value('1', 10));
    now = 9;
    expect(await store.get('a', 'x_1')).toBeDefined();
    now = 10;
    expect(await store.get('a', 'x_1')).toBeUndefined();
    expect(await store.list('a')).toEqual([]);
  });

  it('treats names that every object inherits, and quotes, as text [NEW-30]', async () => {
    const store = make();
    expect(await store.get('__proto__', 'constructor')).toBeUndefined();
    expect(await store.add(`'; --`, 'constructor', value('1'))).toBe('constructor_1');
    expect((await store.get(`'; --`, 'constructor_1'))?.json).toBe('1');
  });
});

(hasSqlite ? describe : describe.skip)('SqliteReferences after a restart', () => {
  it('gives the values to another process that continues the run [NEW-30]', async () => {
    now = Date.now();
    const call = { id: 'c1', name: 'find', arguments: { count: 3 } };
    await invoiceRuntime({ references: { store: open() } })
      .startRun({ id: 'r' })
      .call(call);
    const run = invoiceRuntime({ references: { store: open() } }).startRun({ id: 'r' });
    const next = { id: 'c2', name: 'total', arguments: { list: { $ref: 'invoices_1' } } };
    expect(await run.call(next)).toMatchObject({ value: 3 });
  });
});
