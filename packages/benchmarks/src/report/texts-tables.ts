import { MANY_TEXTS, BARE, BY_WORDS, FUSED } from '../suites/row-names.js';
import type { Results } from '../suites/suites.js';
import type { Bar } from './bars.js';
import { milliseconds, percent, time } from './format.js';
import type { Table } from './table.js';

/** Returns the tables of searches in texts. */
export function textsTables({ quality, searches, writes }: Results['texts']): Table[] {
  if (quality.length === 0) return [];
  return [
    {
      title: 'P22: the queries of Cranfield, answered by ten documents',
      note:
        '1,400 abstracts and 225 queries. Recall is the share of the relevant documents, of at most ten. The vectors are those of ' +
        '`ngramEmbeddings`, without a model.',
      columns: ['', 'recall at 10', 'nDCG at 10'],
      rows: quality.map(({ name, recall, ndcg }) => [name, percent(recall), ndcg.toFixed(3)]),
    },
    {
      title: 'P22: a search by words and vectors, SQLite',
      note:
        'CPU of the main thread for five passages of one owner, over queries of Cranfield. The passages have 700 to 1,000 characters ' +
        'of its sentences, and vectors of 384 numbers.',
      columns: ['passages', 'median', '90th percentile'],
      rows: searches.map(({ chunks, search, percentile90 }) => [
        chunks.toLocaleString('en'),
        time(search.median),
        time(percentile90),
      ]),
    },
    {
      title: 'P22: passages written to SQLite, with vectors',
      note: 'Each document is one transaction, which waits for the disk.',
      columns: ['passages of a document', 'passages a second', 'CPU of a passage'],
      rows: writes.map(({ chunks, perSecond, cpu }) => [
        String(chunks),
        Math.round(perSecond).toLocaleString('en'),
        time(cpu),
      ]),
    },
  ];
}

/** Returns the bars of searches in texts. */
export function textsBars({ quality, searches }: Results['texts']): Bar[] {
  if (quality.length === 0) return [];
  const missed = (wanted: string): number | undefined => {
    const recall = quality.find(({ name }) => name === wanted)?.recall;
    return recall === undefined ? undefined : 1 - recall;
  };
  const limit = missed(BARE) ?? 0;
  const found = searches.find(({ chunks }) => chunks === MANY_TEXTS)?.search.median;
  return [
    {
      id: 'P22',
      what: 'relevant documents missed, words, to bare FTS5',
      limit,
      found: missed(BY_WORDS),
      format: percent,
    },
    { id: 'P22', what: 'relevant documents missed, fused, to bare FTS5', limit, found: missed(FUSED), format: percent },
    {
      id: 'P22',
      what: 'a search among 100,000 passages, SQLite',
      limit: 20,
      found: found === undefined ? undefined : found / 1e6,
      format: milliseconds,
    },
  ];
}
