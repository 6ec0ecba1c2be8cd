import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';

const installed = spawnSync('redis-server', ['--version']).status === 0;
if (!installed) console.warn('notice: no redis-server is installed; the tests of the fleet on Redis are skipped.');

/** `describe`, if there is a Redis server. */
export const describeRedis = installed ? describe : describe.skip;

/** A Redis server on a socket in a temporary folder. It takes no port. */
export class RedisServer {
  readonly socket: string;
  readonly #folder = mkdtempSync(join(tmpdir(), 'haft-fleet-'));
  readonly #clients: Redis[] = [];
  #process: ChildProcess | undefined;

  private constructor(private readonly keeps: boolean) {
    this.socket = join(this.#folder, 'redis.sock');
  }

  /**
   * Starts a server.
   *
   * @param options.keeps - whether it has its data again after it was killed. Default: true
   */
  static async start({ keeps = true }: { readonly keeps?: boolean } = {}): Promise<RedisServer> {
    const server = new RedisServer(keeps);
    await server.start();
    return server;
  }

  async start(): Promise<void> {
    const settings = ['--port', '0', '--unixsocket', this.socket, '--save', '', '--dir', this.#folder];
    const log = this.keeps ? ['--appendonly', 'yes', '--appendfsync', 'always'] : ['--appendonly', 'no'];
    const child = spawn('redis-server', [...settings, ...log]);
    this.#process = child;
    await new Promise<void>((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (code) => reject(new Error(`redis-server ended with ${code}`)));
      child.stdout.on('data', (text) => {
        if (String(text).includes('eady to accept connections')) resolve();
      });
    });
    child.removeAllListeners('exit');
  }

  /** A client, as an application makes it. */
  connect(): Redis {
    const client = new Redis({ path: this.socket, maxRetriesPerRequest: null, retryStrategy: () => 50 });
    client.on('error', () => undefined);
    this.#clients.push(client);
    return client;
  }

  async kill(): Promise<void> {
    const child = this.#process;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  }

  async stop(): Promise<void> {
    for (const client of this.#clients) client.disconnect();
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
