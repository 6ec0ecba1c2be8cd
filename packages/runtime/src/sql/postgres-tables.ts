import { refuseUnknownOptions, type OptionNames } from '@haft/core';
import type { MigrationSet } from './migration.js';
import { migratePostgres, refuseNewer } from './migrate-postgres.js';
import { openPool, type PgClient, type PgPool } from './pg-client.js';

/** Where the tables of a store are. */
export type PostgresPlace = {
  /** Whether the store creates or updates its tables at its first use. Default: true. */
  readonly migrate?: boolean;
} & (
  | {
      /** Address of the database. The store opens a pool, and closes it with `close`. */
      readonly connectionString: string;
    }
  | {
      /** Your pool of `pg`. The store does not close it. */
      readonly pool: PgPool;
    }
);

const VERIFIED_MS = 10_000;

/** The tables of a store in Postgres. Opens the pool and migrates the tables at the first use. */
export class PostgresTables {
  private opened: Promise<PgPool> | undefined;
  private migrated: Promise<PgPool> | undefined;
  private verifying: Promise<PgPool> | undefined;
  private verifiedAt = -Infinity;

  /**
   * @param sets - the migrations, in the order in which they are applied
   * @param who - the class of the store, for the message of an error
   */
  constructor(
    private readonly place: PostgresPlace,
    private readonly sets: readonly MigrationSet[],
    private readonly who: string,
  ) {
    refuseUnknownOptions(who, place, PLACE);
  }

  /**
   * Returns the pool, with tables that exist. A failure is tried again at the next use. Compares
   * the version of the tables with that of this process every 10 seconds, since a newer version of
   * Haft may have changed them.
   *
   * @throws {HaftError} `HAFT_MISSING_PEER` if `pg` is not installed
   * @throws {HaftError} `HAFT_INVALID_OPTION` if a newer version of Haft wrote the tables
   */
  pool(): Promise<PgPool> {
    const ready = this.ready();
    if (performance.now() - this.verifiedAt < VERIFIED_MS) return ready;
    this.verifying ??= this.verify(ready).finally(() => (this.verifying = undefined));
    return this.verifying;
  }

  private async verify(ready: Promise<PgPool>): Promise<PgPool> {
    const pool = await ready;
    await refuseNewer(pool, this.sets);
    this.verifiedAt = performance.now();
    return pool;
  }

  private ready(): Promise<PgPool> {
    if (this.place.migrate === false) return this.open();
    this.migrated ??= this.migrate().catch((error: unknown) => {
      this.migrated = undefined;
      throw error;
    });
    return this.migrated;
  }

  /** Creates or updates the tables, whatever the place says. Returns the pool. */
  async migrate(): Promise<PgPool> {
    const pool = await this.open();
    await migratePostgres(pool, this.sets);
    return pool;
  }

  /** Runs a transaction. Each statement sees what others have committed before it. */
  async transaction<Result>(work: (client: PgClient) => Promise<Result>): Promise<Result> {
    const client = await (await this.pool()).connect();
    let failure: Error | undefined;
    try {
      await client.query('BEGIN ISOLATION LEVEL READ COMMITTED');
      const result = await work(client);
      await client.query('COMMIT');
      return result;
    } catch (error) {
      await client.query('ROLLBACK').catch((cause: unknown) => {
        failure = cause instanceof Error ? cause : new Error('The connection is broken.');
      });
      throw error;
    } finally {
      client.release(failure);
    }
  }

  /** Closes a pool that this object opened. */
  async close(): Promise<void> {
    const { opened } = this;
    this.opened = undefined;
    this.migrated = undefined;
    if ('connectionString' in this.place) await (await opened)?.end();
  }

  private open(): Promise<PgPool> {
    const { place } = this;
    this.opened ??= 'pool' in place ? Promise.resolve(place.pool) : this.openOwn(place.connectionString);
    return this.opened;
  }

  private async openOwn(connectionString: string): Promise<PgPool> {
    try {
      return await openPool(connectionString, this.who);
    } catch (error) {
      this.opened = undefined;
      throw error;
    }
  }
}

const PLACE: OptionNames<Record<'migrate' | 'connectionString' | 'pool', unknown>> = {
  migrate: true,
  connectionString: true,
  pool: true,
};
