import { setTimeout as wait } from 'node:timers/promises';
import { Crowd, drain } from './crowd.mjs';
import { between } from './random.mjs';
import { RedisServer } from './redis-server.mjs';

const TOOLS = [
  'bank_pay',
  'bank_pay_checked',
  'bank_read',
  'bank_pay_later',
  'bank_pay_checked_later',
  'bank_read_later',
];
const SETTINGS = { tools: TOOLS, leaseMs: 2_000, slowMs: [0, 40], mostOpen: 40, faultProbability: 0.002 };
const ROLES = ['proposer', 'proposer', 'approver', 'worker', 'executor', 'executor'];

/** Kills workers, hosts and Redis at random, while workers execute the calls of the hosts. */
export async function killFleet({ folder, storeAt, random, rounds }) {
  const redis = await new RedisServer().start();
  const settings = { ...SETTINGS, folder, storeAt, redisSocket: redis.socket };
  try {
    const crowd = new Crowd(random, settings);
    for (const role of ROLES) crowd.start(role);
    try {
      while (crowd.kills + redis.kills < rounds && !crowd.isOver) {
        // A call passes several processes, and each needs a moment to start again.
        await crowd.progress(between(random, 2, 16), 8_000);
        await wait(between(random, 0, 30));
        if (random() < 0.15) await redis.restart(between(random, 0, 500));
        else crowd.anyMember()?.child.kill('SIGKILL');
      }
    } finally {
      await crowd.end();
    }
    const { broken, figures } = await drain(random, settings, ['executor']);
    return { broken, figures: { kills: crowd.kills, 'kills of Redis': redis.kills, ...figures } };
  } finally {
    await redis.stop();
  }
}
