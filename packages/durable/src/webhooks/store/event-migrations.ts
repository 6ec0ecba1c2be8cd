import type { MigrationSet } from '@haft/runtime/sql';

/** The part of the SQL that differs between the databases. */
interface Dialect {
  readonly key: string;
  readonly integer: string;
  /** A new id of an event. */
  readonly newId: string;
  /** The triggers that write events. `insert` is the statement. */
  readonly triggers: (insert: string) => string;
  /** Removes the triggers. Undefined if a change of the calls keeps them. */
  readonly dropTriggers?: string;
}

const COLUMNS = 'key, run_id, call_id, tenant_id, user_id, tool, kind, state, created_at, expires_at';
const VALUES = COLUMNS.split(', ')
  .map((column) => `NEW.${column}`)
  .join(', ');

/** Whether a person can decide the call of a row. */
const isOpen = (row: 'OLD' | 'NEW'): string =>
  `(${row}.state = 'unknown_outcome' OR (${row}.state = 'awaiting' AND COALESCE(${row}.kind, '') <> 'program'))`;

/**
 * Whether an update of a row is an event. Renewed leases and the states of attempts do not count.
 */
const IS_EVENT = `${isOpen('OLD')} <> ${isOpen('NEW')}
    OR (${isOpen('NEW')} AND (OLD.state <> NEW.state OR OLD.fingerprint <> NEW.fingerprint))`;

const SQLITE: Dialect = {
  key: 'TEXT',
  integer: 'INTEGER',
  newId: "'msg_' || lower(hex(randomblob(16)))",
  dropTriggers: 'DROP TRIGGER IF EXISTS haft_call_proposed; DROP TRIGGER IF EXISTS haft_call_changed;',
  triggers: (insert) => `CREATE TRIGGER haft_call_proposed AFTER INSERT ON haft_calls WHEN ${isOpen('NEW')}
BEGIN
  ${insert}
END;
CREATE TRIGGER haft_call_changed AFTER UPDATE OF state, fingerprint ON haft_calls WHEN ${IS_EVENT}
BEGIN
  ${insert}
END;`,
};

const POSTGRES: Dialect = {
  key: 'TEXT COLLATE "C"',
  integer: 'BIGINT',
  newId: "'msg_' || replace(gen_random_uuid()::text, '-', '')",
  triggers: (insert) => `CREATE FUNCTION haft_webhook_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  ${insert}
  RETURN NULL;
END $$;
CREATE TRIGGER haft_call_proposed AFTER INSERT ON haft_calls FOR EACH ROW
  WHEN (${isOpen('NEW')}) EXECUTE FUNCTION haft_webhook_event();
CREATE TRIGGER haft_call_changed AFTER UPDATE OF state, fingerprint ON haft_calls FOR EACH ROW
  WHEN (${IS_EVENT}) EXECUTE FUNCTION haft_webhook_event();`,
};

/** The migrations of webhooks in SQLite. They need those of the ledger. */
export const SQLITE_EVENT_MIGRATIONS: MigrationSet = migrations(SQLITE);
/** The migrations of webhooks in Postgres. They need those of the ledger. */
export const POSTGRES_EVENT_MIGRATIONS: MigrationSet = migrations(POSTGRES);

function migrations(dialect: Dialect): MigrationSet {
  const triggers = dialect.triggers(insertEvent(dialect));
  const { dropTriggers } = dialect;
  const events = { version: 1, name: 'events', sql: `${eventTable(dialect)}\n${triggers}` };
  // A migration tool that writes the table of calls again drops them.
  const again = { version: 2, name: 'triggers', sql: `${dropTriggers ?? ''}\n${triggers}` };
  return {
    versions: 'haft_webhook_migrations',
    owner: 'webhooks',
    from: '@haft/durable',
    migrations: dropTriggers === undefined ? [events] : [events, again],
  };
}

function eventTable({ key, integer }: Dialect): string {
  return `CREATE TABLE haft_webhook_events (
  id ${key} PRIMARY KEY,
  type TEXT NOT NULL,
  key TEXT NOT NULL,
  run_id TEXT NOT NULL,
  call_id TEXT NOT NULL,
  tenant_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  tool TEXT NOT NULL,
  kind TEXT,
  state TEXT NOT NULL,
  created_at ${integer} NOT NULL,
  expires_at ${integer},
  at ${integer} NOT NULL,
  deliveries TEXT,
  next_at ${integer},
  lease TEXT,
  lease_until ${integer},
  is_failed INTEGER NOT NULL
);
CREATE INDEX haft_webhook_events_due ON haft_webhook_events (next_at) WHERE next_at IS NOT NULL;
CREATE INDEX haft_webhook_events_failed ON haft_webhook_events (at, id) WHERE is_failed = 1;`;
}

function insertEvent({ newId }: Dialect): string {
  return `INSERT INTO haft_webhook_events (id, type, ${COLUMNS}, at, next_at, is_failed)
  VALUES (${newId}, CASE WHEN NEW.state = 'unknown_outcome' THEN 'haft.call.unknown'
    WHEN ${isOpen('NEW')} THEN 'haft.call.pending' ELSE 'haft.call.decided' END,
    ${VALUES}, NEW.updated_at, NEW.updated_at, 0);`;
}
