import { requireKind } from '@haft/core';
import { runMigrations } from 'bullmq';
import type { CreatePool } from './fleet-connection.js';
import { bullPool } from './postgres-pools.js';

/**
 * Creates or updates the tables of the queues on Postgres, in the schema `bullmq`. Several
 * processes may call it at the same time. Redis needs no such call.
 */
export async function migrateFleet(options: { readonly createPool: CreatePool }): Promise<void> {
  requireKind('The argument of migrateFleet()', options, 'an object');
  const { createPool } = options;
  requireKind('migrateFleet createPool', createPool, 'a function');
  const pool = bullPool(createPool({ max: 1, options: '' }));
  try {
    const client = await pool.connect();
    try {
      await runMigrations(client);
    } finally {
      client.release();
    }
  } finally {
    await pool.end();
  }
}
