import { describe, expect, it } from '@jest/globals';
import type { RunContext } from '@haft/core';
import type { PgClient } from '@haft/runtime/sql';
import type { Embeddings, EmbedOptions } from '../../src/texts/embeddings/embeddings.js';
import { factRows } from '../../src/texts/fact-rows.js';
import { createVectors } from '../../src/texts/postgres/postgres-vectors.js';
import { rowToChunk, rowToDocument } from '../../src/texts/row-to-document.js';
import { readableOwners, userOfRun } from '../../src/texts/run-owner.js';
import { codeOf } from '../../src/texts/sqlite/sqlite-vectors.js';
import { TextIndex, type IndexedText, type ScoredChunk, type TextIndexSettings } from '../../src/texts/text-index.js';
import type { FoundChunk, NewDocument, StoredDocument, TextFilter, TextStore } from '../../src/texts/text-store.js';

const OWNER = { collection: 'memory', tenantId: '', userId: 'kim' };
const TEXT: IndexedText = { source: 's', title: 'Cats', facts: {}, text: 'Dogs and birds.' };

const chunk = (id: string, text = id, title = '', facts = {}): FoundChunk => ({
  id,
  text,
  position: 0,
  document: { id, source: id, title, facts, hash: '', chunks: 1, savedAt: 0 },
});

/** A store that notes what it gets. */
const fakeStore = (found: { words?: string[]; near?: string[]; known?: StoredDocument; bare?: number } = {}) => {
  const documents: NewDocument[] = [];
  const filters: TextFilter[] = [];
  const models: unknown[] = [];
  let bare = found.bare ?? 0;
  const store = {
    find: () => Promise.resolve(found.known),
    put: (_: unknown, document: NewDocument, most?: number) => {
      documents.push(document);
      return Promise.resolve(most === 0 ? undefined : { id: 'i', change: 'added' });
    },
    byWords: (_: unknown, filter: TextFilter) => {
      filters.push(filter);
      return Promise.resolve((found.words ?? []).map((id) => chunk(id)));
    },
    byVector: (_: unknown, filter: TextFilter) => {
      filters.push(filter);
      return Promise.resolve((found.near ?? []).map((id) => chunk(id)));
    },
    useVectors: (...given: unknown[]) => {
      models.push(given[1]);
      return models.length > 1 ? Promise.resolve() : Promise.reject(new Error('not ready'));
    },
    withoutVectors: (limit: number) =>
      Promise.resolve(Array.from({ length: Math.min(limit, bare) }, (_, at) => ({ id: String(at), text: 'x' }))),
    setVectors: (vectors: ReadonlyMap<string, Float32Array>) => {
      bare -= vectors.size;
      return Promise.resolve();
    },
  };
  return { store: store as unknown as TextStore, documents, filters, models };
};

const fakeEmbeddings = (settings: Partial<Embeddings> = {}) => {
  const asked: [readonly string[], EmbedOptions['purpose']][] = [];
  const embeddings: Embeddings = {
    model: 'm',
    dimensions: 8,
    embed: (texts, { purpose }) => {
      asked.push([texts, purpose]);
      return Promise.resolve(texts.map(() => [2, 0, 0, 0, 0, 0, 0, 0]));
    },
    ...settings,
  };
  return { embeddings, asked };
};

describe('a text index', () => {
  it.each<[Omit<TextIndexSettings, 'store'>, string, string]>([
    [{ chunkSize: 199 }, 'chunkSize is 199.', 'Give an integer from 200 to 8000.'],
    [{ chunkSize: 8_001 }, 'chunkSize is 8001.', 'Give an integer from 200 to 8000.'],
    [{ chunkSize: 300.5 }, 'chunkSize is 300.5.', 'Give an integer from 200 to 8000.'],
    [{ chunkOverlap: -1 }, 'chunkOverlap is -1.', 'Give an integer from 0 to 600.'],
    [{ chunkSize: 300, chunkOverlap: 151 }, 'chunkOverlap is 151.', 'Give an integer from 0 to 150.'],
    [fakeEmbeddings({ dimensions: 7 }), 'dimensions of the embeddings is 7.', 'Give an integer from 8 to 8192.'],
    [fakeEmbeddings({ dimensions: 8_193 }), 'dimensions of the embeddings is 8193.', 'Give an integer from 8 to 8192.'],
    [
      fakeEmbeddings({ dimensions: 12 }),
      'The embeddings have 12 dimensions.',
      'Use a model with a multiple of 8. Most models can return fewer dimensions.',
    ],
  ])('refuses the settings %j [TOOL-10]', ({ embeddings, chunkSize, chunkOverlap }, message, hint) => {
    expect(() => new TextIndex({ ...fakeStore(), embeddings, chunkSize, chunkOverlap })).toThrow(
      expect.objectContaining({ code: 'HAFT_INVALID_OPTION', message, hint }),
    );
  });

  it('accepts the least and the largest settings [TOOL-10]', () => {
    const least = { chunkSize: 200, chunkOverlap: 0, embeddings: fakeEmbeddings().embeddings };
    const largest = { chunkSize: 8_000, chunkOverlap: 4_000, ...fakeEmbeddings({ dimensions: 8_192 }) };
    for (const settings of [least, largest]) expect(() => new TextIndex({ ...fakeStore(), ...settings })).not.toThrow();
  });

  it.each<[string, Partial<IndexedText>, string]>([
    ['an empty source', { source: '' }, 'The source is not a well-formed text of 1 to 2000 bytes.'],
    ['a long source', { source: `a${'é'.repeat(1_000)}` }, 'The source is not a well-formed text of 1 to 2000 bytes.'],
    ['NUL in a source', { source: 'a\0' }, 'The source is not a well-formed text of 1 to 2000 bytes.'],
    ['half a character', { source: '\ud800' }, 'The source is not a well-formed text of 1 to 2000 bytes.'],
    [
      'a long name of a fact',
      { facts: { ['a'.repeat(101)]: 1 } },
      'The name of a fact is not a well-formed text of 1 to 100 bytes.',
    ],
    ['a long fact', { facts: { a: 'b'.repeat(501) } }, "The fact 'a' is not a well-formed text of 1 to 500 bytes."],
    [
      'an empty item of a fact',
      { facts: { a: ['b', ''] } },
      "The fact 'a' is not a well-formed text of 1 to 500 bytes.",
    ],
  ])('refuses %s [TOOL-10]', async (_, given, message) => {
    const { store, documents } = fakeStore();
    await expect(new TextIndex({ store }).put(OWNER, { ...TEXT, ...given })).rejects.toMatchObject({
      code: 'HAFT_INVALID_OPTION',
      message,
      hint: 'Shorten it. Long texts belong into the text of the document.',
    });
    expect(documents).toEqual([]);
  });

  it('counts a title two times in the words, and puts it before each part for the model [TOOL-10]', async () => {
    const { store, documents } = fakeStore();
    const { embeddings, asked } = fakeEmbeddings();
    const index = new TextIndex({ store, embeddings, chunkSize: 200, chunkOverlap: 0 });
    await expect(index.put(OWNER, TEXT)).rejects.toThrow('not ready');
    const facts = { ['n'.repeat(100)]: 'v'.repeat(500), year: 1, tags: ['a', 'b'] };
    const text = `${'word '.repeat(40)}\n\nDogs\0 \ud800.`;
    const given = { source: 'é'.repeat(1_000), title: `Cats${'s'.repeat(400)}`, facts, text };
    expect(await index.put(OWNER, given)).toEqual({ id: 'i', change: 'added', chunks: 2 });
    const [document] = documents;
    expect(document).toMatchObject({ source: given.source, facts, title: given.title.slice(0, 300) });
    expect(document?.chunks.map(({ text: part }) => part)).toEqual(['word '.repeat(40).trim(), 'Dogs \ufffd.']);
    const title = given.title.slice(0, 64).toLowerCase();
    expect(document?.chunks[1]?.words).toEqual([title, title, 'dog']);
    expect([...(document?.chunks[1]?.vector ?? [])]).toEqual([1, 0, 0, 0, 0, 0, 0, 0]);
    expect(asked).toEqual([
      [document?.chunks.map(({ text: part }) => `${given.title.slice(0, 300)}\n\n${part}`), 'document'],
    ]);
    await index.put(OWNER, { ...TEXT, title: '' });
    expect(asked[1]).toEqual([[TEXT.text], 'document']);
    expect(await index.put(OWNER, TEXT, { most: 0 })).toBeUndefined();
    expect(await index.put(OWNER, { ...TEXT, text: ' ' })).toMatchObject({ chunks: 0 });
    expect(asked).toHaveLength(3);
  });

  it('makes all chunks again after a change of text, facts, sizes or model, and else none [TOOL-10]', async () => {
    const hashOf = async (given: Partial<IndexedText> = {}, settings: Partial<TextIndexSettings> = {}) => {
      const { store, documents } = fakeStore();
      const index = new TextIndex({ store, ...settings });
      await index.put(OWNER, { ...TEXT, ...given }).catch(() => index.put(OWNER, { ...TEXT, ...given }));
      return documents[0]?.hash;
    };
    const hash = await hashOf();
    // A constant, so that an update of Haft does not make the chunks of all users again.
    expect(hash).toBe('157ee342394a1b26d55693edb276ed5eec47500781ed75a15484b68e6b3baba7');
    const others = await Promise.all([
      hashOf({ source: 't' }),
      hashOf({ title: 'Dogs' }),
      hashOf({ facts: { a: 1 } }),
      hashOf({ text: 'Cats.' }),
      hashOf({}, { chunkSize: 1_000 }),
      hashOf({}, { chunkOverlap: 1 }),
      hashOf({}, fakeEmbeddings()),
      hashOf({}, fakeEmbeddings({ model: 'n' })),
    ]);
    expect(new Set([hash, ...others]).size).toBe(9);
    const known = { ...chunk('k').document, hash: hash ?? '', chunks: 4 };
    const { store, documents } = fakeStore({ known });
    expect(await new TextIndex({ store }).put(OWNER, TEXT)).toEqual({ id: 'k', change: 'unchanged', chunks: 4 });
    expect(documents).toEqual([]);
  });

  it('searches longer lists than it returns, by words and by vectors [TOOL-10]', async () => {
    const found = { words: ['a', 'b'], near: ['c', 'b', 'd'] };
    const search = async (limit: number, settings: Partial<TextIndexSettings> = {}) => {
      const { store, filters } = fakeStore(found);
      await store.useVectors({ model: '', dimensions: 8 }).catch(() => undefined);
      const results = await new TextIndex({ store, ...settings }).search('cat', { owners: [OWNER], limit });
      return [results.map(({ id, score }) => [id, score]), filters.map((one) => one.limit)];
    };
    expect(await search(2)).toEqual([
      [
        ['a', 1],
        ['b', 0.9839],
      ],
      [16],
    ]);
    const { embeddings, asked } = fakeEmbeddings();
    expect(await search(6, { embeddings })).toEqual([
      [
        ['b', 0.9839],
        ['a', 0.5],
        ['c', 0.5],
        ['d', 0.4841],
      ],
      [18, 18],
    ]);
    expect(asked).toEqual([[['cat'], 'query']]);
    expect((await search(1, fakeEmbeddings({ weight: 0.1 })))[0]).toEqual([['b', 0.9839]]);
  });

  it('prepares the store once, and again after a failure [TOOL-10]', async () => {
    const { store, models } = fakeStore();
    const index = new TextIndex({ store, ...fakeEmbeddings() });
    const search = () => index.search('a', { owners: [], limit: 1 });
    await expect(search()).rejects.toThrow('not ready');
    await search();
    await search();
    expect(models).toHaveLength(2);
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(index.search('a', { owners: [], limit: 1 }, signal)).rejects.toThrow('enough');
  });

  it('makes all vectors again in batches, and needs embeddings for it [TOOL-10]', async () => {
    const { store, models } = fakeStore({ bare: 70 });
    await store.useVectors({ model: '', dimensions: 8 }).catch(() => undefined);
    const { embeddings, asked } = fakeEmbeddings();
    const done: number[] = [];
    const index = new TextIndex({ store, embeddings });
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(index.embedAgain({ signal })).rejects.toThrow('enough');
    expect(await index.embedAgain({ onProgress: (count) => done.push(count) })).toBe(70);
    expect([done, asked.map(([texts, purpose]) => [texts.length, purpose])]).toEqual([
      [64, 70],
      [
        [64, 'document'],
        [6, 'document'],
      ],
    ]);
    expect(models.at(-1)).toEqual({ replace: true });
    await expect(new TextIndex({ store }).embedAgain()).rejects.toMatchObject({
      message: 'There are no embeddings.',
      hint: 'Give the setting `embeddings`.',
    });
  });

  it('leaves out chunks that have few words of the query, unless the model knows meanings [TOOL-10]', () => {
    const chunks = [
      chunk('all', 'red cat', 'house'),
      chunk('fact', 'x', '', { a: ['red', 'b'] }),
      chunk('none', 'dog'),
      chunk('near', 'houses redd'),
    ].map((one): ScoredChunk => ({ ...one, score: 0.5 }));
    const relevant = (query: string, settings: Partial<TextIndexSettings> = {}, options = {}) =>
      new TextIndex({ ...fakeStore(), ...settings })
        .relevant(query, chunks, options)
        .map(({ id, score }) => [id, score]);
    expect(relevant('the red cat house')).toEqual([['all', 1]]);
    expect(relevant('red cat mouse')).toEqual([
      ['all', 0.67],
      ['fact', 0.33],
    ]);
    expect(relevant('red bird fish')).toEqual([
      ['all', 0.33],
      ['fact', 0.33],
    ]);
    expect(relevant('red bird fish', {}, { least: 0.33 })).toEqual([]);
    expect(relevant('whale')).toEqual([]);
    expect(relevant('hause', fakeEmbeddings({ weight: 0.1 }))).toEqual([]);
    expect(relevant('housex', fakeEmbeddings({ weight: 0.1 }))).toEqual([
      ['all', 1],
      ['near', 1],
    ]);
    expect(relevant('housex')).toEqual([]);
    for (const settings of [fakeEmbeddings(), fakeEmbeddings({ weight: 0.5 })])
      expect(relevant('whale', settings)).toHaveLength(4);
  });
});

it.each([
  ['keyborad', true],
  ['keyboardlay', true],
  ['keyboardlayout', false],
  ['keyhole', false],
])('takes the word %s for the word keyboard: %j [TOOL-10]', (word, isNear) => {
  const index = new TextIndex({ ...fakeStore(), ...fakeEmbeddings({ weight: 0.1 }) });
  expect(index.relevant('keyboard', [{ ...chunk(word), score: 0.5 }])).toHaveLength(isNear ? 1 : 0);
});

describe('rows of a text store', () => {
  const row = {
    id: 'd',
    source: 's',
    title: 't',
    facts: '{"a":["b"],"c":1,"d":true}',
    hash: 'h',
    chunks: 2n,
    saved_at: 3n,
  };

  it('are read as documents and chunks [TOOL-10]', () => {
    const document = {
      id: 'd',
      source: 's',
      title: 't',
      facts: { a: ['b'], c: 1, d: true },
      hash: 'h',
      chunks: 2,
      savedAt: 3,
    };
    expect(rowToDocument(row)).toEqual(document);
    expect(rowToChunk({ ...row, chunk: 5n, text: 'x', position: 6n })).toEqual({
      id: '5',
      text: 'x',
      position: 6,
      document,
    });
    expect(Object.getPrototypeOf(rowToDocument(row).facts)).toBeNull();
  });

  it.each(['x', 'null', '[]', '1', '{"a":null}', '{"a":{}}', '{"a":[1]}', '{"a":["b",null]}'])(
    'with the facts %s are refused [TOOL-10]',
    (facts) => {
      expect(() => rowToDocument({ ...row, facts })).toThrow(
        expect.objectContaining({
          code: 'HAFT_INVALID_OPTION',
          message: 'A document of the text store has unreadable facts.',
          hint: 'Another program changed the table haft_text_documents. Remove the document and add it again.',
        }),
      );
    },
  );

  it('have each value of a fact once, and the source [TOOL-10]', () => {
    const facts = { a: ['x', 'y', 'x'], b: 1, c: '1' };
    expect(factRows({ source: 's', title: '', facts, hash: '', chunks: [] })).toEqual([
      { name: 'a', value: '"x"' },
      { name: 'a', value: '"y"' },
      { name: 'b', value: '1' },
      { name: 'c', value: '"1"' },
      { name: 'source', value: '"s"' },
    ]);
  });
});

it('keeps the sign of each number of a vector as a bit [TOOL-10]', () => {
  expect([...codeOf(new Float32Array([1, -1, 0, 2, -2, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0]))]).toEqual([0b1000_1001, 2]);
});

it('searches texts of the tenant and of the user, and writes those of the user [TOOL-10]', () => {
  const run = (context: object) => ({ toolName: 'memory_save', ...context }) as unknown as RunContext;
  const shared = { collection: 'c', tenantId: 't', userId: '' };
  expect(readableOwners(run({ tenantId: 't' }), 'c')).toEqual([shared]);
  expect(readableOwners(run({ tenantId: 't', userId: 'u' }), 'c')).toEqual([shared, { ...shared, userId: 'u' }]);
  expect(readableOwners(run({}), 'c')).toEqual([{ ...shared, tenantId: '' }]);
  expect(userOfRun(run({ userId: 'u' }), 'c')).toEqual({ collection: 'c', tenantId: '', userId: 'u' });
  expect(() => userOfRun(run({ tenantId: 't' }), 'c')).toThrow(
    expect.objectContaining({
      code: 'HAFT_INVALID_OPTION',
      message: 'memory_save was called in a run without a user.',
      hint: 'Give the user to the run: startRun({ userId }). Memories belong to one user.',
    }),
  );
});

describe('vectors in Postgres', () => {
  const create = async (version: string | undefined, dimensions = 8) => {
    const statements: string[] = [];
    const client = {
      query: (given: string | { text: string }) => {
        const text = typeof given === 'string' ? given : given.text;
        statements.push(text);
        const isVersion = text.includes('pg_available_extensions') && version !== undefined;
        return Promise.resolve({ rows: isVersion ? [{ default_version: version }] : [] });
      },
    } as unknown as PgClient;
    await createVectors(client, { model: 'm', dimensions }, false);
    return statements.join('\n');
  };

  it.each([undefined, '0.7.4', '0.4'])('need another pgvector than %s [TOOL-10]', async (version) => {
    await expect(create(version)).rejects.toMatchObject({
      code: 'HAFT_MISSING_PEER',
      message: 'Embeddings in Postgres need the extension pgvector, 0.8 or newer.',
      hint: 'Install pgvector on the server. Without embeddings, texts are found by their words.',
    });
  });

  it('use pgvector 0.8 or newer, with an index for vectors that it can take [TOOL-10]', async () => {
    for (const version of ['0.8.0', '0.10.1', '1.0.0']) expect(await create(version)).toContain('VECTOR(8)');
    expect(await create('0.8.0', 2_000)).toContain('USING hnsw');
    expect(await create('0.8.0', 2_008)).not.toContain('USING hnsw');
  });
});
