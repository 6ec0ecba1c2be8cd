import type { Cluster, Redis } from 'ioredis';

/** The parts of a `Pool` of the package `pg` that a fleet needs. */
export interface FleetPool {
  query(text: string, values?: unknown[]): Promise<{ readonly rows: unknown[] }>;
  connect(): Promise<{ release(destroy?: boolean): void }>;
  end(): Promise<void>;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

/**
 * Creates a connection pool on Postgres, such as
 * `(options) => new pg.Pool({ connectionString, ...options })`. The fleet closes the pools. A
 * sender or worker opens up to 6 connections for queries, one for cancellations, and one for each
 * queue.
 *
 * @param options - `max` connections, and `options` for the server: the schema of BullMQ
 */
export type CreatePool = (options: { readonly max: number; readonly options: string }) => FleetPool;

/**
 * The connection of a fleet. On Redis, a client of ioredis: the fleet uses it, copies it for
 * blocking commands and never closes it. On Postgres, a function that creates pools. Call
 * `migrateFleet` once before.
 */
export type FleetConnection = Redis | Cluster | { readonly createPool: CreatePool };
