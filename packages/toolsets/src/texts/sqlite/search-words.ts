import { commonWords, COMMON, MOST_WORDS, rankedWords } from '../ranked-words.js';
import type { SqlRow } from '../row-to-document.js';
import { documentCondition, type RowFilter } from '../text-filter-sql.js';
import { indexedWord, wordPrefix } from '../words-of.js';

/** Reads rows of the database. */
export type ReadRows = (sql: string, values: readonly (string | number | bigint | Uint8Array)[]) => readonly SqlRow[];

/**
 * Returns the ids of the chunks with the best words by BM25, the best first. Common words do not
 * count, unless the query has no others: the newest chunks with all of them are found then.
 */
export function searchWords(read: ReadRows, words: readonly string[], filter: RowFilter): readonly number[] {
  const unique = [...new Set(words)].slice(0, MOST_WORDS);
  const indexed = filter.owners.flatMap((owner) => unique.map((word) => indexedWord(owner, word)));
  const counts = indexed.map((word) => {
    const sql = 'SELECT count(*) AS count FROM (SELECT 1 FROM haft_text_words WHERE haft_text_words MATCH ? LIMIT ?)';
    return { word, count: Number(read(sql, [quoted(word), COMMON])[0]?.['count']) };
  });
  const ranked = rankedWords(counts);
  if (ranked.length > 0) return rows(read, ranked.map(({ word }) => quoted(word)).join(' OR '), 'rank', filter);
  const common = commonWords(counts);
  const newest = filter.owners.flatMap((owner) => {
    const own = common.filter((word) => word.startsWith(wordPrefix(owner)));
    return own.length === 0 ? [] : rows(read, own.map(quoted).join(' AND '), 'rowid DESC', filter);
  });
  return newest.sort((one, other) => other - one).slice(0, filter.limit);
}

function rows(read: ReadRows, match: string, order: 'rank' | 'rowid DESC', filter: RowFilter): readonly number[] {
  const values: (string | number)[] = [match];
  const bind = (value: string | number): string => {
    values.push(value);
    return '?';
  };
  const condition = documentCondition('document', filter, bind);
  const limited = condition === '' ? '' : `AND rowid IN (SELECT id FROM haft_text_chunks WHERE ${condition})`;
  const sql = `SELECT rowid AS id FROM haft_text_words WHERE haft_text_words MATCH ? ${limited} ORDER BY ${order} LIMIT ?`;
  return read(sql, [...values, filter.limit]).map(({ id }) => Number(id));
}

/** Words are ASCII letters, digits and `_`, but `OR` and `AND` are operators. */
function quoted(word: string): string {
  return `"${word}"`;
}
