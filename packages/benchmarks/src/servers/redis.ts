import type { FleetConnection } from '@haft/fleet';
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A client of ioredis. */
export type RedisClient = Exclude<FleetConnection, { readonly createPool: unknown }>;

/** A Redis server of its own, on a socket in a temporary folder. */
export interface RedisServer {
  /** A client that BullMQ accepts. */
  connect(): RedisClient;
  stop(): Promise<void>;
}

/** Starts a server with the settings that a fleet needs. Undefined if Redis is not installed. */
export async function startRedis(): Promise<RedisServer | undefined> {
  if (spawnSync('redis-server', ['--version']).status !== 0) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'haft-bench-redis-'));
  const path = join(folder, 'redis.sock');
  const settings = ['--port', '0', '--unixsocket', path, '--dir', folder, '--save', ''];
  const server = spawn('redis-server', [...settings, '--appendonly', 'yes', '--appendfsync', 'everysec']);
  for await (const text of server.stdout.iterator({ destroyOnReturn: false })) {
    if (String(text).includes('eady to accept connections')) break;
  }
  server.stdout.resume();
  const clients: RedisClient[] = [];
  return {
    connect: () => {
      const client = new Redis({ path, maxRetriesPerRequest: null });
      clients.push(client);
      return client;
    },
    stop: async () => {
      for (const client of clients) client.disconnect();
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The peer of `@haft/fleet`, from its own folder. */
const { Redis } = createRequire(import.meta.resolve('@haft/fleet/package.json'))('ioredis') as {
  readonly Redis: new (options: { readonly path: string; readonly maxRetriesPerRequest: null }) => RedisClient;
};
