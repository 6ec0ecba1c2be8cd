import { refuseUnknownOptions, type OptionNames } from '@haft/core';
import { randomUUID } from 'node:crypto';
import { migratedTables } from '@haft/runtime/sql';
import { SqliteFile, type SqliteValue } from '@haft/runtime/sqlite';
import { ErasedLog } from '../../erased-log.js';
import { factRows } from '../fact-rows.js';
import { otherModel } from '../other-model.js';
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
import { indexedWord } from '../words-of.js';
import { searchCodes } from './search-codes.js';
import { searchWords } from './search-words.js';
import { SQLITE_TEXT_MIGRATIONS } from './sqlite-text-migrations.js';
import { bytesOf, codeOf, createCodes, loadVectorExtension } from './sqlite-vectors.js';

/** Options of {@link SqliteTextStore}. */
export interface SqliteTextStoreOptions {
  /** Path of the file. Haft creates a missing file and its tables. */
  readonly file: string;
}

/**
 * Texts in one file of SQLite, which is part of Node 22.13 and newer. Words are found by FTS5,
 * vectors by the package `sqlite-vec`. Several processes of one machine may share the file.
 *
 * @throws {HaftError} `HAFT_NODE_VERSION` if this version of Node has no SQLite
 * @throws {HaftError} `HAFT_INVALID_OPTION` if the file has tables of a newer version
 * @example const store = new SqliteTextStore({ file: 'texts.db' });
 */
export class SqliteTextStore implements TextStore {
  private readonly file: SqliteFile;
  private readonly log: ErasedLog;
  private extension: Promise<void> | undefined;

  constructor(options: SqliteTextStoreOptions) {
    refuseUnknownOptions('SqliteTextStore', options, OPTIONS);
    const { file } = options;
    this.file = new SqliteFile(file, {
      who: 'SqliteTextStore',
      instead: 'PostgresTextStore',
      allowExtensions: true,
      ...migratedTables(
        [SQLITE_TEXT_MIGRATIONS],
        // A process that was killed may have left deleted texts in the log.
        'PRAGMA secure_delete = ON; PRAGMA wal_checkpoint(TRUNCATE)',
      ),
    });
    this.file.database.enableLoadExtension(false);
    this.log = new ErasedLog(this.file);
  }

  /** Writes a document. See `TextStore.put`. */
  async put(owner: TextOwner, document: NewDocument, most?: number): Promise<PutResult | undefined> {
    if ((await this.find(owner, document)) !== undefined) await this.loadForCodes();
    const result = await this.write((): PutResult | undefined => {
      const id = this.ownerId(owner) ?? this.addOwner(owner);
      const known = this.documentOf(id, 'source', document.source);
      if (known?.hash === document.hash) return { id: known.id, change: 'unchanged' };
      if (known === undefined && most !== undefined && this.count(id) >= most) return undefined;
      if (known !== undefined) this.removeDocument(id, known.id);
      const key = known?.id ?? randomUUID();
      this.insert(id, key, document);
      return { id: key, change: known === undefined ? 'added' : 'updated' };
    });
    // The log still has the text before.
    if (result?.change === 'updated') await this.log.erase();
    return result;
  }

  /** Finds a document. See `TextStore.find`. */
  find(owner: TextOwner, by: { source: string } | { id: string }): Promise<StoredDocument | undefined> {
    return this.file.read(() => {
      const id = this.ownerId(owner);
      if (id === undefined) return undefined;
      return 'source' in by ? this.documentOf(id, 'source', by.source) : this.documentOf(id, 'id', by.id);
    });
  }

  /** Lists documents. See `TextStore.list`. */
  list(owner: TextOwner, { limit, after = '' }: { limit: number; after?: string }): Promise<readonly StoredDocument[]> {
    return this.file.read(() =>
      this.all(
        `SELECT ${DOCUMENT_COLUMNS} FROM haft_text_documents d WHERE d.owner = ? AND d.source > ? ORDER BY d.source LIMIT ?`,
        this.ownerId(owner) ?? 0,
        after,
        limit,
      ).map(rowToDocument),
    );
  }

  /** Removes a document. See `TextStore.remove`. */
  remove(owner: TextOwner, id: string): Promise<boolean> {
    return this.write(() => {
      const own = this.ownerId(owner);
      if (own === undefined || this.documentOf(own, 'id', id) === undefined) return false;
      this.removeDocument(own, id);
      return true;
    }, true);
  }

  /** Removes all documents of an owner. See `TextStore.removeAll`. */
  removeAll(owner: TextOwner): Promise<number> {
    return this.write(() => {
      const own = this.ownerId(owner);
      if (own === undefined) return 0;
      const rows = this.all('SELECT id FROM haft_text_documents WHERE owner = ?', own);
      for (const { id } of rows) this.removeDocument(own, String(id));
      this.run('DELETE FROM haft_text_owners WHERE id = ?', own);
      return rows.length;
    }, true);
  }

  /** Finds chunks by their words. See `TextStore.byWords`. */
  byWords(words: readonly string[], { owners, limit, facts = {} }: TextFilter): Promise<readonly FoundChunk[]> {
    return this.file.read(() => {
      const filter = { owners: this.ownerIds(owners), limit, facts };
      return this.chunks(searchWords((sql, values) => this.all(sql, ...values), words, filter));
    });
  }

  /** Finds chunks by their vectors. See `TextStore.byVector`. */
  byVector(vector: Float32Array, { owners, limit, facts = {} }: TextFilter): Promise<readonly FoundChunk[]> {
    return this.file.read(() => {
      const filter = { owners: this.ownerIds(owners), limit, facts };
      return this.chunks(searchCodes((sql, values) => this.all(sql, ...values), vector, filter));
    });
  }

  /** Lists the names of facts. See `TextStore.factNames`. */
  factNames(owners: readonly TextOwner[]): Promise<readonly string[]> {
    return this.file.read(() => {
      const names = this.ownerIds(owners).flatMap((id) =>
        this.all('SELECT DISTINCT name FROM haft_text_facts WHERE owner = ?', id),
      );
      return [...new Set(names.map(({ name }) => String(name)))].sort();
    });
  }

  /** Prepares vectors of a model. See `TextStore.useVectors`. */
  async useVectors(model: VectorModel, { replace = false }: { readonly replace?: boolean } = {}): Promise<void> {
    await (this.extension ??= loadVectorExtension(this.file.database));
    await this.write(() => {
      const [row] = this.all('SELECT model, dimensions FROM haft_text_models');
      if (row?.['model'] === model.model && row['dimensions'] === model.dimensions) return;
      if (row !== undefined) {
        if (!replace) throw otherModel(String(row['model']), model);
        this.file.database.exec('DROP TABLE haft_text_codes; UPDATE haft_text_chunks SET vector = NULL');
      }
      createCodes(this.file.database, model);
      const { model: name, dimensions } = model;
      this.run('INSERT OR REPLACE INTO haft_text_models (id, model, dimensions) VALUES (1, ?, ?)', name, dimensions);
    });
  }

  /** Lists chunks without a vector. See `TextStore.withoutVectors`. */
  withoutVectors(limit: number): Promise<readonly BareChunk[]> {
    return this.file.read(() =>
      this.all('SELECT id, text FROM haft_text_chunks WHERE vector IS NULL ORDER BY id LIMIT ?', limit).map(
        ({ id, text }) => ({ id: String(id), text: String(text) }),
      ),
    );
  }

  /** Writes the vectors of chunks. See `TextStore.setVectors`. */
  setVectors(vectors: ReadonlyMap<string, Float32Array>): Promise<void> {
    return this.write(() => {
      for (const [id, vector] of vectors) {
        const [row] = this.all('SELECT owner FROM haft_text_chunks WHERE id = ? AND vector IS NULL', Number(id));
        if (row === undefined) continue;
        this.run('UPDATE haft_text_chunks SET vector = ? WHERE id = ?', bytesOf(vector), Number(id));
        this.addCode(Number(id), Number(row['owner']), vector);
      }
    });
  }

  /** Closes the file. */
  close(): Promise<void> {
    this.log.close();
    return this.file.close();
  }

  /** Returns whether the file still has bytes of deleted texts. See `TextStore.isErasing`. */
  isErasing(): boolean {
    return this.log.isErasing;
  }

  private insert(owner: number, id: string, document: NewDocument): void {
    const { source, title, facts, hash, chunks } = document;
    this.run(
      'INSERT INTO haft_text_documents (id, owner, source, title, facts, hash, chunks, saved_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
      ...[id, owner, source, title, JSON.stringify(facts), hash, chunks.length, Date.now()],
    );
    this.run('UPDATE haft_text_owners SET documents = documents + 1 WHERE id = ?', owner);
    for (const { name, value } of factRows(document)) {
      this.run(
        'INSERT INTO haft_text_facts (owner, name, value, document) VALUES (?, ?, ?, ?)',
        owner,
        name,
        value,
        id,
      );
    }
    for (const [position, { text, words, vector }] of chunks.entries()) {
      const indexed = words.map((word) => indexedWord(owner, word)).join(' ');
      const [row] = this.all(
        'INSERT INTO haft_text_chunks (document, owner, position, text, words, vector) VALUES (?, ?, ?, ?, ?, ?) RETURNING id',
        ...[id, owner, position, text, indexed, vector === undefined ? null : bytesOf(vector)],
      );
      const chunk = Number(row?.['id']);
      this.run('INSERT INTO haft_text_words (rowid, words) VALUES (?, ?)', chunk, indexed);
      if (vector !== undefined) this.addCode(chunk, owner, vector);
    }
  }

  private removeDocument(owner: number, id: string): void {
    const rows = this.all('SELECT id, words, vector IS NULL AS bare FROM haft_text_chunks WHERE document = ?', id);
    for (const { id: chunk, words, bare } of rows) {
      const removed = [Number(chunk), String(words)];
      this.run("INSERT INTO haft_text_words (haft_text_words, rowid, words) VALUES ('delete', ?, ?)", ...removed);
      if (bare === 0) this.run('DELETE FROM haft_text_codes WHERE chunk = ?', Number(chunk));
    }
    this.run('DELETE FROM haft_text_chunks WHERE document = ?', id);
    this.run('DELETE FROM haft_text_facts WHERE document = ?', id);
    this.run('DELETE FROM haft_text_documents WHERE id = ?', id);
    this.run('UPDATE haft_text_owners SET documents = documents - 1 WHERE id = ?', owner);
  }

  private addCode(chunk: number, owner: number, vector: Float32Array): void {
    // The virtual table takes integers alone, and node:sqlite binds numbers as floating point.
    const values = [BigInt(chunk), BigInt(owner), codeOf(vector)];
    this.run('INSERT INTO haft_text_codes (chunk, owner, code) VALUES (?, ?, vec_bit(?))', ...values);
  }

  private ownerId({ collection, tenantId, userId }: TextOwner): number | undefined {
    const [row] = this.all(
      'SELECT id FROM haft_text_owners WHERE collection = ? AND tenant_id = ? AND user_id = ?',
      ...[collection, tenantId, userId],
    );
    return row === undefined ? undefined : Number(row['id']);
  }

  private ownerIds(owners: readonly TextOwner[]): readonly number[] {
    return owners.map((owner) => this.ownerId(owner)).filter((id) => id !== undefined);
  }

  private addOwner({ collection, tenantId, userId }: TextOwner): number {
    const [row] = this.all(
      'INSERT INTO haft_text_owners (collection, tenant_id, user_id, documents) VALUES (?, ?, ?, 0) RETURNING id',
      ...[collection, tenantId, userId],
    );
    return Number(row?.['id']);
  }

  private count(owner: number): number {
    const [row] = this.all('SELECT documents FROM haft_text_owners WHERE id = ?', owner);
    return Number(row?.['documents']);
  }

  private documentOf(owner: number, column: 'id' | 'source', value: string): StoredDocument | undefined {
    const [row] = this.all(
      `SELECT ${DOCUMENT_COLUMNS} FROM haft_text_documents d WHERE d.owner = ? AND d.${column} = ?`,
      ...[owner, value],
    );
    return row === undefined ? undefined : rowToDocument(row);
  }

  private chunks(ids: readonly number[]): readonly FoundChunk[] {
    return ids.flatMap((id) =>
      this.all(
        `SELECT c.id AS chunk, c.text, c.position, ${DOCUMENT_COLUMNS} FROM haft_text_chunks c
         JOIN haft_text_documents d ON d.id = c.document WHERE c.id = ?`,
        id,
      ).map(rowToChunk),
    );
  }

  /** Writes, and empties the log if it still has the deleted text. */
  private async write<Result>(work: () => Result, isDeletion = false): Promise<Result> {
    if (isDeletion) await this.loadForCodes();
    const result = await this.file.transaction(work);
    if (isDeletion) await this.log.erase();
    return result;
  }

  /** Loads the extension if the file has vectors, since their removal needs it. */
  private async loadForCodes(): Promise<void> {
    const [model] = await this.file.read(() => this.all('SELECT 1 FROM haft_text_models'));
    if (model !== undefined) await (this.extension ??= loadVectorExtension(this.file.database));
  }

  private run(sql: string, ...values: readonly SqliteValue[]): void {
    this.file.run(sql, ...values);
  }

  private all(sql: string, ...values: readonly SqliteValue[]): readonly SqlRow[] {
    return this.file.all(sql, ...values);
  }
}

const OPTIONS: OptionNames<SqliteTextStoreOptions> = { file: true };
