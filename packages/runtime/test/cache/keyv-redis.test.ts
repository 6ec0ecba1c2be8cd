import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Cached, Tool, Toolset } from '@haft/core';
import KeyvRedis from '@keyv/redis';
import { Keyv } from 'keyv';
import { createRuntime, type Runtime } from '../../src/index.js';
import { quietLogger } from '../support/quiet-logger.js';
import { reflect } from '../support/reflect.js';

const installed = spawnSync('redis-server', ['--version']).status === 0;
if (!installed) console.warn('notice: no redis-server is installed; the tests of the cache in Redis are skipped.');
const described = installed ? describe : describe.skip;

@Toolset()
class Archive {
  calls = 0;

  @Tool()
  @Cached({ ttlMs: 60_000, scope: 'global' })
  async find(name: string): Promise<object> {
    this.calls++;
    return { name, since: new Date(0), size: 5n };
  }

  @Tool()
  @Cached({ ttlMs: 50, scope: 'global' })
  async soon(): Promise<number> {
    return ++this.calls;
  }
}
const archive = reflect(Archive, { find: { parameters: { name: { type: 'string' } } }, soon: {} });

described('results in Redis [CACHE-3]', () => {
  let folder: string;
  let server: ChildProcess;
  let stores: Keyv[];

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'haft-redis-'));
    stores = [];
    server = await startRedis(folder);
  });

  afterEach(async () => {
    for (const store of stores) await store.disconnect().catch(() => undefined);
    await stop(server);
    rmSync(folder, { recursive: true, force: true });
  });

  /** A process of the application: a runtime with a connection of its own. */
  function start(): { runtime: Runtime; toolset: Archive } {
    const redis = new KeyvRedis({ socket: { path: join(folder, 'redis.sock'), reconnectStrategy: false } });
    redis.on('error', () => undefined);
    const cache = new Keyv({ store: redis, namespace: 'tools' });
    cache.on('error', () => undefined);
    stores.push(cache);
    const toolset = new Archive();
    return {
      runtime: createRuntime({ toolsets: [archive, toolset], cache, observe: { logger: quietLogger() } }),
      toolset,
    };
  }

  test("two applications share each other's results", async () => {
    const [one, two] = [start(), start()];
    const first = await one.runtime.startRun().call('find', { name: 'ä "quoted"' });
    const second = await two.runtime.startRun().call('find', { name: 'ä "quoted"' });
    expect(second).toMatchObject({ status: 'success', cached: true, text: first.text });
    expect([one.toolset.calls, two.toolset.calls]).toEqual([1, 0]);
  });

  test('Redis itself forgets a result after its time', async () => {
    const [one, two] = [start(), start()];
    expect(await one.runtime.startRun().call('soon', {})).toMatchObject({ value: 1 });
    await delay(120);
    expect(await two.runtime.startRun().call('soon', {})).not.toHaveProperty('cached');
    expect([one.toolset.calls, two.toolset.calls]).toEqual([1, 1]);
  });

  test('a Redis that goes away costs the cache, not the call', async () => {
    const { runtime, toolset } = start();
    await runtime.startRun().call('find', { name: 'a' });
    await stop(server);
    expect(await runtime.startRun().call('find', { name: 'a' })).toMatchObject({ status: 'success' });
    expect(toolset.calls).toBe(2);
  });
});

/** On a socket in the folder: no port is taken, nothing is written to disk. */
async function startRedis(folder: string): Promise<ChildProcess> {
  const socket = join(folder, 'redis.sock');
  const server = spawn('redis-server', ['--port', '0', '--unixsocket', socket, '--save', '', '--dir', folder]);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.once('exit', (code) => reject(new Error(`redis-server ended with ${code}`)));
    server.stdout.on('data', (text) => {
      if (String(text).includes('eady to accept connections')) resolve();
    });
  });
  server.removeAllListeners('exit');
  return server;
}

async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGKILL');
  await ended;
}
