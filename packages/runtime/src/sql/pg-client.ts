import { HaftError } from '@haft/core';

/** The part of a client or pool of `pg` that a store uses. */
export interface PgClient {
  query(
    query: string | { readonly name?: string; readonly text: string; readonly values?: readonly unknown[] },
  ): Promise<{ readonly rows: readonly Readonly<Record<string, unknown>>[]; readonly rowCount: number | null }>;
}

/** The part of a pool of `pg` that a store uses. */
export interface PgPool extends PgClient {
  connect(): Promise<PgClient & { release(error?: Error | boolean): void }>;
  end(): Promise<void>;
}

/**
 * Opens a pool.
 *
 * @param who - the class that needs it, for the message of an error
 * @throws {HaftError} `HAFT_MISSING_PEER` if `pg` is not installed
 */
export async function openPool(connectionString: string, who: string): Promise<PgPool> {
  try {
    const { default: pg } = await import('pg');
    const pool = new pg.Pool({ connectionString });
    // Without a listener, a connection that the server closes would end the process. The pool opens
    // another one.
    pool.on('error', () => undefined);
    return pool;
  } catch (cause) {
    throw new HaftError('HAFT_MISSING_PEER', `${who} needs the package \`pg\`.`, {
      hint: 'Run: npm install pg',
      cause,
    });
  }
}

/** Returns whether a value is a client of `pg`. */
export function isPgClient(client: unknown): client is PgClient {
  return typeof client === 'object' && client !== null && 'query' in client && typeof client.query === 'function';
}
