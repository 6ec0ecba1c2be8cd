import { HaftError } from '@haft/core';
import type { PgClient } from '@haft/runtime/sql';
import { otherModel } from '../other-model.js';
import type { VectorModel } from '../text-store.js';

/**
 * Creates the table of vectors of a model, with the extension pgvector.
 *
 * @throws {HaftError} `HAFT_INVALID_OPTION` if the store has vectors of another model
 * @throws {HaftError} `HAFT_MISSING_PEER` if the server has no pgvector 0.8 or newer
 */
export async function createVectors(client: PgClient, model: VectorModel, replace: boolean): Promise<void> {
  const { rows } = await client.query('SELECT model, dimensions FROM haft_text_models');
  const [row] = rows;
  if (row?.['model'] === model.model && row['dimensions'] === model.dimensions) return;
  if (row !== undefined) {
    if (!replace) throw otherModel(String(row['model']), model);
    await client.query('DROP TABLE haft_text_vectors');
  }
  await requirePgvector(client);
  await client.query(`CREATE TABLE haft_text_vectors (
    chunk BIGINT PRIMARY KEY REFERENCES haft_text_chunks ON DELETE CASCADE,
    owner BIGINT NOT NULL,
    vector VECTOR(${String(model.dimensions)}) NOT NULL
  )`);
  await client.query('CREATE INDEX haft_text_vectors_owner ON haft_text_vectors (owner)');
  if (model.dimensions <= MOST_INDEXED) {
    await client.query(
      'CREATE INDEX haft_text_vectors_near ON haft_text_vectors USING hnsw (vector vector_cosine_ops)',
    );
  }
  await client.query({
    text: `INSERT INTO haft_text_models (id, model, dimensions) VALUES (1, $1, $2)
      ON CONFLICT (id) DO UPDATE SET model = EXCLUDED.model, dimensions = EXCLUDED.dimensions`,
    values: [model.model, model.dimensions],
  });
}

/** Returns a vector as pgvector reads it. */
export function vectorText(vector: Float32Array): string {
  return `[${vector.join(',')}]`;
}

async function requirePgvector(client: PgClient): Promise<void> {
  const { rows } = await client.query("SELECT default_version FROM pg_available_extensions WHERE name = 'vector'");
  const [major = 0, minor = 0] = String(rows[0]?.['default_version']).split('.').map(Number);
  // A server without pgvector has no version, so the numbers can be NaN.
  if (!(major > 0 || minor >= 8)) {
    throw new HaftError('HAFT_MISSING_PEER', 'Embeddings in Postgres need the extension pgvector, 0.8 or newer.', {
      hint: 'Install pgvector on the server. Without embeddings, texts are found by their words.',
    });
  }
  await client.query('CREATE EXTENSION IF NOT EXISTS vector');
}

/** HNSW takes no longer vectors. All vectors of the owners are compared then. */
const MOST_INDEXED = 2_000;
