import { migratePostgres, openPool, type MigrationSet, type PgClient, type PgPool } from '@haft/runtime/sql';

/** Where the tables of a store are. */
export type PostgresPlace = { readonly migrate?: boolean } & (
  { readonly connectionString: string } | { readonly pool: PgPool }
);

/** The tables of a store in Postgres. Opens the pool and migrates the tables at the first use. */
export class PostgresTables {
  private opened: Promise<PgPool> | undefined;

  /** @param who - the class of the store, for the message of an error */
  constructor(
    private readonly place: PostgresPlace,
    private readonly migrations: MigrationSet,
    private readonly who: string,
  ) {}

  /** Returns the pool. */
  pool(): Promise<PgPool> {
    return (this.opened ??= this.open());
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
    if ('connectionString' in this.place) await (await this.opened)?.end();
  }

  /** Tries again at the next call if it fails. */
  private async open(): Promise<PgPool> {
    try {
      if ('pool' in this.place) return await this.migrated(this.place.pool);
      const pool = await openPool(this.place.connectionString, this.who);
      return await this.migrated(pool).catch(async (error: unknown) => {
        await pool.end();
        throw error;
      });
    } catch (error) {
      this.opened = undefined;
      throw error;
    }
  }

  private async migrated(pool: PgPool): Promise<PgPool> {
    if (this.place.migrate !== false) await migratePostgres(pool, [this.migrations]);
    return pool;
  }
}
