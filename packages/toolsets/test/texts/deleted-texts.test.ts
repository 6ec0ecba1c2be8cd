import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { SqliteScheduleStore, type Schedule } from '../../src/schedule/index.js';
import { SqliteTextStore } from '../../src/texts/sqlite/sqlite-text-store.js';
import { wordsOf } from '../../src/texts/words-of.js';
import { describeSqlite, temporaryFolder } from './new-store.js';

/** A store with a file. It writes secrets below a name, and deletes or replaces them. */
interface Store {
  /** Replaces the secrets of a name. Returns the bytes of their vectors. */
  put(owner: string, name: string, secrets: Secrets, size: number): Promise<readonly Buffer[]>;
  remove(owner: string, name: string): Promise<void>;
  removeAll(owner: string): Promise<void>;
  /** Changes the store without a change of its texts. */
  rework(step: number): Promise<void>;
  close(): Promise<void>;
}

/** Makes words and numbers that no other text has. */
type Secrets = (kind: string) => string;

/** Every class of this package that keeps texts in a file of SQLite. */
const STORES: Readonly<Record<string, (file: string) => Store>> = {
  SqliteTextStore: (file) => {
    const store = new SqliteTextStore({ file });
    const ownerOf = (userId: string) => ({ collection: 'memory', tenantId: '', userId });
    let model = { model: 'a', dimensions: 64 };
    return {
      put: async (owner, source, secrets, size) => {
        await store.useVectors(model, { replace: true });
        const texts = Array.from({ length: size }, (_, at) => `${secrets(`text${String(at)}`)} is a word. `.repeat(40));
        const vectors = texts.map((text) => vectorOf(text, model.dimensions));
        const chunks = texts.map((text, at) => ({ text, words: wordsOf(text), vector: vectors[at] }));
        const facts = { [secrets('name')]: secrets('value'), list: [secrets('entry')] };
        await store.put(ownerOf(owner), { source, title: secrets('title'), facts, hash: secrets('hash'), chunks });
        return vectors.map((vector) => Buffer.from(vector.buffer).subarray(0, 16));
      },
      remove: async (owner, source) => {
        const found = await store.find(ownerOf(owner), { source });
        if (found !== undefined) await store.remove(ownerOf(owner), found.id);
      },
      removeAll: async (owner) => void (await store.removeAll(ownerOf(owner))),
      rework: async (step) => {
        model = { model: String(step), dimensions: 64 };
        await store.useVectors(model, { replace: true });
        const bare = await store.withoutVectors(3);
        await store.setVectors(new Map(bare.map(({ id, text }) => [id, vectorOf(text, 64)])));
      },
      close: () => store.close(),
    };
  },
  SqliteScheduleStore: (file) => {
    const store = new SqliteScheduleStore({ file });
    const ownerOf = (userId: string) => ({ tenantId: '', userId });
    return {
      put: async (owner, name, secrets, size) => {
        const args = { text: `${secrets('argument')} `.repeat(size * 40) };
        const schedule: Schedule = {
          ...ownerOf(owner),
          id: `${owner}-${name}`,
          description: secrets('description'),
          rule: { time: '08:00', recurrence: 'daily', day: '', date: '', timeZone: 'UTC' },
          tools: [{ tool: 'send', args }],
          prompt: secrets('prompt'),
          enabled: true,
          nextRun: 1,
          lastOutcome: undefined,
        };
        if (!(await store.replace(schedule))) await store.add(schedule, 100);
        return [];
      },
      remove: async (owner, name) => void (await store.remove(ownerOf(owner), `${owner}-${name}`)),
      removeAll: async (owner) => void (await store.remove(ownerOf(owner), undefined)),
      rework: async () => void (await store.interrupt(Date.now())),
      close: () => store.close(),
    };
  },
};

const owner = fc.constantFrom('kim', 'lee');
const name = fc.constantFrom('a', 'b', 'c');
const second = fc.boolean();
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ does: fc.constant('put'), owner, name, second, size: fc.integer({ min: 1, max: 9 }) }),
  },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('remove'), owner, name, second, size: fc.constant(0) }) },
  ...['removeAll', 'rework', 'open again'].map((does) => ({
    weight: 1,
    arbitrary: fc.record({ does: fc.constant(does), owner, name, second, size: fc.constant(0) }),
  })),
);

describeSqlite('a deleted or replaced text', () => {
  const folder = temporaryFolder();
  let files = 0;

  it.each(Object.entries(STORES))('leaves nothing in a file of %s and its logs [TOOL-11]', async (_name, open) => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 12 }), async (steps) => {
        const file = join(folder, `${String(files++)}.db`);
        const stores = [open(file), open(file)];
        const kept = new Map<string, { readonly words: readonly Buffer[]; readonly vectors: readonly Buffer[] }>();
        const gone: Buffer[] = [];
        const drop = (key: string): void => {
          const { words = [], vectors = [] } = kept.get(key) ?? {};
          gone.push(...words, ...vectors);
          kept.delete(key);
        };
        for (const [at, { does, owner, name, second, size }] of steps.entries()) {
          const which = second ? 1 : 0;
          const store = stores[which] as Store;
          const key = `${owner} ${name}`;
          if (does === 'put') {
            const words: Buffer[] = [];
            const secrets = (kind: string): string => {
              const word = letters(`${file} ${String(at)} ${kind}`);
              // The index of words compresses their beginnings, and drops endings.
              words.push(Buffer.from(word).subarray(3, 10));
              return word;
            };
            const vectors = await store.put(owner, name, secrets, size);
            drop(key);
            kept.set(key, { words, vectors });
          } else if (does === 'remove') {
            await store.remove(owner, name);
            drop(key);
          } else if (does === 'removeAll') {
            await store.removeAll(owner);
            for (const one of [...kept.keys()].filter((one) => one.startsWith(owner))) drop(one);
          } else if (does === 'rework') await store.rework(at);
          else {
            await store.close();
            stores[which] = open(file);
          }
          expect(found(file, gone)).toEqual([]);
        }
        const words = [...kept.values()].flatMap((one) => one.words);
        expect(found(file, words)).toHaveLength(words.length);
        for (const store of stores) await store.close();
        expect(found(file, gone)).toEqual([]);
      }),
      { numRuns: 20 },
    );
  });

  it('is tested for each class with a file of SQLite', () => {
    const sources = join(import.meta.dirname, '../../src');
    const classes = readdirSync(sources, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts'))
      .map((path) => readFileSync(join(sources, path), 'utf8'))
      .filter((text) => text.includes('new SqliteFile('))
      .map((text) => /export class (\w+)/.exec(text)?.[1]);
    expect(classes.sort()).toEqual(Object.keys(STORES).sort());
  });
});

/** Returns those that are in the database, or in a file next to it. */
function found(file: string, secrets: readonly Buffer[]): readonly string[] {
  const all = readdirSync(dirname(file)).filter((one) => one.startsWith(basename(file)));
  const bytes = Buffer.concat(all.map((one) => readFileSync(join(dirname(file), one))));
  return secrets.filter((secret) => bytes.includes(secret)).map((secret) => secret.toString('latin1'));
}

function letters(seed: string): string {
  const digits = createHash('sha256').update(seed).digest();
  return Array.from(digits.subarray(0, 16), (byte) => String.fromCharCode(97 + (byte % 26))).join('');
}

function vectorOf(text: string, dimensions: number): Float32Array {
  const digits = createHash('shake256', { outputLength: dimensions }).update(text).digest();
  return Float32Array.from(digits, (byte) => byte - 127.3);
}
