import { openSqlite } from '@haft/runtime/sqlite';
import { ngramEmbeddings, PostgresTextStore, SqliteTextStore, TextIndex } from '@haft/toolsets/knowledge';
import pg from 'pg';
import { startPostgres } from '../servers/postgres.js';
import type { Cranfield } from './cranfield.js';
import { BARE, BY_WORDS, FUSED } from './row-names.js';

/** How well queries are answered by the first ten documents. */
export interface TextQuality {
  readonly name: string;
  /** The share of the relevant documents, of at most ten. */
  readonly recall: number;
  readonly ndcg: number;
}

const FUSED_POSTGRES = 'Haft, Postgres: words and vectors';

const OWNER = { collection: 'knowledge', tenantId: '', userId: '' };
const FIRST = 10;
/** Returns the ids of the first documents for a query. */
type Search = (query: string) => readonly string[] | Promise<readonly string[]>;

/** Answers all queries in every way. Leaves out Postgres without a server with pgvector. */
export async function textQuality(data: Cranfield): Promise<readonly TextQuality[]> {
  const memory = (): SqliteTextStore => new SqliteTextStore({ file: ':memory:' });
  const rows = [
    await score(BARE, data, bareSearch(data)),
    await score(BY_WORDS, data, await searchOf(new TextIndex({ store: memory(), ...WHOLE }), data)),
    await score(FUSED, data, await searchOf(fused(memory()), data)),
  ];
  const server = await startPostgres();
  if (server === undefined) return rows;
  try {
    if (!(await hasPgvector(server.connectionString))) return rows;
    const store = new PostgresTextStore({ connectionString: server.connectionString });
    rows.push(await score(FUSED_POSTGRES, data, await searchOf(fused(store), data)));
    await store.close();
    return rows;
  } finally {
    await server.stop();
  }
}

/** Each document is one chunk, as in the set. */
const WHOLE = { chunkSize: 8_000, chunkOverlap: 0 };

function fused(store: SqliteTextStore | PostgresTextStore): TextIndex {
  return new TextIndex({ store, embeddings: ngramEmbeddings(), ...WHOLE });
}

async function hasPgvector(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query("SELECT 1 FROM pg_available_extensions WHERE name = 'vector'");
  await client.end();
  return rows.length > 0;
}

async function searchOf(index: TextIndex, { documents }: Cranfield): Promise<Search> {
  for (const { id, title, text } of documents) {
    await index.put(OWNER, { source: String(id), title, facts: {}, text: text === '' ? title : text });
  }
  return async (query) => {
    const found = await index.search(query, { owners: [OWNER], limit: FIRST });
    return found.map(({ document }) => document.source);
  };
}

function bareSearch({ documents }: Cranfield): Search {
  const database = openSqlite(':memory:', { who: 'the benchmark', instead: 'Postgres' });
  database.exec("CREATE VIRTUAL TABLE bare USING fts5(title, text, tokenize='porter unicode61')");
  const insert = database.prepare('INSERT INTO bare (rowid, title, text) VALUES (?, ?, ?)');
  for (const { id, title, text } of documents) insert.run(id, title, text);
  const select = database.prepare('SELECT rowid FROM bare WHERE bare MATCH ? ORDER BY rank LIMIT ?');
  return (query) => {
    const words = query.match(/[\p{L}\p{N}]+/gu) ?? [];
    return select.all(words.map((word) => `"${word}"`).join(' OR '), FIRST).map(({ rowid }) => String(rowid));
  };
}

async function score(name: string, { queries }: Cranfield, search: Search): Promise<TextQuality> {
  const totals = { recall: 0, ndcg: 0 };
  for (const { text, relevant } of queries) {
    const wanted = new Set(relevant.map(String));
    const most = Math.min(FIRST, wanted.size);
    const gains = (await search(text)).map((id) => (wanted.has(id) ? 1 : 0));
    totals.recall += gains.filter((gain) => gain === 1).length / most;
    totals.ndcg += discounted(gains) / discounted(Array.from({ length: most }, () => 1));
  }
  return { name, recall: totals.recall / queries.length, ndcg: totals.ndcg / queries.length };
}

function discounted(gains: readonly number[]): number {
  return gains.reduce((sum, gain, rank) => sum + gain / Math.log2(rank + 2), 0);
}
