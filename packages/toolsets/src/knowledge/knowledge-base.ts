import { refuseUnknownOptions, type OptionNames, requireKind } from '@haft/core';
import { basename } from 'node:path';
import type { HttpOptions } from '../http/http-options.js';
import { TextIndex, type ScoredChunk, type TextIndexSettings } from '../texts/text-index.js';
import type { Fact, Facts, StoredDocument, TextOwner } from '../texts/text-store.js';
import { addFolder, type FolderOptions, type FolderReport } from './ingest/add-folder.js';
import { readDocument } from './ingest/read-document.js';
import { readPage } from './ingest/read-page.js';

/** Settings of a knowledge base. */
export interface KnowledgeSettings extends TextIndexSettings {
  /**
   * The name under which documents are stored. Knowledge bases with other names do not see them.
   * Default: `knowledge`.
   */
  readonly collection?: string;
  /** Fetches pages, and reads HTML: `new HttpOptions()` of `@haft/toolsets/http`. Default: none. */
  readonly http?: HttpOptions;
  /** Largest file, in bytes. Default: 5,000,000. */
  readonly maxFileBytes?: number;
}

/** Readers of a document: all users of a tenant, or one of them. */
export interface KnowledgeScope {
  /** The tenant. Default: none, for an application without tenants. */
  readonly tenantId?: string | undefined;
  /** The only user who can read it. Default: all users of the tenant. */
  readonly userId?: string | undefined;
}

/** How a document is added. */
export interface AddOptions extends KnowledgeScope {
  /** Its name for people. It counts in searches. Default: none. */
  readonly title?: string;
  /** Facts about it. `knowledge_search` can filter by them. Default: none. */
  readonly facts?: Facts;
  /** Stops the work. */
  readonly signal?: AbortSignal;
}

/** The outcome of adding a document. */
export interface AddedDocument {
  readonly source: string;
  readonly change: 'added' | 'updated' | 'unchanged';
  /** The number of its parts that can be found. */
  readonly chunks: number;
}

/**
 * Documents that a model can search. Adding is incremental: a document that has not changed costs
 * one read of its hash, and no embeddings.
 *
 * @example
 * const knowledge = new KnowledgeBase({ store: new SqliteTextStore({ file: 'knowledge.db' }) });
 * await knowledge.addFolder('./handbook', { tenantId: 'acme' });
 */
export class KnowledgeBase {
  readonly collection: string;
  /** Finds chunks for owners that the caller names. */
  readonly index: TextIndex;
  private readonly http: HttpOptions | undefined;
  private readonly maxFileBytes: number;

  /** @throws {HaftError} `HAFT_INVALID_OPTION` if a setting is invalid */
  constructor(settings: KnowledgeSettings) {
    refuseUnknownOptions('The knowledge base', settings, SETTINGS);
    requireKind('The knowledge base store', settings.store, {
      methods: [],
      name: "a store, such as new SqliteTextStore({ file: 'knowledge.db' })",
    });
    this.index = new TextIndex(settings);
    this.collection = settings.collection ?? 'knowledge';
    this.http = settings.http;
    this.maxFileBytes = settings.maxFileBytes ?? 5_000_000;
  }

  /**
   * Adds a text, or replaces the one with the same source.
   *
   * @param source - a name that identifies the text: `handbook/travel`
   * @throws {HaftError} `HAFT_INVALID_OPTION` if the source or a fact is too long
   */
  async addText(source: string, text: string, options: AddOptions = {}): Promise<AddedDocument> {
    const { title = '', facts = {}, signal } = options;
    const result = await this.index.put(this.owner(options), { source, title, facts, text }, { signal });
    // Without a limit, the store takes every document.
    const { change, chunks } = result ?? { change: 'unchanged', chunks: 0 };
    return { source, change, chunks };
  }

  /**
   * Adds a text file: Markdown, plain text, HTML, source code.
   *
   * @param options.source - its name in the knowledge base. Default: the name of the file.
   * @throws {Error} with the reason, if the file is not a text or is too large
   */
  async addFile(path: string, options: AddOptions & { readonly source?: string } = {}): Promise<AddedDocument> {
    const { text, title } = await readDocument(path, this.reader(options.signal));
    return this.addText(options.source ?? basename(path), text, { title, ...options });
  }

  /**
   * Adds all text files below a folder, and removes the documents whose files are gone. Sources are
   * `<name>/<path>`. Does not follow links.
   *
   * @returns the number of changes, and each file that was left out, with its reason
   */
  addFolder(folder: string, options: FolderOptions = {}): Promise<FolderReport> {
    return addFolder(this, folder, { options, reader: this.reader(options.signal) });
  }

  /**
   * Adds a page or text document from the web. Needs the setting `http`, whose rules apply.
   *
   * @throws {ToolFailed} if the address is not allowed, or does not answer with a text
   */
  async addUrl(url: string, options: AddOptions = {}): Promise<AddedDocument> {
    const { text, source } = await readPage(url, this.http, options.signal);
    return this.addText(source, text, options);
  }

  /** Removes a document for good. Returns whether it was there. */
  async remove(source: string, scope: KnowledgeScope = {}): Promise<boolean> {
    const owner = this.owner(scope);
    const known = await this.index.store.find(owner, { source });
    return known !== undefined && this.index.store.remove(owner, known.id);
  }

  /** Removes all documents of a scope for good. Returns their number. */
  removeAll(scope: KnowledgeScope = {}): Promise<number> {
    return this.index.store.removeAll(this.owner(scope));
  }

  /**
   * Returns documents of a scope in the order of their sources.
   *
   * @param page.limit - most documents to return. Default: 100.
   * @param page.after - returns documents after this source
   */
  list(
    scope: KnowledgeScope = {},
    { limit = 100, after = '' }: { readonly limit?: number; readonly after?: string } = {},
  ): Promise<readonly StoredDocument[]> {
    return this.index.store.list(this.owner(scope), { limit, after });
  }

  /** Searches the documents of a tenant and, with a user, the user's own documents. */
  search(
    query: string,
    { limit = 5, facts = {}, signal, ...scope }: SearchOptions = {},
  ): Promise<readonly ScoredChunk[]> {
    const own = this.owner(scope);
    const owners = own.userId === '' ? [own] : [{ ...own, userId: '' }, own];
    return this.index.search(query, { owners, limit, facts }, signal);
  }

  /** Makes the vectors again, after a change of the embeddings. See `TextIndex.embedAgain`. */
  embedAgain(
    options: { readonly signal?: AbortSignal; readonly onProgress?: (done: number) => void } = {},
  ): Promise<number> {
    return this.index.embedAgain(options);
  }

  /**
   * Returns the owner of the documents of a scope.
   *
   * @throws {HaftError} `HAFT_INVALID_OPTION` for a name that no method knows, such as `tenant`:
   *   the documents would be those of all users
   */
  owner(scope: KnowledgeScope): TextOwner {
    refuseUnknownOptions('The knowledge base', scope, SCOPE_AND_MORE);
    const { tenantId = '', userId = '' } = scope;
    return { collection: this.collection, tenantId, userId };
  }

  private reader(signal: AbortSignal | undefined) {
    return { maxBytes: this.maxFileBytes, http: this.http, signal };
  }
}

/** Options of {@link KnowledgeBase.search}. */
export interface SearchOptions extends KnowledgeScope {
  /** Most chunks to return. Default: 5. */
  readonly limit?: number;
  /** Facts that a document must have. Default: none. */
  readonly facts?: Readonly<Record<string, Fact>>;
  /** Stops the work. */
  readonly signal?: AbortSignal;
}

const SETTINGS: OptionNames<KnowledgeSettings> = {
  store: true,
  embeddings: true,
  chunkSize: true,
  chunkOverlap: true,
  collection: true,
  http: true,
  maxFileBytes: true,
};

/** The names in the options of all methods, which have the scope among them. */
const SCOPE_AND_MORE: OptionNames<AddOptions & FolderOptions & SearchOptions & { source: unknown }> = {
  tenantId: true,
  userId: true,
  title: true,
  facts: true,
  signal: true,
  source: true,
  name: true,
  include: true,
  exclude: true,
  removeMissing: true,
  onProgress: true,
  limit: true,
};
