import { HaftError } from '@haft/core';
import { isObject } from '@haft/schema/basics';
import type { FleetConnection } from './fleet-connection.js';
import type { Link, OnLinkError } from './link.js';
import { oncePerOutage } from './once-per-outage.js';
import { PostgresLink } from './postgres-link.js';
import { RedisLink } from './redis-link.js';

/**
 * Opens the queues behind a connection.
 *
 * @throws {HaftError} `HAFT_INVALID_OPTION` if it is neither a client of ioredis nor has
 *   `createPool`
 */
export function openLink(connection: FleetConnection, onLinkError: OnLinkError): Link {
  const onError = oncePerOutage(onLinkError);
  const isGiven = isObject(connection);
  if (isGiven && 'createPool' in connection) return new PostgresLink(connection.createPool, onError);
  if (isGiven && typeof connection.defineCommand === 'function') return new RedisLink(connection, onError);
  throw new HaftError('HAFT_INVALID_OPTION', '`connection` of a fleet is not a connection.', {
    hint: 'Give a client of ioredis, `new Redis(url, { maxRetriesPerRequest: null })`, or { createPool } for Postgres.',
  });
}
