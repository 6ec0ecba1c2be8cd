import { documentCondition, type RowFilter } from '../text-filter-sql.js';
import type { ReadRows } from './search-words.js';
import { bytesOf, codeOf } from './sqlite-vectors.js';

/** Chunks whose whole vectors are compared, for each chunk that is asked for. More take longer. */
const CANDIDATES = 2;
const LEAST_CANDIDATES = 32;
/** The limit of sqlite-vec. */
const MOST_CANDIDATES = 4096;

/**
 * Returns the ids of the chunks with the nearest vectors, the nearest first. Compares the signs of
 * all vectors of the owners first, and the whole vectors of the nearest ones.
 */
export function searchCodes(read: ReadRows, vector: Float32Array, filter: RowFilter): readonly number[] {
  const near = filter.owners.flatMap((owner) => nearCodes(read, owner, vector, filter));
  const sql = `SELECT id FROM haft_text_chunks WHERE id IN (SELECT value FROM json_each(?))
    ORDER BY vec_distance_cosine(vector, ?), id LIMIT ?`;
  return read(sql, [JSON.stringify(near), bytesOf(vector), filter.limit]).map(({ id }) => Number(id));
}

function nearCodes(read: ReadRows, owner: number, vector: Float32Array, filter: RowFilter): readonly number[] {
  const count = Math.min(Math.max(filter.limit * CANDIDATES, LEAST_CANDIDATES), MOST_CANDIDATES);
  const values: (string | number | bigint | Uint8Array)[] = [codeOf(vector), BigInt(count), BigInt(owner)];
  const condition = documentCondition('document', { owners: [owner], facts: filter.facts }, (value) => {
    values.push(value);
    return '?';
  });
  const limited = condition === '' ? '' : `AND chunk IN (SELECT id FROM haft_text_chunks WHERE ${condition})`;
  const sql = `SELECT chunk FROM haft_text_codes WHERE code MATCH vec_bit(?) AND k = ? AND owner = ? ${limited}`;
  return read(sql, values).map(({ chunk }) => Number(chunk));
}
