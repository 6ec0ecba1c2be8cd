import { expect } from '@jest/globals';
import { createHash } from 'node:crypto';
import { ngramEmbeddings } from '../../src/texts/embeddings/ngram-embeddings.js';
import { TextIndex } from '../../src/texts/text-index.js';
import type { Facts, TextOwner, TextStore } from '../../src/texts/text-store.js';

/** A rule for every store, with a check that throws if a store breaks it. */
export interface StoreRule {
  readonly title: string;
  readonly check: (store: TextStore) => Promise<void>;
}

const KIM: TextOwner = { collection: 'memory', tenantId: 'acme', userId: 'kim' };
const LEE: TextOwner = { ...KIM, userId: 'lee' };
const OTHER_TENANT: TextOwner = { ...KIM, tenantId: 'globex' };
const OTHER_COLLECTION: TextOwner = { ...KIM, collection: 'knowledge' };

const put = async (store: TextStore, owner: TextOwner, source: string, text: string, facts: Facts = {}) =>
  new TextIndex({ store, embeddings: ngramEmbeddings() }).put(owner, { source, title: '', facts, text });

const found = async (store: TextStore, query: string, owners: readonly TextOwner[], facts = {}): Promise<string[]> => {
  const index = new TextIndex({ store, embeddings: ngramEmbeddings() });
  return (await index.search(query, { owners, limit: 5, facts })).map(({ document }) => document.source);
};

const byWords = async (store: TextStore, words: readonly string[], owners: readonly TextOwner[]): Promise<string[]> =>
  (await store.byWords(words, { owners, limit: 10 })).map(({ document }) => document.source);

const byVector = async (
  store: TextStore,
  text: string,
  owners: readonly TextOwner[],
  facts = {},
): Promise<string[]> => {
  const [vector] = await ngramEmbeddings().embed([text], { purpose: 'query' });
  const rows = await store.byVector(Float32Array.from(vector ?? []), { owners, limit: 10, facts });
  return rows.map(({ document }) => document.source);
};

export const TEXT_STORE_RULES: readonly StoreRule[] = [
  {
    title: 'finds a text by its words and by its vector',
    check: async (store) => {
      await put(store, KIM, 'a', 'Refunds over 500 euros need an approval.');
      await put(store, KIM, 'b', 'The office is closed on Sundays.');
      expect(await byWords(store, ['refund'], [KIM])).toEqual(['a']);
      expect((await byVector(store, 'refunds and approvals', [KIM]))[0]).toBe('a');
      expect((await found(store, 'When is the offise closed?', [KIM]))[0]).toBe('b');
      expect(await byWords(store, ['weather'], [KIM])).toEqual([]);
    },
  },
  {
    title: 'never returns a text of another user, tenant or collection',
    check: async (store) => {
      for (const owner of [LEE, OTHER_TENANT, OTHER_COLLECTION]) await put(store, owner, 'secret', 'The code is 4711.');
      await put(store, KIM, 'own', 'The code of Kim is unknown.');
      for (const owners of [[KIM], []]) {
        expect(await byWords(store, ['code', '4711'], owners)).toEqual(owners.length === 0 ? [] : ['own']);
        expect(await byVector(store, 'The code is 4711.', owners)).toEqual(owners.length === 0 ? [] : ['own']);
      }
      expect(await store.find(KIM, { source: 'secret' })).toBeUndefined();
      expect((await store.list(KIM, { limit: 10 })).map(({ source }) => source)).toEqual(['own']);
      const secret = await store.find(LEE, { source: 'secret' });
      expect(await store.find(KIM, { id: secret?.id ?? '' })).toBeUndefined();
      expect(await store.remove(KIM, secret?.id ?? '')).toBe(false);
      expect(await byWords(store, ['4711'], [LEE])).toEqual(['secret']);
    },
  },
  {
    title: 'searches several owners at once',
    check: async (store) => {
      await put(store, KIM, 'kim', 'A note about the budget.');
      await put(store, LEE, 'lee', 'Another note about the budget.');
      expect((await found(store, 'budget', [KIM, LEE])).sort()).toEqual(['kim', 'lee']);
    },
  },
  {
    title: 'replaces a document of the same source, and leaves an equal one alone',
    check: async (store) => {
      const first = await put(store, KIM, 'a', 'Old text about cats.');
      expect(first).toMatchObject({ change: 'added', chunks: 1 });
      expect(await put(store, KIM, 'a', 'Old text about cats.')).toEqual({ ...first, change: 'unchanged' });
      expect(await put(store, KIM, 'a', 'New text about dogs.')).toEqual({ ...first, change: 'updated' });
      expect(await byWords(store, ['cat'], [KIM])).toEqual([]);
      expect(await byWords(store, ['dog'], [KIM])).toEqual(['a']);
      expect(await store.list(KIM, { limit: 10 })).toMatchObject([{ id: first?.id, chunks: 1 }]);
    },
  },
  {
    title: 'removes a document with its words, vectors and facts',
    check: async (store) => {
      const kept = await put(store, KIM, 'kept', 'Kept: the blue house.', { colour: 'blue' });
      const gone = await put(store, KIM, 'gone', 'Gone: the green house.', { shade: 'green' });
      expect(await store.remove(KIM, gone?.id ?? '')).toBe(true);
      expect(await store.remove(KIM, gone?.id ?? '')).toBe(false);
      expect(await byWords(store, ['green', 'hous'], [KIM])).toEqual(['kept']);
      expect(await byVector(store, 'the green house', [KIM])).toEqual(['kept']);
      expect(await store.factNames([KIM])).toEqual(['colour', 'source']);
      expect(await store.find(KIM, { id: kept?.id ?? '' })).toMatchObject({
        source: 'kept',
        facts: { colour: 'blue' },
      });
    },
  },
  {
    title: 'removes everything of one owner and nothing of another',
    check: async (store) => {
      for (const source of ['a', 'b', 'c']) await put(store, KIM, source, `Text ${source} about trees.`);
      await put(store, LEE, 'a', 'A text about trees.');
      expect(await store.removeAll(KIM)).toBe(3);
      expect(await store.removeAll(KIM)).toBe(0);
      expect(await byWords(store, ['tree'], [KIM, LEE])).toEqual(['a']);
      expect(await byVector(store, 'trees', [KIM])).toEqual([]);
      expect(await put(store, KIM, 'd', 'Trees again.')).toMatchObject({ change: 'added' });
      expect(await byVector(store, 'trees', [KIM])).toEqual(['d']);
    },
  },
  {
    title: 'limits a search to documents with all facts',
    check: async (store) => {
      await put(store, KIM, 'a', 'Travel rules.', { team: 'sales', year: 2026, tags: ['travel', 'money'] });
      await put(store, KIM, 'b', 'Travel rules.', { team: 'sales', year: 2025, tags: ['travel'] });
      await put(store, KIM, 'c', 'Travel rules.', { team: 'it', year: 2026, isDraft: true });
      const cases: readonly (readonly [Record<string, string | number | boolean>, readonly string[]])[] = [
        [{ team: 'sales' }, ['a', 'b']],
        [{ team: 'sales', year: 2026 }, ['a']],
        [{ year: '2026' }, []],
        [{ tags: 'money' }, ['a']],
        [{ isDraft: true }, ['c']],
        [{ source: 'b' }, ['b']],
        [{ unknown: 1 }, []],
      ];
      for (const [facts, sources] of cases) {
        const words = await store.byWords(['travel'], { owners: [KIM], limit: 10, facts });
        expect(words.map(({ document }) => document.source).sort()).toEqual(sources);
        expect((await byVector(store, 'travel', [KIM], facts)).sort()).toEqual(sources);
      }
      expect(await store.factNames([KIM, LEE])).toEqual(['isDraft', 'source', 'tags', 'team', 'year']);
    },
  },
  {
    title: 'keeps any text, source and fact as it is',
    check: async (store) => {
      const facts = { __proto__: null, constructor: 'x', "o'clock": '";--', emoji: '🦊' } as unknown as Facts;
      const odd = `'; DROP TABLE haft_text_chunks; -- "OR" NEAR( * ^ {} 北京大学 Straße café 🦊`;
      await put(store, KIM, `it's "odd" % _ \\`, odd, facts);
      const [only] = await store.list(KIM, { limit: 2 });
      expect(only).toMatchObject({ source: `it's "odd" % _ \\`, facts });
      expect((await store.byWords(['北京'], { owners: [KIM], limit: 1 }))[0]?.text).toBe(odd);
      expect(await byWords(store, ['cafe'], [KIM])).toHaveLength(1);
      expect(await byWords(store, ['or', '"', "'", ':*', 'a & b'], [KIM])).toHaveLength(0);
    },
  },
  {
    title: 'refuses a new document over the limit of an owner, and still updates',
    check: async (store) => {
      const index = new TextIndex({ store });
      const add = (source: string, text: string) => index.put(KIM, { source, title: '', facts: {}, text }, { most: 2 });
      expect(await add('a', 'one')).toMatchObject({ change: 'added' });
      expect(await add('b', 'two')).toMatchObject({ change: 'added' });
      expect(await add('c', 'three')).toBeUndefined();
      expect(await add('b', 'two, changed')).toMatchObject({ change: 'updated' });
      expect(await add('c', 'three')).toBeUndefined();
      expect(await store.remove(KIM, (await store.find(KIM, { source: 'a' }))?.id ?? '')).toBe(true);
      expect(await add('c', 'three')).toMatchObject({ change: 'added' });
      expect(await add('d', 'four')).toBeUndefined();
    },
  },
  {
    title: 'writes one document if the same text comes twenty times at once',
    check: async (store) => {
      const results = await Promise.all(Array.from({ length: 20 }, () => put(store, KIM, 'same', 'The same text.')));
      const unchanged = Array.from({ length: 19 }, () => 'unchanged');
      expect(results.map((result) => result?.change).sort()).toEqual(['added', ...unchanged]);
      expect(new Set(results.map((result) => result?.id)).size).toBe(1);
      expect(await byWords(store, ['same'], [KIM])).toEqual(['same']);
    },
  },
  {
    title: 'lists documents in pages',
    check: async (store) => {
      for (const source of ['b', 'a', 'd', 'c']) await put(store, KIM, source, source);
      const first = await store.list(KIM, { limit: 3 });
      const rest = await store.list(KIM, { limit: 3, after: first.at(-1)?.source ?? '' });
      expect([...first, ...rest].map(({ source }) => source)).toEqual(['a', 'b', 'c', 'd']);
    },
  },
  {
    title: 'refuses vectors of another model until they are made again',
    check: async (store) => {
      await put(store, KIM, 'a', 'The quick brown fox.');
      const other = new TextIndex({ store, embeddings: ngramEmbeddings({ dimensions: 64 }) });
      await expect(other.search('fox', { owners: [KIM], limit: 1 })).rejects.toMatchObject({
        code: 'HAFT_INVALID_OPTION',
        message: "The text store has vectors of 'haft-ngrams-1-384', and the embeddings are 'haft-ngrams-1-64' (64).",
        hint: 'Use the same model, or make all vectors again with `embedAgain()` of the knowledge base.',
      });
      const done: number[] = [];
      expect(await other.embedAgain({ onProgress: (count) => done.push(count) })).toBe(1);
      expect(done).toEqual([1]);
      expect(await other.search('fox', { owners: [KIM], limit: 1 })).toMatchObject([
        { document: { source: 'a' }, score: 1 },
      ]);
      expect(await other.embedAgain()).toBe(0);
    },
  },
  {
    title: 'gives texts vectors that were indexed without a model',
    check: async (store) => {
      const plain = new TextIndex({ store });
      for (let at = 0; at < 70; at += 1) {
        await plain.put(KIM, { source: `s${String(at)}`, title: '', facts: {}, text: `Text number ${String(at)}` });
      }
      const index = new TextIndex({ store, embeddings: ngramEmbeddings() });
      expect(await index.embedAgain()).toBe(70);
      expect((await byVector(store, 'Text number 42', [KIM]))[0]).toBe('s42');
    },
  },
  {
    title: 'ranks the chunks of a long document by what they say',
    check: async (store) => {
      const pages = Array.from(
        { length: 40 },
        (_, at) =>
          `Page ${String(at)} is about topic${createHash('md5').update(String(at)).digest('hex')}. ${'filler word '.repeat(80)}`,
      );
      const result = await put(store, KIM, 'book', pages.join('\n\n'));
      expect(result?.chunks).toBeGreaterThan(30);
      const [best] = await store.byWords([`topic${createHash('md5').update('17').digest('hex')}`], {
        owners: [KIM],
        limit: 3,
      });
      expect(best?.text).toContain('Page 17');
    },
  },
  {
    title: 'finds the newest chunks with all words if a query has only common words',
    check: async (store) => {
      const chunks = Array.from({ length: 2_002 }, (_, at) => ({
        text: String(at),
        words: ['common', ...(at === 7 ? ['rare'] : []), ...(at === 2_001 ? [] : ['usual'])],
      }));
      await store.put(KIM, { source: 'a', title: '', facts: { year: 1 }, hash: 'x', chunks });
      await store.put(KIM, {
        source: 'b',
        title: '',
        facts: { year: 2 },
        hash: 'x',
        chunks: [{ text: 'b', words: ['common'] }],
      });
      const texts = async (words: readonly string[], facts = {}): Promise<readonly string[]> =>
        (await store.byWords(words, { owners: [LEE, KIM], limit: 2, facts })).map(({ text }) => text);
      expect(await texts(['common'])).toEqual(['b', '2001']);
      expect(await texts(['common'], { year: 1 })).toEqual(['2001', '2000']);
      // Their order does not matter.
      for (const words of [
        ['common', 'usual'],
        ['usual', 'common'],
      ])
        expect(await texts(words)).toEqual(['2000', '1999']);
      expect(await texts(['common', 'rare'])).toEqual(['7']);
      expect(await texts([])).toEqual([]);
    },
  },
  {
    title: 'finds the newest chunks of all owners together if a query has only common words',
    check: async (store) => {
      const write = (owner: TextOwner, source: string, size: number) => {
        const chunks = Array.from({ length: size }, () => ({ text: source, words: ['common'] }));
        return store.put(owner, { source, title: '', facts: {}, hash: 'x', chunks });
      };
      await write(KIM, 'kim', 2_000);
      await write(LEE, 'lee', 2_000);
      await write(KIM, 'last', 1);
      await put(store, OTHER_TENANT, 'other', 'A text without the word.');
      for (const owners of [
        [KIM, OTHER_TENANT, LEE],
        [OTHER_TENANT, LEE, KIM],
      ]) {
        const hits = await store.byWords(['common'], { owners, limit: 3 });
        expect(hits.map(({ text }) => text)).toEqual(['last', 'lee', 'lee']);
      }
    },
  },
  {
    title: 'ranks a rare word before one that nearly all chunks have',
    check: async (store) => {
      const filler = Array.from({ length: 100 }, (_, at) => `w${String(at)}`);
      const texts = [...Array.from({ length: 9 }, () => ['usual', 'usual', 'usual']), ['usual', 'rare', ...filler]];
      const chunks = texts.map((words, at) => ({ text: String(at), words }));
      await store.put(KIM, { source: 'a', title: '', facts: {}, hash: 'x', chunks });
      const hits = await store.byWords(['usual', 'rare'], { owners: [KIM], limit: 10 });
      expect(hits.map(({ text }) => text)[0]).toBe('9');
      expect(hits).toHaveLength(10);
    },
  },
  {
    title: 'finds as many chunks by their vectors as asked, the nearest first, next to many that are near',
    check: async (store) => {
      const model = { model: 'm', dimensions: 8 };
      const vectorAt = (angle: number) => Float32Array.from({ length: 8 }, (_, at) => (at === 0 ? angle : 1));
      await store.useVectors(model);
      const chunks = Array.from({ length: 100 }, (_, at) => ({
        text: String(at),
        words: [],
        vector: vectorAt(1 + (99 - at) / 10),
      }));
      await store.put(KIM, { source: 'a', title: '', facts: { year: 1 }, hash: 'x', chunks });
      for (const facts of [{}, { year: 1 }]) {
        for (const limit of [10, 100]) {
          const hits = await store.byVector(vectorAt(1), { owners: [KIM], limit, facts });
          expect(hits.map(({ text }) => Number(text))).toEqual(Array.from({ length: limit }, (_, at) => 99 - at));
        }
      }
    },
  },
  {
    title: 'uses 64 different words of a query',
    check: async (store) => {
      await put(store, KIM, 'a', 'A note about cats.');
      const others = Array.from({ length: 63 }, (_, at) => `other${String(at)}`);
      expect(await byWords(store, [...others, ...others, 'cat'], [KIM])).toEqual(['a']);
      expect(await byWords(store, [...others, 'one', 'cat'], [KIM])).toEqual([]);
    },
  },
  {
    title: 'finds every word of a chunk with many words',
    check: async (store) => {
      const words = [...Array.from({ length: 20_000 }, (_, at) => `w${String(at % 19_000)}`), 'last'];
      const often = Array.from({ length: 300 }, () => 'often');
      await store.put(KIM, {
        source: 'a',
        title: '',
        facts: {},
        hash: 'x',
        chunks: [{ text: 'a', words: [...often, ...words] }],
      });
      for (const word of ['often', 'w0', 'w18999', 'last']) expect(await byWords(store, [word], [KIM])).toEqual(['a']);
    },
  },
  {
    title: 'returns texts without vectors in order, and ignores vectors of removed texts',
    check: async (store) => {
      const plain = new TextIndex({ store });
      const ids: string[] = [];
      for (const source of ['a', 'b', 'c']) {
        const result = await plain.put(KIM, { source, title: '', facts: {}, text: `Text ${source}` });
        ids.push(result?.id ?? '');
      }
      const model = ngramEmbeddings();
      await store.useVectors(model);
      expect((await store.withoutVectors(2)).map(({ text }) => text)).toEqual(['Text a', 'Text b']);
      const [a, b] = await store.withoutVectors(2);
      await store.remove(KIM, ids[1] ?? '');
      const vector = new Float32Array(model.dimensions).fill(1);
      await store.setVectors(new Map([a, b].map((one) => [one?.id ?? '', vector])));
      await store.setVectors(new Map());
      expect((await store.withoutVectors(9)).map(({ text }) => text)).toEqual(['Text c']);
      const near = await store.byVector(vector, { owners: [KIM], limit: 9 });
      expect(near.map(({ text, position }) => [text, position])).toEqual([['Text a', 0]]);
    },
  },
];
