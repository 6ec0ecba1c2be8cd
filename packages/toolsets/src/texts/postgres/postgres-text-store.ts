import { randomUUID } from 'node:crypto';
import { PostgresTables, type PgClient, type PostgresPlace } from '@haft/runtime/sql';
import { factRows } from '../fact-rows.js';
import { DOCUMENT_COLUMNS, rowToChunk, rowToDocument, type SqlRow } from '../row-to-document.js';
import type {
  BareChunk,
  FoundChunk,
  NewDocument,
  PutResult,
  StoredDocument,
  TextFilter,
  TextOwner,
  TextStore,
  VectorModel,
} from '../text-store.js';
import type { RowFilter } from '../text-filter-sql.js';
import { indexedWord } from '../words-of.js';
import { POSTGRES_TEXT_MIGRATIONS } from './postgres-text-migrations.js';
import { createVectors, vectorText } from './postgres-vectors.js';
import { searchVectors, searchWords } from './search-statements.js';

/** Options of {@link PostgresTextStore}. */
export type PostgresTextStoreOptions = PostgresPlace;

/**
 * Texts in Postgres 13 or newer, through the package `pg`. Vectors need the extension pgvector, 0.8
 * or newer. Processes of several machines may share it.
 *
 * @throws {HaftError} `HAFT_MISSING_PEER` from its methods if `pg` or pgvector is not installed
 * @example const store = new PostgresTextStore({ connectionString: process.env.DATABASE_URL });
 */
export class PostgresTextStore implements TextStore {
  private readonly tables: PostgresTables;

  constructor(options: PostgresTextStoreOptions) {
    this.tables = new PostgresTables(options, [POSTGRES_TEXT_MIGRATIONS], 'PostgresTextStore');
  }

  /** Writes a document. See `TextStore.put`. */
  put(owner: TextOwner, document: NewDocument, most?: number): Promise<PutResult | undefined> {
    return this.tables.transaction(async (client) => {
      const { id: own, documents } = await lockOwner(client, owner);
      const known = await documentOf(client, own, 'source', document.source);
      if (known?.hash === document.hash) return { id: known.id, change: 'unchanged' };
      if (known === undefined && most !== undefined && documents >= most) return undefined;
      if (known !== undefined) await removeDocument(client, own, known);
      const id = known?.id ?? randomUUID();
      await insert(client, { owner: own, id }, document);
      return { id, change: known === undefined ? 'added' : 'updated' };
    });
  }

  /** Finds a document. See `TextStore.find`. */
  async find(owner: TextOwner, by: { source: string } | { id: string }): Promise<StoredDocument | undefined> {
    const pool = await this.tables.pool();
    const [own] = await ownerIds(pool, [owner]);
    if (own === undefined) return undefined;
    return 'source' in by ? documentOf(pool, own, 'source', by.source) : documentOf(pool, own, 'id', by.id);
  }

  /** Lists documents. See `TextStore.list`. */
  async list(
    owner: TextOwner,
    { limit, after = '' }: { limit: number; after?: string },
  ): Promise<readonly StoredDocument[]> {
    const pool = await this.tables.pool();
    const { rows } = await pool.query({
      text: `SELECT ${DOCUMENT_COLUMNS} FROM haft_text_documents d
        WHERE d.owner = ANY($1) AND d.source > $2 ORDER BY d.source LIMIT $3`,
      values: [await ownerIds(pool, [owner]), after, limit],
    });
    return rows.map(rowToDocument);
  }

  /** Removes a document. See `TextStore.remove`. */
  remove(owner: TextOwner, id: string): Promise<boolean> {
    return this.tables.transaction(async (client) => {
      const [own] = await ownerIds(client, [owner]);
      const known = own === undefined ? undefined : await documentOf(client, own, 'id', id);
      if (own === undefined || known === undefined) return false;
      await removeDocument(client, own, known);
      return true;
    });
  }

  /** Removes all documents of an owner. See `TextStore.removeAll`. */
  async removeAll(owner: TextOwner): Promise<number> {
    return this.tables.transaction(async (client) => {
      const values = [await ownerIds(client, [owner])];
      const { rowCount } = await client.query({
        text: 'DELETE FROM haft_text_documents WHERE owner = ANY($1)',
        values,
      });
      await client.query({ text: 'DELETE FROM haft_text_owners WHERE id = ANY($1)', values });
      return rowCount ?? 0;
    });
  }

  /** Finds chunks by their words. See `TextStore.byWords`. */
  async byWords(words: readonly string[], filter: TextFilter): Promise<readonly FoundChunk[]> {
    const pool = await this.tables.pool();
    return (await searchWords(pool, words, await rowFilter(pool, filter))).map(rowToChunk);
  }

  /** Finds chunks by their vectors. See `TextStore.byVector`. */
  byVector(vector: Float32Array, filter: TextFilter): Promise<readonly FoundChunk[]> {
    return this.tables.transaction(async (client) => {
      return (await searchVectors(client, vector, await rowFilter(client, filter))).map(rowToChunk);
    });
  }

  /** Lists the names of facts. See `TextStore.factNames`. */
  async factNames(owners: readonly TextOwner[]): Promise<readonly string[]> {
    const pool = await this.tables.pool();
    const { rows } = await pool.query({
      text: 'SELECT DISTINCT name FROM haft_text_facts WHERE owner = ANY($1) ORDER BY name',
      values: [await ownerIds(pool, owners)],
    });
    return rows.map(({ name }) => String(name));
  }

  /** Prepares vectors of a model. See `TextStore.useVectors`. */
  useVectors(model: VectorModel, { replace = false }: { readonly replace?: boolean } = {}): Promise<void> {
    return this.tables.transaction(async (client) => {
      await client.query('LOCK TABLE haft_text_models IN SHARE ROW EXCLUSIVE MODE');
      await createVectors(client, model, replace);
    });
  }

  /** Lists chunks without a vector. See `TextStore.withoutVectors`. */
  async withoutVectors(limit: number): Promise<readonly BareChunk[]> {
    const { rows } = await (
      await this.tables.pool()
    ).query({
      text: `SELECT c.id, c.text FROM haft_text_chunks c
        WHERE NOT EXISTS (SELECT 1 FROM haft_text_vectors v WHERE v.chunk = c.id) ORDER BY c.id LIMIT $1`,
      values: [limit],
    });
    return rows.map(({ id, text }) => ({ id: String(id), text: String(text) }));
  }

  /** Writes the vectors of chunks. See `TextStore.setVectors`. */
  async setVectors(vectors: ReadonlyMap<string, Float32Array>): Promise<void> {
    await addVectors(await this.tables.pool(), vectors);
  }

  /** Closes the pool that the store opened. */
  close(): Promise<void> {
    return this.tables.close();
  }
}

async function rowFilter(client: PgClient, { owners, limit, facts = {} }: TextFilter): Promise<RowFilter> {
  return { owners: await ownerIds(client, owners), limit, facts };
}

/** Creates the owner, if there is none, and locks it until the end of the transaction. */
async function lockOwner(
  client: PgClient,
  { collection, tenantId, userId }: TextOwner,
): Promise<{ readonly id: number; readonly documents: number }> {
  const { rows } = await client.query({
    text: `INSERT INTO haft_text_owners (collection, tenant_id, user_id, documents, chunks) VALUES ($1, $2, $3, 0, 0)
      ON CONFLICT (collection, tenant_id, user_id) DO UPDATE SET collection = EXCLUDED.collection RETURNING id, documents`,
    values: [collection, tenantId, userId],
  });
  return { id: Number(rows[0]?.['id']), documents: Number(rows[0]?.['documents']) };
}

async function ownerIds(client: PgClient, owners: readonly TextOwner[]): Promise<readonly number[]> {
  const { rows } = await client.query({
    text: `SELECT id FROM haft_text_owners WHERE (collection, tenant_id, user_id) IN
      (SELECT * FROM unnest($1::text[], $2::text[], $3::text[]))`,
    values: [
      owners.map(({ collection }) => collection),
      owners.map(({ tenantId }) => tenantId),
      owners.map(({ userId }) => userId),
    ],
  });
  return rows.map(({ id }) => Number(id));
}

async function documentOf(
  client: PgClient,
  owner: number,
  column: 'id' | 'source',
  value: string,
): Promise<StoredDocument | undefined> {
  const { rows } = await client.query({
    text: `SELECT ${DOCUMENT_COLUMNS} FROM haft_text_documents d WHERE d.owner = $1 AND d.${column} = $2`,
    values: [owner, value],
  });
  const [row] = rows;
  return row === undefined ? undefined : rowToDocument(row);
}

async function removeDocument(client: PgClient, owner: number, { id, chunks }: StoredDocument): Promise<void> {
  const { rowCount } = await client.query({ text: 'DELETE FROM haft_text_documents WHERE id = $1', values: [id] });
  if (rowCount === 1) await count(client, owner, -1, -chunks);
}

async function count(client: PgClient, owner: number, documents: number, chunks: number): Promise<void> {
  await client.query({
    text: 'UPDATE haft_text_owners SET documents = documents + $2, chunks = chunks + $3 WHERE id = $1',
    values: [owner, documents, chunks],
  });
}

async function insert(
  client: PgClient,
  { owner, id }: { readonly owner: number; readonly id: string },
  document: NewDocument,
): Promise<void> {
  const { source, title, facts, hash, chunks } = document;
  await client.query({
    text: `INSERT INTO haft_text_documents (id, owner, source, title, facts, hash, chunks, saved_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    values: [id, owner, source, title, JSON.stringify(facts), hash, chunks.length, Date.now()],
  });
  const rows = factRows(document);
  await client.query({
    text: `INSERT INTO haft_text_facts (owner, document, name, value)
      SELECT $1, $2, * FROM unnest($3::text[], $4::text[])`,
    values: [owner, id, rows.map(({ name }) => name), rows.map(({ value }) => value)],
  });
  const written = await client.query({
    text: `INSERT INTO haft_text_chunks (document, owner, position, text, words)
      SELECT $1, $2, position - 1, text, words::tsvector
      FROM unnest($3::text[], $4::text[]) WITH ORDINALITY AS c(text, words, position) RETURNING id, position`,
    values: [id, owner, chunks.map(({ text }) => text), chunks.map(({ words }) => vectorOfWords(owner, words))],
  });
  await addVectors(client, vectorsById(written.rows, chunks));
  await count(client, owner, 1, chunks.length);
}

function vectorsById(rows: readonly SqlRow[], chunks: NewDocument['chunks']): ReadonlyMap<string, Float32Array> {
  const vectors = new Map<string, Float32Array>();
  for (const { id, position } of rows) {
    const vector = chunks[Number(position)]?.vector;
    if (vector !== undefined) vectors.set(String(id), vector);
  }
  return vectors;
}

async function addVectors(client: PgClient, vectors: ReadonlyMap<string, Float32Array>): Promise<void> {
  if (vectors.size === 0) return;
  await client.query({
    text: `INSERT INTO haft_text_vectors (chunk, owner, vector)
      SELECT c.id, c.owner, v.vector::vector FROM unnest($1::bigint[], $2::text[]) v(chunk, vector)
      JOIN haft_text_chunks c ON c.id = v.chunk ON CONFLICT (chunk) DO NOTHING`,
    values: [[...vectors.keys()], [...vectors.values()].map(vectorText)],
  });
}

/** Writes words with their positions as Postgres reads them: `'1_cat':1,4 '1_dog':2`. */
function vectorOfWords(owner: number, words: readonly string[]): string {
  const positions = new Map<string, number[]>();
  for (const [at, word] of words.entries()) {
    const known = positions.get(word) ?? [];
    // Postgres keeps at most 255 positions, and none above 16,383.
    if (known.length < 255) known.push(Math.min(at + 1, 16_383));
    positions.set(word, known);
  }
  return [...positions].map(([word, all]) => `'${indexedWord(owner, word)}':${all.join(',')}`).join(' ');
}
