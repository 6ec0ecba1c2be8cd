import type { PgClient } from '@haft/runtime/sql';
import { commonWords, COMMON, MOST_WORDS, rankedWords } from '../ranked-words.js';
import { DOCUMENT_COLUMNS, type SqlRow } from '../row-to-document.js';
import { documentCondition, type Bind, type RowFilter } from '../text-filter-sql.js';
import { indexedWord, wordPrefix } from '../words-of.js';
import { vectorText } from './postgres-vectors.js';

/**
 * Returns the chunks with the best words. Postgres has no BM25: each word counts by how often the
 * chunk has it for its length (`ts_rank`), and by how few chunks have it.
 */
export async function searchWords(
  client: PgClient,
  words: readonly string[],
  filter: RowFilter,
): Promise<readonly SqlRow[]> {
  const unique = [...new Set(words)].slice(0, MOST_WORDS);
  const queries = filter.owners.flatMap((owner) => unique.map((word) => `'${indexedWord(owner, word)}'`));
  if (queries.length === 0) return [];
  const counted = await client.query({
    text: `SELECT q AS word, (SELECT count(*) FROM
        (SELECT 1 FROM haft_text_chunks WHERE words @@ q::tsquery LIMIT ${String(COMMON)}) c) AS count,
      (SELECT sum(chunks) FROM haft_text_owners WHERE id = ANY($2)) AS chunks
      FROM unnest($1::text[]) q`,
    values: [queries, filter.owners],
  });
  const counts = counted.rows.map(({ word, count }) => ({ word: String(word), count: Number(count) }));
  const all = Number(counted.rows[0]?.['chunks']);
  const ranked = rankedWords(counts);
  if (ranked.length > 0) {
    const weights = ranked.map(({ count }) => Math.log(1 + (all - count + 0.5) / (count + 0.5)));
    return rankedRows(
      client,
      ranked.map(({ word }) => word),
      weights,
      filter,
    );
  }
  const common = commonWords(counts);
  return common.length === 0 ? [] : newestRows(client, common, filter);
}

/** Returns the chunks with the nearest vectors. Run it in a transaction: it changes settings. */
export async function searchVectors(
  client: PgClient,
  vector: Float32Array,
  filter: RowFilter,
): Promise<readonly SqlRow[]> {
  // The index gives the nearest chunks of all owners. It continues until there are enough.
  await client.query('SET LOCAL hnsw.iterative_scan = strict_order; SET LOCAL hnsw.ef_search = 100');
  const { bind, values } = binder([vectorText(vector), filter.owners]);
  const condition = documentCondition('c.document', filter, bind);
  const from = condition === '' ? '' : 'JOIN haft_text_chunks c ON c.id = v.chunk';
  const near = `SELECT v.chunk AS id, v.vector <=> $1::vector AS score FROM haft_text_vectors v ${from}
    WHERE v.owner = ANY($2) ${and(condition)} ORDER BY v.vector <=> $1::vector LIMIT ${bind(filter.limit)}`;
  return (await client.query({ text: withDocuments(near, 'score, chunk'), values })).rows;
}

async function rankedRows(
  client: PgClient,
  words: readonly string[],
  weights: readonly number[],
  filter: RowFilter,
): Promise<readonly SqlRow[]> {
  const { bind, values } = binder([words.join(' | '), words, weights]);
  const condition = documentCondition('document', filter, bind);
  const best = `SELECT id, (SELECT sum(w.weight * ts_rank('{1,1,1,1}', words, w.q::tsquery, 1))
      FROM unnest($2::text[], $3::float8[]) w(q, weight)) AS score
    FROM haft_text_chunks WHERE words @@ $1::tsquery ${and(condition)}
    ORDER BY score DESC, id LIMIT ${bind(filter.limit)}`;
  return (await client.query({ text: withDocuments(best, 'score DESC, chunk'), values })).rows;
}

async function newestRows(client: PgClient, words: readonly string[], filter: RowFilter): Promise<readonly SqlRow[]> {
  const own = filter.owners.map((owner) => words.filter((word) => word.startsWith(`'${wordPrefix(owner)}`)));
  const match = own.filter((all) => all.length > 0).map((all) => `(${all.join(' & ')})`);
  const { bind, values } = binder([match.join(' | ')]);
  const condition = documentCondition('document', filter, bind);
  const newest = `SELECT id, id AS score FROM haft_text_chunks WHERE words @@ $1::tsquery ${and(condition)}
    ORDER BY id DESC LIMIT ${bind(filter.limit)}`;
  return (await client.query({ text: withDocuments(newest, 'chunk DESC'), values })).rows;
}

function withDocuments(found: string, order: string): string {
  return `SELECT c.id AS chunk, c.text, c.position, f.score, ${DOCUMENT_COLUMNS} FROM (${found}) f
    JOIN haft_text_chunks c ON c.id = f.id JOIN haft_text_documents d ON d.id = c.document ORDER BY ${order}`;
}

function and(condition: string): string {
  return condition === '' ? '' : `AND ${condition}`;
}

function binder(values: unknown[]): { readonly bind: Bind; readonly values: unknown[] } {
  const bind = (value: string | number): string => `$${String(values.push(value))}`;
  return { bind, values };
}
