import type { ConnectionOptions } from 'bullmq';
import type { FleetConnection } from '../connection/fleet-connection.js';

/** A connection, and what ends the client that was made for it. */
export interface OpenConnection {
  readonly connection: FleetConnection;
  readonly close: () => void;
}

/**
 * Returns a connection as a fleet takes it. Options of a client, as BullMQ has them, create one.
 */
export async function openConnection(given: FleetConnection | ConnectionOptions): Promise<OpenConnection> {
  if (!isClientOptions(given)) {
    // The fleet refuses clients of other packages than ioredis.
    return { connection: given as FleetConnection, close: () => undefined };
  }
  const { Redis } = await import('ioredis');
  const { url, ...options } = given;
  // BullMQ asks for it: commands of workers block.
  const own = { ...options, maxRetriesPerRequest: null };
  const client = url === undefined ? new Redis(own) : new Redis(url, own);
  return {
    connection: client,
    close: () => {
      client.disconnect();
    },
  };
}

function isClientOptions(given: FleetConnection | ConnectionOptions): given is { readonly url?: string } {
  return !('createPool' in given) && !('duplicate' in given && typeof given.duplicate === 'function');
}
