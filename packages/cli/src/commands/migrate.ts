import { styled } from '../output/styled.js';
import { loadOfProject } from '../project/load-of-project.js';
import { UsageError } from '../usage-error.js';

/** Options of `haft migrate`. */
export interface MigrateOptions {
  /** The address of a database. */
  readonly postgres?: string;
  /** The database whose SQL is printed. */
  readonly print?: 'postgres' | 'sqlite';
  /** The version of the ledger's tables before the printed SQL. Default: 0. */
  readonly from?: string;
  /** Whether the tables and triggers of webhooks are included. Default: false. */
  readonly webhooks?: boolean;
}

interface PrintOptions {
  readonly webhooks: boolean;
  readonly from: number;
}

/** The parts of `@haft/durable` that the command uses. The project installs it. */
interface Durable {
  readonly migrations: {
    readonly printedMigrations: (database: 'postgres' | 'sqlite', options: PrintOptions) => string;
  };
  readonly postgres: { readonly PostgresCallLedger: new (options: object) => Store };
  readonly webhooks: { readonly PostgresWebhookStore: new (options: object) => Store };
}

interface Store {
  migrate(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Creates or updates the tables of a ledger in Postgres, or prints their SQL.
 *
 * @throws {HaftError} `HAFT_MISSING_PEER` if the project has no `@haft/durable`
 */
export async function migrate({ postgres, print, from, webhooks = false }: MigrateOptions): Promise<number> {
  if ((postgres === undefined) === (print === undefined)) {
    throw new UsageError('haft migrate needs one of --postgres and --print.', 'See: haft migrate --help');
  }
  if (from !== undefined && (print === undefined || !/^\d+$/.test(from))) {
    throw new UsageError('--from needs a version, and --print.', 'See: haft migrate --help');
  }
  if (print !== undefined) {
    const { printedMigrations } = await load('migrations');
    process.stdout.write(printedMigrations(print, { webhooks, from: Number(from ?? 0) }));
    return 0;
  }
  if (postgres === undefined || !/^postgres(ql)?:\/\//.test(postgres)) throw notAnAddress();
  const store = await openStore(postgres, webhooks);
  try {
    await store.migrate();
  } finally {
    await store.close();
  }
  const tables = webhooks ? 'the ledger and of webhooks' : 'the ledger';
  process.stdout.write(`${styled('green', '✓')} the tables of ${tables} are up to date\n`);
  return 0;
}

/** The store of webhooks creates the tables of the ledger too. */
async function openStore(connectionString: string, webhooks: boolean): Promise<Store> {
  if (webhooks) return new (await load('webhooks')).PostgresWebhookStore({ connectionString });
  return new (await load('postgres')).PostgresCallLedger({ connectionString });
}

/** The message does not repeat the text, which may have a password. */
function notAnAddress(): UsageError {
  const message = 'The value of --postgres is not the address of a Postgres database.';
  return new UsageError(message, 'Write postgres://user@host:5432/database. An unset variable gives an empty text.');
}

function load<Part extends keyof Durable>(part: Part): Promise<Durable[Part]> {
  return loadOfProject<Durable[Part]>(`@haft/durable/${part}`, 'haft migrate');
}
