export type { EmbedOptions, Embeddings } from './embeddings/embeddings.js';
export { localEmbeddings, type FeatureExtractor, type LocalEmbeddingsSettings } from './embeddings/local-embeddings.js';
export { ngramEmbeddings, type NgramOptions } from './embeddings/ngram-embeddings.js';
export { openAiEmbeddings, type OpenAiEmbeddingsSettings } from './embeddings/open-ai-embeddings.js';
export { PostgresTextStore, type PostgresTextStoreOptions } from './postgres/postgres-text-store.js';
export { SqliteTextStore, type SqliteTextStoreOptions } from './sqlite/sqlite-text-store.js';
export type { IndexedText, ScoredChunk, TextIndexSettings } from './text-index.js';
export { TextIndex } from './text-index.js';
export type {
  BareChunk,
  Fact,
  Facts,
  FoundChunk,
  NewChunk,
  NewDocument,
  PutResult,
  StoredDocument,
  TextFilter,
  TextOwner,
  TextStore,
  VectorModel,
} from './text-store.js';
