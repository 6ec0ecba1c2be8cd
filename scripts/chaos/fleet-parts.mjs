import { fleet, startWorker } from '@haft/fleet';
import { createRequire } from 'node:module';

// Redis is an optional dependency of the fleet only.
const { Redis } = createRequire(new URL('../../packages/fleet/package.json', import.meta.url))('ioredis');
const quiet = { debug() {}, info() {}, warn() {}, error() {} };

/** Returns the executor of a process that sends calls. */
export function executorOf(socket) {
  return fleet({ connection: connect(socket), logger: quiet }).executor;
}

/** Executes the calls of other processes, with locks of one second. */
export async function work(socket, runtime, ledger) {
  const run = runtime.startRun();
  const tools = await run.definitions();
  await run.end();
  await startWorker({
    ...{ runtime, tools, ledger, logger: quiet },
    connection: connect(socket),
    lockMs: 1_000,
    stalledCheckMs: 500,
  });
}

function connect(path) {
  const client = new Redis({ path, maxRetriesPerRequest: null, retryStrategy: () => 50 });
  client.on('error', () => {});
  return client;
}
