import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import type { RecordedCall } from '@haft/core/report';
import { UsageError } from '../usage-error.js';
import { loadOfProject } from './load-of-project.js';

/** The parts of Haft that read a ledger. The project installs them. */
interface Haft {
  readonly createRuntime: (options: object) => AsyncDisposable & { readonly pending: object };
}
interface Telemetry {
  readonly callsOfLedger: (pending: object) => Promise<LedgerCalls>;
}
interface Ledger {
  close(): Promise<void>;
}
interface Ledgers {
  readonly PostgresCallLedger: new (options: { readonly connectionString: string }) => Ledger;
  readonly SqliteCallLedger: new (options: { readonly file: string }) => Ledger;
}

/** The parts of `node:sqlite` that the command uses. */
interface Sqlite {
  readonly DatabaseSync: new (
    file: string,
    options: { readonly readOnly: boolean },
  ) => { prepare(sql: string): { get(): unknown }; close(): void };
}

/** The newest calls of a ledger. */
export interface LedgerCalls {
  readonly calls: readonly RecordedCall[];
  /** Whether newer calls are missing. */
  readonly isPartial: boolean;
}

/** Returns whether a text names a ledger: the address of a Postgres, or a file of SQLite. */
export function isLedger(place: string): boolean {
  return isAddress(place) || (place !== '-' && isSqlite(place));
}

/**
 * Reads the calls of all processes from a ledger.
 *
 * @throws {HaftError} `HAFT_MISSING_PEER` if the project has no `haft` or `@haft/durable`
 * @throws {UsageError} if the file has no tables of a ledger
 */
export async function ledgerCalls(place: string): Promise<LedgerCalls> {
  const { createRuntime } = await load<Haft>('haft');
  const { callsOfLedger } = await load<Telemetry>('haft/telemetry');
  const ledger = await openLedger(place);
  try {
    await using runtime = createRuntime({ toolsets: [], durability: { ledger } });
    return await callsOfLedger(runtime.pending);
  } finally {
    await ledger.close();
  }
}

async function openLedger(place: string): Promise<Ledger> {
  if (isAddress(place)) {
    const { PostgresCallLedger } = await load<Ledgers>('@haft/durable/postgres');
    return new PostgresCallLedger({ connectionString: place });
  }
  requireTables(place);
  const { SqliteCallLedger } = await load<Ledgers>('@haft/durable/sqlite');
  return new SqliteCallLedger({ file: place });
}

/** A report creates no tables in the database of something else. */
function requireTables(file: string): void {
  // In a Node without SQLite, the ledger says which version is needed.
  const sqlite = process.getBuiltinModule('node:sqlite') as Sqlite | undefined;
  if (sqlite === undefined) return;
  const database = new sqlite.DatabaseSync(file, { readOnly: true });
  try {
    if (database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'haft_calls'").get() !== undefined) return;
  } finally {
    database.close();
  }
  throw new UsageError(`${file} is not a ledger: it has no table haft_calls.`, 'Name the file of SqliteCallLedger.');
}

function load<Module>(module: string): Promise<Module> {
  return loadOfProject<Module>(module, 'haft report');
}

function isAddress(place: string): boolean {
  return /^postgres(ql)?:\/\//.test(place);
}

/** Reads the mark of the format: https://www.sqlite.org/fileformat.html#the_database_header */
function isSqlite(file: string): boolean {
  if (!existsSync(file)) return false;
  const bytes = Buffer.alloc(MARK.length);
  const open = openSync(file, 'r');
  try {
    readSync(open, bytes);
  } finally {
    closeSync(open);
  }
  return bytes.toString('latin1') === MARK;
}

const MARK = 'SQLite format 3\0';
