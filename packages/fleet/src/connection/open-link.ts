import { HaftError } from '@haft/core';
import { isObject } from '@haft/schema/basics';
import type { FleetConnection } from './fleet-connection.js';
import type { Link, OnLinkError } from './link.js';
import { oncePerOutage } from './once-per-outage.js';
import { PostgresLink } from './postgres-link.js';
import { RedisLink } from './redis-link.js';

/**
 * Rejects a value that is neither a client of ioredis nor has `createPool`.
 *
 * @throws {HaftError} `HAFT_INVALID_OPTION`
 */
export function requireConnection(connection: unknown): void {
  if (isObject(connection) && METHODS.some((name) => typeof connection[name] === 'function')) return;
  throw new HaftError('HAFT_INVALID_OPTION', '`connection` of a fleet is not a connection.', {
    hint: 'Give a client of ioredis, `new Redis(url, { maxRetriesPerRequest: null })`, or { createPool } for Postgres.',
  });
}

const METHODS = ['createPool', 'defineCommand'] as const;

/**
 * Opens the queues behind a connection.
 *
 * @throws {HaftError} `HAFT_INVALID_OPTION` if it is neither a client of ioredis nor has
 *   `createPool`
 */
export function openLink(connection: FleetConnection, onLinkError: OnLinkError): Link {
  const onError = oncePerOutage(onLinkError);
  requireConnection(connection);
  if ('createPool' in connection) return new PostgresLink(connection.createPool, onError);
  return new RedisLink(connection, onError);
}
