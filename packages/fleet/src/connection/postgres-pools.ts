import { DEFAULT_SCHEMA, type PgPool, type PgPoolClient, type PgQueryResult } from 'bullmq';
import type { CreatePool, FleetPool } from './fleet-connection.js';

/**
 * The connections of a process to Postgres. All queues share a few connections for queries. Each
 * queue that is listened to holds one of its own.
 */
export class PostgresPools implements PgPool {
  readonly #queries: PgPool;
  readonly #held: PgPool;

  constructor(createPool: CreatePool, onError: (error: Error) => void) {
    const options = `-c search_path=${DEFAULT_SCHEMA}`;
    this.#queries = bullPool(createPool({ max: MOST_QUERIES, options }));
    this.#held = bullPool(createPool({ max: MOST_HELD, options }));
    this.#queries.on('error', onError);
    this.#held.on('error', onError);
  }

  query<Row>(text: string, params?: readonly unknown[]): Promise<PgQueryResult<Row>> {
    return this.#queries.query<Row>(text, params);
  }

  /** Returns a connection that may be held for ever. */
  connect(): Promise<PgPoolClient> {
    return this.#held.connect();
  }

  async end(): Promise<void> {
    await Promise.all([this.#queries.end(), this.#held.end()]);
  }

  /** Errors go to the function of the constructor, once. Queues would add a listener each. */
  on(): this {
    return this;
  }

  removeAllListeners(): this {
    return this;
  }
}

const MOST_QUERIES = 6;
/** Connections open when they are needed, so that this only has to be large. */
const MOST_HELD = 10_000;

/** The types of `pg` name the same events in another way than those of BullMQ. */
export function bullPool(pool: FleetPool): PgPool {
  return pool as PgPool;
}
