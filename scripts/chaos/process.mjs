// One process of the harness. It proposes, decides, recovers or drains until it is killed.
import { HaftError } from '@haft/core';
import { createRuntime, decision } from '@haft/runtime';
import { setTimeout as wait } from 'node:timers/promises';
import { bankOf } from './bank.mjs';
import { programToolsets, randomProgram } from './programs.mjs';
import { FaultPoints } from './fault-points.mjs';
import { Journal } from './journal.mjs';
import { between, randomOf } from './random.mjs';
import { openStore } from './store.mjs';

const {
  role,
  folder,
  storeAt,
  seed,
  faultProbability = 0,
  leaseMs,
  tools,
  slowMs,
  mostOpen,
  hasPrograms = false,
  redisSocket,
  timeoutMs,
  jobs = 0,
  blocks = 0,
  reuses = false,
} = JSON.parse(process.argv[2]);
const random = randomOf(seed);
const faults = new FaultPoints(folder, random, faultProbability);
const world = new Journal(folder, 'payments');
const late = new Journal(folder, 'late');
const answers = new Journal(folder, 'answers');
const decisions = new Journal(folder, 'decisions');
const problems = new Journal(folder, 'problems');
const store = await openStore(storeAt);
// Redis is needed for the scenarios of the fleet only.
const fleet = redisSocket === undefined ? undefined : await import('./fleet-parts.mjs');
const runtime = createRuntime({
  toolsets: [bankOf({ world, late, store, faults }), ...(hasPrograms ? await programToolsets() : [])],
  durability: {
    ledger: faults.around(store.ledger),
    leaseMs,
    ...(fleet !== undefined && role !== 'executor' && { executor: fleet.executorOf(redisSocket) }),
  },
  limits: { ...(timeoutMs !== undefined && role === 'stopper' && { timeoutMs }) },
  people: { pendingSecret: 'secret of the harness' },
  observe: {
    logger: {
      debug() {},
      info() {},
      warn() {},
      // A process that is stopped in a transaction blocks SQLite. The next renewal tries again.
      error: (text, { error } = {}) =>
        !text.includes('did not renew') &&
        problem('log', isExpected(error) ? error : new Error(`${text} ${String(error?.stack ?? '')}`)),
    },
  },
});

/** Losing to another process is the normal case. */
const EXPECTED = new Set(['HAFT_DECISION_USED', 'HAFT_LEASE_LOST']);

function isExpected(error) {
  return error instanceof HaftError && EXPECTED.has(error.code);
}

function problem(where, error) {
  if (isExpected(error)) return;
  problems.add({ where, role, error: String(error?.stack ?? error).slice(0, 2_000) });
}

async function attempt(where, work) {
  try {
    return await work();
  } catch (error) {
    problem(where, error);
    return undefined;
  }
}

const OPEN = ['awaiting', 'approved', 'queued', 'running'];

/** Starts runs, as long as few calls are open. */
async function startRuns(start) {
  for (let number = 0; ; number += 1) {
    const open = await store.ledger.list({ states: OPEN, limit: mostOpen });
    if (open.length < mostOpen) await attempt('propose', () => start(number));
    else await wait(20);
  }
}

/** Makes a batch of calls in a run. */
async function propose(number) {
  // Hosts use the id of the chat, and two users have chats of the same id.
  const { turn, ...ref } = reuses
    ? {
        id: `chat-${number % 4}`,
        userId: `user ${between(random, 0, 1)}`,
        turn: `${process.pid}-${seed}-${number}`,
      }
    : { id: `${process.pid}-${seed}-${number}`, userId: `user ${number % 5}` };
  const start = () => runtime.startRun({ ...ref, tenantId: 'bank', ...(turn !== undefined && { turn }) });
  const run = start();
  const calls = Array.from({ length: 3 }, (_, index) => ({
    id: `c${index}`,
    name: tools[between(random, 0, tools.length - 1)],
    arguments: { cents: between(random, 1, 10_000), ask: random() < 0.8, slowMs: between(random, ...slowMs) },
  }));
  const outcomes = await run.callAll(calls);
  for (const [place, { callId, tool, status, text }] of outcomes.entries())
    answers.add({ runId: run.id, userId: ref.userId, turn, callId, tool, status, text, call: calls[place] });
  await run.end();
  // The host may repeat an answer that it has.
  if (reuses && random() < 0.3) await repeat(start(), calls);
}

/** Makes the calls of an answer again. Each gives its outcome, and none is executed. */
async function repeat(run, calls) {
  const outcomes = await run.callAll(calls);
  await run.end();
  return outcomes;
}

/** Makes one call in a run. */
async function callAlone(number, call, options) {
  const run = runtime.startRun({ id: `${process.pid}-${seed}-${number}`, tenantId: 'bank', userId: 'user' });
  const { callId, tool, status, text } = await run.call(call, options);
  answers.add({ runId: run.id, userId: 'user', callId, tool, status, text });
  await run.end();
}

/** Makes a call of a program, whose inner calls pay. */
function program(number) {
  return callAlone(number, { id: 'p', ...randomProgram(random, tools, slowMs) });
}

/** Decides about calls that wait, also about calls with an unknown end, as a person who checks. */
async function approve({ isLast = false } = {}) {
  const limit = isLast ? 1000 : 40;
  const awaiting = await runtime.pending.list({ states: ['awaiting'], limit });
  // Calls with an unknown end that no person checks stay in the list, so that it grows.
  const unknown = await runtime.pending.list({ states: ['unknown_outcome'], limit: 1000 });
  const open = [
    ...awaiting.calls.filter(({ request }) => request !== undefined),
    ...unknown.calls.filter(isAsked).slice(0, limit),
  ];
  await Promise.all(open.map((one) => attempt('decide', () => decideOne(one))));
  if (!isLast) await wait(between(random, 1, 15));
  return open.length;
}

async function decideOne({ key, state, tool }) {
  const options = { execute: random() < 0.6 };
  if (state === 'unknown_outcome') {
    const [row] = await store.ledger.list({ key, states: ['unknown_outcome'] });
    if (row === undefined) return undefined;
    const paid = await isPaid(row.effectKey);
    decisions.add({ key, decision: paid ? 'done' : 'again' });
    return runtime.pending.decide(key, paid ? decision.done('paid') : decision.again(), options);
  }
  const isDenied = random() < 0.15;
  const outcome = await runtime.pending.decide(
    key,
    isDenied ? decision.deny('Too much.') : decision.approve(),
    options,
  );
  decisions.add({ key, tool, decision: isDenied ? 'deny' : 'approve', status: outcome.status });
  return outcome;
}

async function isPaid(effectKey) {
  return [...world.entries(), ...(await store.payments())].some((one) => one.key === effectKey);
}

/**
 * A person checks every second call with an unknown end, but no call that kills its workers. The
 * others stay as they are.
 */
function isAsked({ key, tool }) {
  return tool !== 'bank_poison' && [...key].reduce((sum, one) => sum + one.codePointAt(0), 0) % 2 === 0;
}

async function recover(idleMs) {
  const recovered = await attempt('recover', () => runtime.recover({ limit: 5, idleMs }));
  for (const { key, error } of recovered?.failed ?? []) problem(`recover ${key}`, error);
  await wait(between(random, 5, 30));
}

/** Ends everything that is open, and then reads each run as its model does. */
async function drain() {
  for (const end = Date.now() + 90_000; Date.now() < end;) {
    const open = await store.ledger.list({ states: OPEN, limit: 1000 });
    const asked = (await store.ledger.list({ states: ['unknown_outcome'], limit: 1000 })).filter(isAsked);
    if (open.length + asked.length === 0) break;
    await approve({ isLast: true });
    await recover(0);
  }
  const read = new Journal(folder, 'read');
  if (reuses) return readAgain(read);
  const runs = new Map(answers.entries().map(({ runId, userId }) => [runId, { runId, tenantId: 'bank', userId }]));
  for (const [runId, ref] of runs) {
    const saved = await store.ledger.getRun(ref);
    if (saved === undefined) continue;
    await attempt('resume', async () => {
      const { run, outcomes } = await runtime.resumeRun(JSON.parse(saved.pending), {}, { partial: true });
      for (const { callId, status, text } of outcomes) read.add({ ...ref, callId, status, text });
      for (const { callId } of run.pending().requests) read.add({ ...ref, callId, status: 'deferred' });
      await run.end();
    });
  }
}

/** Repeats each answer, as a host that lost the outcomes. */
async function readAgain(read) {
  const turns = Map.groupBy(answers.entries(), ({ turn }) => turn);
  for (const [turn, entries] of turns) {
    const [{ runId, userId }] = entries;
    await attempt('repeat', async () => {
      const run = runtime.startRun({ id: runId, tenantId: 'bank', userId, turn });
      const outcomes = await repeat(
        run,
        entries.map(({ call }) => call),
      );
      for (const { callId, status, text } of outcomes) read.add({ runId, userId, turn, callId, status, text });
    });
  }
}

/** Decides about the calls that the harness names, at the same time as another process. */
async function race() {
  process.on('message', (keys) => {
    void Promise.all(
      keys.map(async (key) => {
        try {
          const outcome = await runtime.pending.decide(key, decision.approve(), { execute: false });
          return { key, isFirst: true, status: outcome.status };
        } catch (error) {
          problem('race', error);
          return { key, isFirst: false, code: error.code };
        }
      }),
    ).then((results) => process.send(results));
  });
}

/** Proposes, decides, executes and recovers, and blocks the event loop for longer than a lease. */
async function host() {
  const journal = new Journal(folder, 'blocks');
  const block = () => {
    const end = Date.now() + between(random, leaseMs * 1.2, leaseMs * 2.4);
    while (Date.now() < end);
    journal.add({ at: Date.now() });
    if (journal.entries().length < blocks) setTimeout(block, between(random, 100, 600));
  };
  if (blocks > 0) setTimeout(block, 200);
  const loop = async (work) => {
    for (;;) await work();
  };
  await Promise.all([
    startRuns(propose),
    loop(() => attempt('approve', approve)),
    loop(async () => {
      // Passes overlap, as those of a timer do.
      void recover(50);
      await wait(40);
    }),
  ]);
}

/** Sends calls to workers. Cancels some, and sends some that kill their worker. */
async function stopper() {
  let number = 0;
  const next = async () => {
    while (number < jobs) {
      const index = number++;
      const name = random() < 0.01 ? 'bank_poison' : STOPPED[between(random, 0, STOPPED.length - 1)];
      const args = { cents: 1, ask: false, slowMs: between(random, ...slowMs) };
      const signal = random() < 0.3 ? AbortSignal.timeout(between(random, 0, 400)) : undefined;
      const call = { id: 'c', name, arguments: args };
      await attempt('call', () => callAlone(index, call, signal && { signal }));
    }
  };
  await Promise.all(Array.from({ length: mostOpen }, next));
  // Calls that were stopped end later.
  for (const end = Date.now() + 60_000; Date.now() < end; await wait(50)) {
    if ((await store.ledger.list({ states: ['running'], limit: 1 })).length === 0) break;
  }
}

const STOPPED = ['bank_pay', 'bank_pay_again', 'bank_pay_checked', 'bank_pay_stops', 'bank_read'];

const ROLES = {
  host,
  stopper,
  proposer: () => startRuns(hasPrograms ? program : propose),
  approver: async () => {
    for (;;) await attempt('approve', approve);
  },
  worker: async () => {
    for (;;) await recover(50);
  },
  executor: () => fleet.work(redisSocket, runtime, faults.around(store.ledger)),
  race,
  drain,
};

// A process never outlives the harness.
process.on('disconnect', () => process.exit());
process.send('ready');
await ROLES[role]();
if (role === 'drain' || role === 'stopper') {
  await runtime.dispose();
  await store.close();
  process.disconnect();
  // Connections to Redis stay open.
  process.exit();
}
