import type { MigrationSet } from './migration.js';
import { migrationHash, pendingMigrations } from './pending-migrations.js';
import type { PgClient, PgPool } from './pg-client.js';
import { versionTable } from './version-table.js';

/**
 * Brings the tables up to date, in one transaction. Processes that start at once wait for each
 * other: `CREATE TABLE IF NOT EXISTS` alone fails if two of them run it together.
 *
 * @throws {HaftError} `HAFT_INVALID_OPTION` if a newer version of Haft wrote the tables
 */
export async function migratePostgres(pool: PgPool, sets: readonly MigrationSet[]): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query(`SELECT pg_advisory_xact_lock(${LOCK})`);
    for (const set of sets) await apply(client, set);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}

/**
 * Compares the version of the tables with that of this process.
 *
 * @throws {HaftError} `HAFT_INVALID_OPTION` if a newer version of Haft wrote the tables
 */
export async function refuseNewer(pool: PgPool, sets: readonly MigrationSet[]): Promise<void> {
  for (const set of sets) {
    try {
      pendingMigrations(set, await appliedOf(pool, set));
    } catch (error) {
      // A host that makes the tables itself may have no table of versions.
      if ((error as { readonly code?: unknown }).code !== UNDEFINED_TABLE) throw error;
    }
  }
}

const UNDEFINED_TABLE = '42P01';

async function appliedOf(client: Pick<PgClient, 'query'>, { versions }: MigrationSet) {
  return (await client.query(`SELECT version, hash FROM ${versions} ORDER BY version`)).rows;
}

async function apply(client: PgClient, set: MigrationSet): Promise<void> {
  await client.query(versionTable(set.versions, 'BIGINT'));
  for (const migration of pendingMigrations(set, await appliedOf(client, set))) {
    const { version, name, sql } = migration;
    await client.query(sql);
    await client.query({
      text: `INSERT INTO ${set.versions} (version, name, hash, applied_at) VALUES ($1, $2, $3, $4)`,
      values: [version, name, migrationHash(migration), Date.now()],
    });
  }
}

/** The number of our lock. Any number that no other program uses. */
const LOCK = 4_823_117_509;
