/** The owner of documents: a collection of a tenant, and of one user or of all of its users. */
export interface TextOwner {
  /** The kind of texts, such as `knowledge` or `memory`. */
  readonly collection: string;
  /** The tenant. Empty without tenants. */
  readonly tenantId: string;
  /** The user. Empty for documents that all users of the tenant can read. */
  readonly userId: string;
}

/** A value of a document's metadata. Filters compare it. */
export type Fact = string | number | boolean;

/** Facts about a document, such as its author. A list has several values of one fact. */
export type Facts = Readonly<Record<string, Fact | readonly string[]>>;

/** A part of a document that is found as a whole. */
export interface NewChunk {
  readonly text: string;
  /** Its words, as `wordsOf` returns them. */
  readonly words: readonly string[];
  /** Its vector, if there are embeddings. */
  readonly vector?: Float32Array | undefined;
}

/** A document with its chunks. */
export interface NewDocument {
  /** Where the text comes from: a path, a URL, or any name. Unique for an owner. */
  readonly source: string;
  readonly title: string;
  readonly facts: Facts;
  /** SHA-256 of everything that the chunks were made of. */
  readonly hash: string;
  readonly chunks: readonly NewChunk[];
}

/** A document of an owner, without its text. */
export interface StoredDocument {
  readonly id: string;
  readonly source: string;
  readonly title: string;
  readonly facts: Facts;
  readonly hash: string;
  readonly chunks: number;
  /** When it was written, in milliseconds since the epoch. */
  readonly savedAt: number;
}

/** The outcome of a write. */
export interface PutResult {
  readonly id: string;
  readonly change: 'added' | 'updated' | 'unchanged';
}

/** A chunk that a search found. */
export interface FoundChunk {
  /** The id of the chunk. */
  readonly id: string;
  readonly text: string;
  /** The position of the chunk in its document, from 0. */
  readonly position: number;
  readonly document: StoredDocument;
}

/** Limits what a search finds. */
export interface TextFilter {
  /** The owners whose documents are searched. Nothing else is ever found. */
  readonly owners: readonly TextOwner[];
  /** Most chunks to return. */
  readonly limit: number;
  /** Facts that a document must have. `source` is a fact too. Default: none. */
  readonly facts?: Readonly<Record<string, Fact>>;
}

/** The model that made the vectors of a store. Vectors of different models cannot be compared. */
export interface VectorModel {
  readonly model: string;
  readonly dimensions: number;
}

/** A chunk that has no vector yet. */
export interface BareChunk {
  readonly id: string;
  readonly text: string;
}

/**
 * Keeps texts and finds them by words and by vectors. Every method is limited to the owners that it
 * gets. Writes are atomic: a document is there with all of its chunks, or as it was before.
 */
export interface TextStore {
  /**
   * Writes a document. It replaces the one of the same owner and source, unless the hash is equal.
   *
   * @param most - most documents of the owner. One more is refused. Default: no limit.
   * @returns undefined if the owner has `most` documents already
   */
  put(owner: TextOwner, document: NewDocument, most?: number): Promise<PutResult | undefined>;
  /** Returns the document with this source or id. */
  find(
    owner: TextOwner,
    by: { readonly source: string } | { readonly id: string },
  ): Promise<StoredDocument | undefined>;
  /** Returns documents in the order of their sources, after the source `after`. */
  list(owner: TextOwner, page: { readonly limit: number; readonly after?: string }): Promise<readonly StoredDocument[]>;
  /** Removes a document with all that was made of it. Returns whether it was there. */
  remove(owner: TextOwner, id: string): Promise<boolean>;
  /** Removes everything that an owner has. Returns the number of documents. */
  removeAll(owner: TextOwner): Promise<number>;
  /**
   * Returns whether the store still has bytes of removed texts, which it erases when other readers
   * have ended. Default: it has none.
   */
  isErasing?(): boolean;
  /** Returns the chunks with the best words, the best one first. */
  byWords(words: readonly string[], filter: TextFilter): Promise<readonly FoundChunk[]>;
  /** Returns the chunks with the nearest vectors, the nearest one first. */
  byVector(vector: Float32Array, filter: TextFilter): Promise<readonly FoundChunk[]>;
  /** Returns the names of the facts that documents of these owners have, sorted. */
  factNames(owners: readonly TextOwner[]): Promise<readonly string[]>;
  /**
   * Prepares the store for vectors of a model. Call it before a vector is written or searched.
   *
   * @param options - `replace` removes the vectors of another model
   * @throws {HaftError} `HAFT_INVALID_OPTION` if the store has vectors of another model
   */
  useVectors(model: VectorModel, options?: { readonly replace?: boolean }): Promise<void>;
  /** Returns chunks of all owners that have no vector. */
  withoutVectors(limit: number): Promise<readonly BareChunk[]>;
  /** Gives chunks their vectors. Ignores chunks that were removed meanwhile. */
  setVectors(vectors: ReadonlyMap<string, Float32Array>): Promise<void>;
  /** Closes what the store opened. */
  close(): Promise<void>;
}
