import { setTimeout as wait } from 'node:timers/promises';
import { Crowd, drain } from './crowd.mjs';
import { Journal } from './journal.mjs';
import { RedisServer } from './redis-server.mjs';

const SETTINGS = { leaseMs: 2_000, slowMs: [0, 250], faultProbability: 0, timeoutMs: 400 };
const HOSTS = 2;

/**
 * Sends calls to workers, cancels some, lets some time out, and sends some that kill their worker.
 * No call that was paid may end as `cancelled` or `failed`, and the calls next to one that kills
 * its worker keep their ends if they may run again.
 */
export async function stopCalls({ folder, storeAt, random, rounds }) {
  const redis = await new RedisServer().start();
  const settings = { ...SETTINGS, folder, storeAt, redisSocket: redis.socket };
  try {
    const crowd = new Crowd(random, settings);
    for (let count = 0; count < 3; count++) crowd.start('executor');
    // The first calls must not time out before the workers are connected.
    await wait(3_000);
    const hosts = Array.from({ length: HOSTS }, () =>
      crowd.start('stopper', { jobs: Math.ceil(rounds / HOSTS), mostOpen: 10 }),
    );
    try {
      await Promise.all(hosts.map(({ ended }) => ended));
    } finally {
      await crowd.end();
    }
    const { broken, figures, rows } = await drain(random, settings, ['executor']);
    const lost = neighbours(new Journal(folder, 'answers').entries(), rows);
    for (const { call, state } of lost) broken.push(`a neighbour lost its end: ${call} is ${state}`);
    const states = Object.fromEntries(
      [...Map.groupBy(rows, ({ state }) => state)].map(([state, those]) => [state, those.length]),
    );
    return { broken, figures: { 'killed workers': crowd.kills, ...figures, ...states } };
  } finally {
    await redis.stop();
  }
}

/** Returns calls that may run again, were neither cancelled nor late, and have an unknown end. */
function neighbours(answers, rows) {
  const stopped = new Set(
    answers
      .filter(({ status, text }) => status === 'interrupted' || text.startsWith('Timed out'))
      .map(({ runId, callId }) => `${runId}/${callId}`),
  );
  return rows
    .filter(({ tool, state }) => REPEATABLE.has(tool) && state !== 'done')
    .map(({ runId, callId, state }) => ({ call: `${runId}/${callId}`, state }))
    .filter(({ call }) => !stopped.has(call));
}

const REPEATABLE = new Set(['bank_pay_again', 'bank_pay_checked']);
