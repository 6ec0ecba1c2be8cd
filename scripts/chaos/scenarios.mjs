import { blockProcess } from './blocked-process.mjs';
import { Crowd, drain } from './crowd.mjs';
import { killFleet } from './fleet.mjs';
import { killTasks } from './kill-tasks.mjs';
import { raceChanges } from './race-changes.mjs';
import { raceDecisions } from './race-decisions.mjs';
import { hasRedis } from './redis-server.mjs';
import { stopCalls } from './stopped-calls.mjs';

const EVERY = ['bank_pay', 'bank_pay_checked', 'bank_pay_sealed', 'bank_read'];
const ROLES = ['proposer', 'proposer', 'approver', 'worker'];
/** More workers, so that another one takes the calls of a paused one over. */
const PAUSED_ROLES = ['proposer', 'approver', 'worker', 'worker', 'worker'];
const KILLS = { roles: ROLES, tools: EVERY, leaseMs: 2_000, slowMs: [0, 12], mostOpen: 40, faultProbability: 0.004 };
const PROGRAMS = { ...KILLS, slowMs: [0, 20], mostOpen: 20, hasPrograms: true };
const PAUSES = { roles: PAUSED_ROLES, leaseMs: 1_000, slowMs: [200, 900], mostOpen: 40 };
const BLOCKS = {
  tools: ['bank_pay', 'bank_pay_again', 'bank_pay_checked', 'bank_read'],
  leaseMs: 1_000,
  slowMs: [100, 900],
  mostOpen: 20,
};
const PAUSED_MS = [1_200, 2_400];

/**
 * The scenarios of the harness. `long` and `short` are the rounds of the two forms, and `size` is
 * the number of rounds that share a database.
 */
export const SCENARIOS = [
  {
    // `kill -9` at random points.
    name: 'kills',
    long: 1_000,
    short: 20,
    size: 100,
    run: (slice) => disturb(slice, KILLS, (crowd) => crowd.killUntil(slice.rounds)),
  },
  {
    // The same, for hosts that use the ids of runs and calls again. Two users have runs of one id,
    // and each process proposes, decides and recovers.
    name: 'reused-ids',
    long: 500,
    short: 6,
    size: 100,
    run: (slice) =>
      disturb(slice, { ...KILLS, roles: ['host', 'host', 'host'], mostOpen: 20, reuses: true }, (crowd) =>
        crowd.killUntil(slice.rounds),
      ),
  },
  {
    // The same, during programs and plans.
    name: 'programs',
    long: 500,
    short: 10,
    size: 100,
    run: (slice) => disturb(slice, PROGRAMS, (crowd) => crowd.killUntil(slice.rounds)),
  },
  {
    // `SIGSTOP` for longer than the lease, without `settleIn`.
    name: 'pauses',
    long: 150,
    short: 3,
    size: 50,
    run: (slice) =>
      disturb(slice, { ...PAUSES, tools: ['bank_pay', 'bank_pay_checked', 'bank_read'] }, (crowd) =>
        crowd.pauseUntil(slice.rounds, PAUSED_MS),
      ),
  },
  {
    // The same, for a tool that settles in its own transaction.
    name: 'settled-pauses',
    long: 150,
    short: 3,
    size: 50,
    run: (slice) =>
      disturb(slice, { ...PAUSES, tools: ['bank_pay_sealed'] }, (crowd) => crowd.pauseUntil(slice.rounds, PAUSED_MS)),
  },
  {
    // One process whose event loop is blocked for longer than its leases recovers its own calls.
    name: 'blocks',
    long: 100,
    short: 4,
    size: 50,
    run: (slice) => blockProcess(slice, BLOCKS),
  },
  {
    // Two processes decide about the same call at once.
    name: 'races',
    long: 10_000,
    short: 200,
    size: 2_000,
    run: raceDecisions,
  },
  {
    // People change arguments and prices while others decide about what they saw.
    name: 'changes',
    long: 10_000,
    short: 100,
    size: 1_000,
    run: raceChanges,
  },
  {
    // `kill -9` of servers of MCP at each write of a call that becomes a task.
    name: 'tasks',
    long: 700,
    short: 14,
    size: 140,
    run: killTasks,
  },
  {
    // `kill -9` of hosts, of workers of a fleet, and of Redis.
    name: 'fleet',
    long: 300,
    short: 5,
    size: 50,
    isMissing: () => (hasRedis() ? undefined : 'No redis-server is installed'),
    run: killFleet,
  },
  {
    // Cancellations, timeouts and calls that kill their worker in a fleet. The rounds are calls.
    name: 'stops',
    long: 2_000,
    short: 60,
    size: 2_000,
    isMissing: () => (hasRedis() ? undefined : 'No redis-server is installed'),
    run: stopCalls,
  },
];

/** Lets processes work on calls, disturbs them, ends all calls, and counts. */
async function disturb({ folder, storeAt, random }, { roles, ...given }, work) {
  const settings = { ...given, folder, storeAt };
  const crowd = new Crowd(random, settings);
  for (const role of roles) crowd.start(role);
  try {
    await work(crowd);
  } finally {
    await crowd.end();
  }
  const { broken, figures } = await drain(random, settings);
  return { broken, figures: { kills: crowd.kills, pauses: crowd.pauses, ...figures } };
}
