// A worker process of the tests.
import { startWorker } from '@haft/fleet';
import { reconciled as found } from '@haft/core';
import * as haft from '@haft/runtime';
import { Redis } from 'ioredis';
import pg from 'pg';
import { shopTools } from './shop-tools.mjs';

const {
  socket,
  postgres,
  ledger: file,
  prefix,
  lockMs,
  version,
  reconciled,
  concurrency,
} = JSON.parse(process.argv[2]);
const tell = (message) => process.send?.(message);
let release;
const released = new Promise((resolve) => (release = resolve));
process.on('message', (message) => message === 'release' && release());
process.on('disconnect', () => process.exit());

const world = {
  async execute(tool, { cents }, run) {
    tell({
      type: 'began',
      tool,
      tenantId: run.tenantId,
      effectKey: run.idempotencyKey,
      approvedBy: run.approval?.metadata.by,
    });
    if (cents === 13) process.kill(process.pid, 'SIGKILL');
    run.logger.info('begins', { cents });
    run.report(1);
    run.report(2);
    if (cents === 1) return { cents };
    await Promise.race([
      released,
      new Promise((_, reject) => {
        run.signal.addEventListener('abort', () => {
          tell({ type: 'aborted', tool });
          reject(run.signal.reason);
        });
      }),
    ]);
    return { cents };
  },
  reconcile(key) {
    tell({ type: 'reconciling', effectKey: key });
    if (reconciled === 'done') return found.done({ found: key });
    return reconciled === 'notDone' ? found.notDone() : found.unknown();
  },
};

const ledger = await openLedger();

async function openLedger() {
  // Node 20 has no SQLite.
  if (postgres === undefined) return new (await import('@haft/durable/sqlite')).SqliteCallLedger({ file });
  return new (await import('@haft/durable/postgres')).PostgresCallLedger({ connectionString: postgres });
}

const logger = { debug() {}, info() {}, warn() {}, error() {} };
const runtime = haft.createRuntime({
  toolsets: shopTools(haft, world, version),
  durability: { ledger, leaseMs: lockMs },
  observe: { logger },
  people: { pendingSecret: 'a secret of the tests that is long enough' },
});
const connection =
  postgres === undefined
    ? new Redis({ path: socket, maxRetriesPerRequest: null })
    : { createPool: (options) => new pg.Pool({ connectionString: postgres, ...options }) };
const run = runtime.startRun();
const tools = await run.definitions();
await run.end();
await startWorker({
  runtime,
  connection,
  prefix,
  tools,
  ledger,
  logger,
  lockMs,
  ...(concurrency && { concurrency }),
  stalledCheckMs: Math.ceil(lockMs / 2),
});
tell({ type: 'ready' });
