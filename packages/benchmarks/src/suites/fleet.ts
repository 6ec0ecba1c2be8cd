import { AT_A_TIME, openBareQueue } from '../fleet/bare-queue.js';
import { openFleet, openLedgerFleet } from '../fleet/fleet-calls.js';
import { measureInProcess, type Measurement } from '../harness/measure-in-process.js';
import { startRedis, type RedisServer } from '../servers/redis.js';
import { openPostgresStore, openSqliteStore, type Store } from './ledger-stores.js';
import type { SuiteOptions } from './suite.js';
import { FLEET_CALL, FLEET_LEDGER_CALL } from './row-names.js';

/** P17: calls through the workers of a fleet against bare BullMQ. Times of one call. */
export interface FleetResults {
  /** Without a ledger. Empty if Redis is not installed. */
  readonly plain: readonly Measurement[];
  /** A store that is not installed has no table. */
  readonly stores: readonly FleetStoreTable[];
}

export interface FleetStoreTable {
  readonly store: string;
  readonly rows: readonly Measurement[];
}

const BATCH = 200;

export async function fleetSuite(options: SuiteOptions): Promise<FleetResults> {
  const redis = await startRedis();
  if (redis === undefined) {
    console.log('Redis is not installed: the suite of the fleet is left out.');
    return { plain: [], stores: [] };
  }
  try {
    const plain = await withoutLedger(redis, options);
    const stores: FleetStoreTable[] = [];
    for (const open of [openSqliteStore, openPostgresStore]) {
      const store = await open();
      if (store === undefined) console.log('Postgres is not installed: its table of the fleet is left out.');
      else stores.push({ store: store.name, rows: await withLedger(redis, store, options) });
      await store?.close();
    }
    return { plain, stores };
  } finally {
    await redis.stop();
  }
}

async function withoutLedger(redis: RedisServer, options: SuiteOptions): Promise<readonly Measurement[]> {
  const [bare, calls] = [await openBareQueue(redis), await openFleet(redis)];
  const rows = await measure(options, { 'bare BullMQ': bare.call, [FLEET_CALL]: calls.call });
  await calls.close();
  await bare.close();
  return rows;
}

async function withLedger(redis: RedisServer, store: Store, options: SuiteOptions): Promise<readonly Measurement[]> {
  const bare = await openBareQueue(redis);
  const calls = await openLedgerFleet(redis, store.ledger, `pay_${store.name.toLowerCase()}`);
  const rows = await measure(options, {
    'bare BullMQ and three bare writes': () => bare.callWithWrites(store),
    'bare BullMQ': bare.call,
    [FLEET_LEDGER_CALL]: calls.call,
  });
  await calls.close();
  await bare.close();
  return rows;
}

/** Wall time: the processes of Redis and Postgres work too. */
async function measure(
  options: SuiteOptions,
  calls: Readonly<Record<string, () => Promise<void>>>,
): Promise<readonly Measurement[]> {
  const clock = (): number => (performance.now() * 1_000) / BATCH;
  const cases = Object.entries(calls).map(([name, call]) => ({ name, run: () => manyTimes(call) }));
  const sampleMilliseconds = options.sampleMilliseconds / BATCH;
  return measureInProcess(cases, { ...options, sampleMilliseconds, clock });
}

/** Makes the calls of one batch, a fixed number at a time. */
async function manyTimes(call: () => Promise<void>): Promise<void> {
  let left = BATCH;
  await Promise.all(
    Array.from({ length: AT_A_TIME }, async () => {
      while (left-- > 0) await call();
    }),
  );
}
