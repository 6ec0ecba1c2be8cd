import { Queue, QueueEvents, Worker } from 'bullmq';
import { setTimeout as wait } from 'node:timers/promises';
import type { RedisServer } from '../servers/redis.js';
import type { Store } from '../suites/ledger-stores.js';

/** Calls without Haft, through BullMQ with the same settings as a fleet. */
export interface BareQueue {
  /** Adds a job and waits for its result. */
  readonly call: () => Promise<void>;
  /** Adds a job with three writes, and waits until the last one is on the disk. */
  readonly callWithWrites: (store: Store) => Promise<void>;
  readonly close: () => Promise<void>;
}

const KEPT = { age: 3_600, count: 1_000 };
const OPTIONS = { attempts: 1, removeOnComplete: KEPT, removeOnFail: KEPT };

/** The time of a tool, the bytes of its arguments and the calls at a time. */
export const [WAIT_MS, AT_A_TIME] = [1, 50];
const BYTES = 1_000;
/** The arguments of each call. */
export const PAYLOAD = { order: 'o-1', note: 'n'.repeat(BYTES) };

/** Ended jobs stay, so that each job of the process needs an id of its own. */
let serial = 0;

export async function openBareQueue(redis: RedisServer): Promise<BareQueue> {
  const [answered, written] = ['bare-answered', 'bare-written'];
  const queues = { answered: queueOn(redis, answered), written: queueOn(redis, written) };
  const events = new QueueEvents(answered, { connection: redis.connect(), lastEventId: '0-0' });
  await events.waitUntilReady();
  const answers = new Map<string, () => void>();
  events.on('completed', ({ jobId }) => {
    answers.get(jobId)?.();
    answers.delete(jobId);
  });
  const ends = new Map<string, { readonly store: Store; readonly done: () => void }>();
  const options = { concurrency: AT_A_TIME };
  const workers = [
    new Worker(answered, work, { ...options, connection: redis.connect() }),
    new Worker(
      written,
      async ({ name }) => {
        const end = ends.get(name);
        await end?.store.update(name, LEASE);
        const result = await work();
        await end?.store.update(name, JSON.stringify(result));
        ends.delete(name);
        end?.done();
      },
      { ...options, connection: redis.connect() },
    ),
  ];
  await Promise.all(workers.map((worker) => worker.waitUntilReady()));
  return {
    call: async () => {
      const jobId = `bare_${String(++serial)}`;
      const done = new Promise<void>((resolve) => answers.set(jobId, resolve));
      await queues.answered.add('pay', PAYLOAD, { ...OPTIONS, jobId });
      await done;
    },
    callWithWrites: async (store) => {
      const name = `bare-${String(++serial)}`;
      const done = new Promise<void>((resolve) => ends.set(name, { store, done: resolve }));
      await store.insert(name, JSON.stringify(PAYLOAD));
      await queues.written.add(name, PAYLOAD, OPTIONS);
      await done;
    },
    close: async () => {
      await Promise.all(workers.map((worker) => worker.close()));
      await events.close();
      await Promise.all(Object.values(queues).map((queue) => queue.close()));
    },
  };
}

const LEASE = 'l'.repeat(22);

function queueOn(redis: RedisServer, name: string): Queue {
  return new Queue(name, { connection: redis.connect() });
}

async function work(): Promise<{ readonly paid: number }> {
  await wait(WAIT_MS);
  return { paid: 5 };
}
