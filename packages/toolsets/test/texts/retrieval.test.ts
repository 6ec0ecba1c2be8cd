import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ngramEmbeddings } from '../../src/texts/embeddings/ngram-embeddings.js';
import { PostgresTextStore } from '../../src/texts/postgres/postgres-text-store.js';
import { SqliteTextStore } from '../../src/texts/sqlite/sqlite-text-store.js';
import { TextIndex, type TextIndexSettings } from '../../src/texts/text-index.js';
import { startPostgres, type PostgresServer } from '../../../durable/test/support/postgres-server.js';
import { describePgvector, describeSqlite } from './new-store.js';

interface Cranfield {
  readonly documents: readonly { readonly id: number; readonly title: string; readonly text: string }[];
  readonly queries: readonly { readonly text: string; readonly relevant: readonly number[] }[];
}

const FILE = join(import.meta.dirname, '../../../../../shared/suites/retrieval/cranfield.json');
/** By day, the last documents. `npm run night` reads all. */
const DOCUMENTS = process.env['FUZZ_SEED'] === undefined ? 280 : Infinity;
const hasSuite = process.env['HAFT_SUITES'] !== 'none' && existsSync(FILE);
/** 1,400 documents take seconds, and much longer next to other work. */
const PATIENCE_MS = 600_000;
const OWNER = { collection: 'knowledge', tenantId: '', userId: '' };

/** Returns recall at 10 (of at most 10), nDCG at 10, and the passages that the cut-off loses. */
async function quality({
  store,
  embeddings,
}: TextIndexSettings): Promise<{ recall: number; ndcg: number; lost: number }> {
  const suite = JSON.parse(readFileSync(FILE, 'utf8')) as Cranfield;
  const documents = suite.documents.slice(-DOCUMENTS);
  const ids = new Set(documents.map(({ id }) => id));
  const queries = suite.queries
    .map(({ text, relevant }) => ({ text, relevant: relevant.filter((id) => ids.has(id)) }))
    .filter(({ relevant }) => relevant.length > 0);
  const index = new TextIndex({ store, embeddings, chunkSize: 8_000, chunkOverlap: 0 });
  for (const { id, title, text } of documents) {
    await index.put(OWNER, { source: String(id), title, facts: {}, text: text === '' ? title : text });
  }
  const totals = { recall: 0, ndcg: 0, lost: 0 };
  for (const { text, relevant } of queries) {
    const wanted = new Set(relevant.map(String));
    const most = Math.min(10, wanted.size);
    const hits = await index.search(text, { owners: [OWNER], limit: 10 });
    const fitting = new Set(index.relevant(text, hits, { least: 1 / 3 }).map(({ id }) => id));
    totals.lost += hits.filter(({ id, document }) => wanted.has(document.source) && !fitting.has(id)).length;
    const gains = hits.map(({ document }) => (wanted.has(document.source) ? 1 : 0));
    const discounted = (values: readonly number[]): number =>
      values.reduce((sum, gain, rank) => sum + gain / Math.log2(rank + 2), 0);
    totals.recall += gains.filter((gain) => gain === 1).length / most / queries.length;
    totals.ndcg += discounted(gains) / discounted(Array.from({ length: most }, () => 1)) / queries.length;
  }
  return totals;
}

/* Bare FTS5 with its Porter stemmer reaches 0.411 and 0.372, MiniSearch 0.437 and 0.398. */
(hasSuite ? describe : describe.skip)('the retrieval suite Cranfield', () => {
  describeSqlite('in SQLite', () => {
    it(
      'is answered by words as well as by the reference [TOOL-10]',
      async () => {
        const store = new SqliteTextStore({ file: ':memory:' });
        const { recall, ndcg } = await quality({ store });
        expect(recall).toBeGreaterThanOrEqual(0.437);
        expect(ndcg).toBeGreaterThanOrEqual(0.398);
      },
      PATIENCE_MS,
    );

    it(
      'is answered better by words and vectors together [TOOL-10]',
      async () => {
        const store = new SqliteTextStore({ file: ':memory:' });
        const { recall, ndcg, lost } = await quality({ store, embeddings: ngramEmbeddings() });
        expect(lost).toBeLessThanOrEqual(1);
        expect(recall).toBeGreaterThanOrEqual(0.443);
        expect(ndcg).toBeGreaterThanOrEqual(0.399);
      },
      PATIENCE_MS,
    );
  });

  describePgvector('in Postgres', () => {
    let server: PostgresServer;
    beforeAll(async () => {
      server = await startPostgres();
    });
    afterAll(() => server.stop());

    it(
      'is answered by words and vectors [TOOL-10]',
      async () => {
        const store = new PostgresTextStore({ connectionString: server.connectionString });
        const { recall, ndcg } = await quality({ store, embeddings: ngramEmbeddings() });
        expect(recall).toBeGreaterThanOrEqual(0.42);
        expect(ndcg).toBeGreaterThanOrEqual(0.38);
        await store.close();
      },
      PATIENCE_MS,
    );
  });
});
