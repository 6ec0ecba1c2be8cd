import type { MigrationSet } from '@haft/runtime/sql';

/** The tables of texts in Postgres. Words begin with their owner, as in SQLite. */
export const POSTGRES_TEXT_MIGRATIONS: MigrationSet = {
  versions: 'haft_text_migrations',
  owner: 'the text store',
  from: '@haft/toolsets',
  migrations: [
    {
      version: 1,
      name: 'texts',
      sql: `CREATE TABLE haft_text_owners (
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  collection TEXT COLLATE "C" NOT NULL,
  tenant_id TEXT COLLATE "C" NOT NULL,
  user_id TEXT COLLATE "C" NOT NULL,
  documents BIGINT NOT NULL,
  chunks BIGINT NOT NULL,
  UNIQUE (collection, tenant_id, user_id)
);
CREATE TABLE haft_text_documents (
  id TEXT COLLATE "C" PRIMARY KEY,
  owner BIGINT NOT NULL REFERENCES haft_text_owners ON DELETE CASCADE,
  source TEXT COLLATE "C" NOT NULL,
  title TEXT NOT NULL,
  facts TEXT NOT NULL,
  hash TEXT NOT NULL,
  chunks INTEGER NOT NULL,
  saved_at BIGINT NOT NULL,
  UNIQUE (owner, source)
);
CREATE TABLE haft_text_chunks (
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  document TEXT COLLATE "C" NOT NULL REFERENCES haft_text_documents ON DELETE CASCADE,
  owner BIGINT NOT NULL,
  position INTEGER NOT NULL,
  text TEXT NOT NULL,
  words TSVECTOR NOT NULL
);
CREATE INDEX haft_text_chunks_document ON haft_text_chunks (document, position);
CREATE INDEX haft_text_chunks_words ON haft_text_chunks USING gin (words);
CREATE TABLE haft_text_facts (
  owner BIGINT NOT NULL,
  name TEXT COLLATE "C" NOT NULL,
  value TEXT COLLATE "C" NOT NULL,
  document TEXT COLLATE "C" NOT NULL REFERENCES haft_text_documents ON DELETE CASCADE,
  UNIQUE (document, name, value)
);
CREATE INDEX haft_text_facts_value ON haft_text_facts (owner, name, value);
CREATE TABLE haft_text_models (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  model TEXT NOT NULL,
  dimensions INTEGER NOT NULL
);`,
    },
  ],
};
