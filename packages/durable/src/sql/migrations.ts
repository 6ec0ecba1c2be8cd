import type { MigrationSet } from '@haft/runtime/sql';
import { POSTGRES_BACKGROUND, SQLITE_BACKGROUND } from './is-background.js';

/** The part of the SQL that differs between the databases. */
interface Dialect {
  /** The type of a key, which is compared by its bytes. */
  readonly key: string;
  readonly integer: string;
  /** The condition for rows with a background call. */
  readonly isBackground: string;
  /** Makes the owner a part of the keys, and adds the turn and the content of a call. */
  readonly withOwner: () => string;
}

const CALL_INDEXES = `CREATE INDEX haft_calls_waiting ON haft_calls (created_at, key) WHERE state IN ('awaiting', 'unknown_outcome');
CREATE INDEX haft_calls_user ON haft_calls (tenant_id, user_id, created_at, key) WHERE state IN ('awaiting', 'unknown_outcome');
CREATE INDEX haft_calls_tool ON haft_calls (tenant_id, tool, created_at, key) WHERE state IN ('awaiting', 'unknown_outcome');
CREATE INDEX haft_calls_idle ON haft_calls (updated_at) WHERE state IN ('approved', 'queued');
CREATE INDEX haft_calls_running ON haft_calls (lease_until) WHERE state = 'running';
CREATE INDEX haft_calls_ended ON haft_calls (updated_at) WHERE state IN ('done', 'failed', 'denied', 'cancelled', 'expired', 'unknown_outcome');`;

/** Finds the calls of a run, and those with an id. Few owners share the id of a run. */
const RUN_INDEX = `CREATE INDEX haft_calls_run ON haft_calls (run_id, call_id);`;

const SQLITE: Dialect = {
  key: 'TEXT',
  integer: 'INTEGER',
  isBackground: SQLITE_BACKGROUND,
  withOwner: sqliteOwner,
};
const POSTGRES: Dialect = {
  key: 'TEXT COLLATE "C"',
  integer: 'BIGINT',
  isBackground: POSTGRES_BACKGROUND,
  withOwner: postgresOwner,
};

/** The migrations of a ledger in SQLite. */
export const SQLITE_MIGRATIONS: MigrationSet = migrations(SQLITE);
/** The migrations of a ledger in Postgres. */
export const POSTGRES_MIGRATIONS: MigrationSet = migrations(POSTGRES);

function migrations(dialect: Dialect): MigrationSet {
  return {
    versions: 'haft_migrations',
    owner: 'the ledger',
    from: '@haft/durable',
    migrations: [
      { version: 1, name: 'calls', sql: firstTables(dialect) },
      { version: 2, name: 'progress', sql: 'ALTER TABLE haft_calls ADD COLUMN progress TEXT;' },
      { version: 3, name: 'background', sql: backgroundIndex(dialect.isBackground) },
      { version: 4, name: 'decisions', sql: decisionTables(dialect) },
      { version: 5, name: 'owner', sql: dialect.withOwner() },
      { version: 6, name: 'kept', sql: 'ALTER TABLE haft_calls ADD COLUMN kept TEXT;' },
    ],
  };
}

/** A `SqliteLedger` of the runtime may have created the same tables in the same file. */
function decisionTables({ key, integer }: Dialect): string {
  return `CREATE TABLE IF NOT EXISTS haft_decisions (
  request ${key} PRIMARY KEY,
  decided ${integer} NOT NULL,
  until ${integer} NOT NULL
);
CREATE INDEX IF NOT EXISTS haft_decisions_until ON haft_decisions (until);
CREATE TABLE IF NOT EXISTS haft_requests (request ${key} PRIMARY KEY, until ${integer} NOT NULL);
CREATE INDEX IF NOT EXISTS haft_requests_until ON haft_requests (until);`;
}

/** Other rows that wait have no entry, so that a worker never reads them. */
function backgroundIndex(isBackground: string): string {
  return `CREATE INDEX haft_calls_background ON haft_calls (updated_at, key) WHERE state = 'queued' AND ${isBackground};`;
}

/** The columns of the first version after the key. */
function callColumns(integer: string): string {
  return `  run_id TEXT NOT NULL,
  call_id TEXT NOT NULL,
  tenant_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  tool TEXT NOT NULL,
  kind TEXT,
  state TEXT NOT NULL,
  attempt INTEGER NOT NULL,
  lease TEXT,
  lease_until ${integer},
  is_cancelled INTEGER NOT NULL,
  fingerprint TEXT NOT NULL,
  effect_key TEXT NOT NULL,
  call TEXT NOT NULL,
  request TEXT,
  decision TEXT,
  outcome TEXT,
  created_at ${integer} NOT NULL,
  updated_at ${integer} NOT NULL,
  expires_at ${integer}`;
}

function runColumns(integer: string): string {
  return `  tenant_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  pending TEXT NOT NULL,
  version ${integer} NOT NULL,
  updated_at ${integer} NOT NULL`;
}

function firstTables({ key, integer }: Dialect): string {
  return `CREATE TABLE haft_calls (
  key ${key} PRIMARY KEY,
${callColumns(integer)}
);
${CALL_INDEXES}
CREATE TABLE haft_runs (
  run_id ${key} PRIMARY KEY,
${runColumns(integer)}
);
CREATE INDEX haft_runs_updated ON haft_runs (updated_at);`;
}

function postgresOwner(): string {
  return `ALTER TABLE haft_calls ADD COLUMN turn TEXT NOT NULL DEFAULT '', ADD COLUMN content TEXT NOT NULL DEFAULT '';
ALTER TABLE haft_calls DROP CONSTRAINT haft_calls_pkey, ADD PRIMARY KEY (key, tenant_id, user_id);
ALTER TABLE haft_runs DROP CONSTRAINT haft_runs_pkey, ADD PRIMARY KEY (run_id, tenant_id, user_id);
${RUN_INDEX}`;
}

/**
 * SQLite cannot change a primary key, so that the tables are written again. `migrateSqlite` keeps
 * their triggers.
 */
function sqliteOwner(): string {
  const before = `key, run_id, call_id, tenant_id, user_id, tool, kind, state, attempt, lease, lease_until, is_cancelled,
  fingerprint, effect_key, call, request, decision, outcome, created_at, updated_at, expires_at, progress`;
  return `CREATE TABLE haft_calls_next (
  key TEXT NOT NULL,
${callColumns('INTEGER')},
  progress TEXT,
  turn TEXT NOT NULL DEFAULT '',
  content TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (key, tenant_id, user_id)
);
INSERT INTO haft_calls_next (${before}) SELECT ${before} FROM haft_calls;
DROP TABLE haft_calls;
ALTER TABLE haft_calls_next RENAME TO haft_calls;
${CALL_INDEXES}
${backgroundIndex(SQLITE_BACKGROUND)}
${RUN_INDEX}
CREATE TABLE haft_runs_next (
  run_id TEXT NOT NULL,
${runColumns('INTEGER')},
  PRIMARY KEY (run_id, tenant_id, user_id)
);
INSERT INTO haft_runs_next SELECT run_id, tenant_id, user_id, pending, version, updated_at FROM haft_runs;
DROP TABLE haft_runs;
ALTER TABLE haft_runs_next RENAME TO haft_runs;
CREATE INDEX haft_runs_updated ON haft_runs (updated_at);`;
}
