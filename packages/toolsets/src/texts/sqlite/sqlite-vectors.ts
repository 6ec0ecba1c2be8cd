import { HaftError } from '@haft/core';
import type { ExtensibleSqliteDatabase, SqliteDatabase } from '@haft/runtime/sqlite';
import type { VectorModel } from '../text-store.js';

/**
 * Loads the extension sqlite-vec into a database.
 *
 * @throws {HaftError} `HAFT_MISSING_PEER` if the package is not installed
 */
export async function loadVectorExtension(database: ExtensibleSqliteDatabase): Promise<void> {
  let path: string;
  try {
    const { getLoadablePath } = await import('sqlite-vec');
    path = getLoadablePath();
  } catch (cause) {
    throw new HaftError('HAFT_MISSING_PEER', 'Embeddings in SQLite need the package `sqlite-vec`.', {
      hint: 'Run: npm install sqlite-vec. Without embeddings, texts are found by their words.',
      cause,
    });
  }
  database.enableLoadExtension(true);
  database.loadExtension(path);
  database.enableLoadExtension(false);
}

/**
 * Creates the table of codes: one bit for each number of a vector. A search compares all codes of
 * an owner, and then the whole vectors of the nearest ones. Each owner has groups of its own. Large
 * groups are compared faster, small ones take less space for owners with few chunks.
 */
export function createCodes(database: SqliteDatabase, { dimensions }: VectorModel): void {
  database.exec(`CREATE VIRTUAL TABLE haft_text_codes USING vec0(
    chunk INTEGER PRIMARY KEY, owner INTEGER PARTITION KEY, code BIT[${String(dimensions)}], chunk_size=512)`);
}

/** Returns a vector as the database stores it. */
export function bytesOf(vector: Float32Array): Uint8Array {
  return new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
}

/** Returns the signs of a vector, one bit each. */
export function codeOf(vector: Float32Array): Uint8Array {
  const code = new Uint8Array(vector.length >> 3);
  for (const [at, number] of vector.entries()) {
    if (number > 0) code[at >> 3] = (code[at >> 3] ?? 0) | (1 << (at & 7));
  }
  return code;
}
