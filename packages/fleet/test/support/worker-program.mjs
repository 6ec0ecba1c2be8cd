// A worker process of the tests. After its stop, it waits for the next start.
import { startWorker } from '@haft/fleet';
import { reconciled } from '@haft/core';
import * as haft from '@haft/runtime';
import { Redis } from 'ioredis';
import pg from 'pg';
import { shopTools } from './shop-tools.mjs';

const tell = (message) => process.send?.(message);
process.on('disconnect', () => process.exit());

let worker;
process.on('message', async (message) => {
  if (message === 'release') worker.release();
  else if (message === 'stop') {
    await worker.stop();
    tell({ type: 'stopped' });
  } else {
    worker = await start(message.start);
    tell({ type: 'ready' });
  }
});

async function start({ socket, postgres, ledger: file, prefix, lockMs, tools, version, concurrency }) {
  let release;
  const released = new Promise((resolve) => (release = resolve));
  const world = {
    async execute(tool, { cents, found }, run) {
      tell({
        type: 'began',
        tool,
        found,
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
    reconcile(tool, key, { found }) {
      tell({ type: 'reconciling', tool, found, effectKey: key });
      if (found === 'done') return reconciled.done({ found: key });
      return found === 'notDone' ? reconciled.notDone() : reconciled.unknown();
    },
  };
  const ledger = await openLedger(file, postgres);
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
  const definitions = await run.definitions();
  await run.end();
  const started = await startWorker({
    runtime,
    connection,
    prefix,
    tools: definitions.filter(({ name }) => tools.includes(name)),
    ledger,
    logger,
    lockMs,
    ...(concurrency && { concurrency }),
    stalledCheckMs: Math.ceil(lockMs / 2),
  });
  const stop = async () => {
    await started.stop({ graceMs: 0 });
    await runtime.dispose();
    await ledger.close();
    if (connection instanceof Redis) connection.disconnect();
  };
  return { release, stop };
}

async function openLedger(file, postgres) {
  // Node 20 has no SQLite.
  if (postgres === undefined) return new (await import('@haft/durable/sqlite')).SqliteCallLedger({ file });
  return new (await import('@haft/durable/postgres')).PostgresCallLedger({ connectionString: postgres });
}
