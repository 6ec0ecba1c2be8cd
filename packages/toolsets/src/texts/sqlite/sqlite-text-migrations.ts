import type { MigrationSet } from '@haft/runtime/sql';

/**
 * The tables of texts in SQLite. The full-text index has no copy of the texts, and its words begin
 * with their owner, so that its lists of chunks belong to one owner each. `secure-delete` removes
 * words at once, where FTS5 would mark them as deleted. It needs the words, so each
 * chunk has them.
 */
export const SQLITE_TEXT_MIGRATIONS: MigrationSet = {
  versions: 'haft_text_migrations',
  owner: 'the text store',
  from: '@haft/toolsets',
  migrations: [
    {
      version: 1,
      name: 'texts',
      sql: `CREATE TABLE haft_text_owners (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  collection TEXT NOT NULL,
  tenant_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  documents INTEGER NOT NULL,
  UNIQUE (collection, tenant_id, user_id)
);
CREATE TABLE haft_text_documents (
  id TEXT PRIMARY KEY,
  owner INTEGER NOT NULL,
  source TEXT NOT NULL,
  title TEXT NOT NULL,
  facts TEXT NOT NULL,
  hash TEXT NOT NULL,
  chunks INTEGER NOT NULL,
  saved_at INTEGER NOT NULL,
  UNIQUE (owner, source)
);
CREATE TABLE haft_text_chunks (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  document TEXT NOT NULL,
  owner INTEGER NOT NULL,
  position INTEGER NOT NULL,
  text TEXT NOT NULL,
  words TEXT NOT NULL,
  vector BLOB
);
CREATE INDEX haft_text_chunks_document ON haft_text_chunks (document, position);
CREATE INDEX haft_text_chunks_bare ON haft_text_chunks (id) WHERE vector IS NULL;
CREATE TABLE haft_text_facts (
  owner INTEGER NOT NULL,
  name TEXT NOT NULL,
  value TEXT NOT NULL,
  document TEXT NOT NULL,
  PRIMARY KEY (owner, name, value, document)
) WITHOUT ROWID;
CREATE INDEX haft_text_facts_document ON haft_text_facts (document);
CREATE TABLE haft_text_models (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  model TEXT NOT NULL,
  dimensions INTEGER NOT NULL
);
CREATE VIRTUAL TABLE haft_text_words USING fts5(
  words, content='', tokenize="ascii tokenchars '_'"
);
INSERT INTO haft_text_words (haft_text_words, rank) VALUES ('secure-delete', 1);`,
    },
  ],
};
