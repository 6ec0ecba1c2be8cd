import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { accountOf } from './account.mjs';
import { forkProgram } from './crowd.mjs';
import { Journal } from './journal.mjs';
import { between } from './random.mjs';
import { openStore } from './store.mjs';
import { TaskClient } from './task-client.mjs';

/** The tools, and whether a call needs an approval. */
const KINDS = [
  ['bank_pay_checked_later', true],
  ['bank_pay_later', true],
  ['bank_pay_later', false],
  ['bank_pay_checked_later', false],
  ['bank_read_later', false],
];
/**
 * More points than a call passes: before and after each write, and around the payment. Five kinds
 * and fourteen points have no common divisor, so that seventy rounds have each pair.
 */
const POINTS = 14;
/** Calls whose servers die before the calls are recovered together. */
const BATCH = 20;
const AT_ONCE = 2;
const LEASE_MS = 1_000;
/** Recovery takes one lease for each process that dies in a call. */
const MOST_MS = 30_000;

/**
 * Kills servers of MCP at each write of a call that becomes a task, and asks another process for
 * the same task: before and after it recovers the call. Rounds after the first `5 * 14` also kill
 * a process that recovers.
 *
 * A client that was told of a task gets its end, and no call is paid twice. A client that was not
 * told sends its last request again. With an answer to an approval, that is the same call.
 */
export async function killTasks({ folder, storeAt, random, rounds, from }) {
  const settings = { folder, storeAt, leaseMs: LEASE_MS };
  const broken = [];
  const clients = [];
  const last = await startServer(settings);
  try {
    for (let first = from; first < from + rounds; first += BATCH) {
      const calls = Array.from({ length: Math.min(BATCH, from + rounds - first) }, (_, index) => callOf(first + index));
      const left = [...calls];
      const work = async () => {
        for (let call = left.shift(); call !== undefined; call = left.shift()) await dieInCall(call, settings);
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
      clients.push(...calls.map(({ client }) => client));
      for (const call of calls) await askBefore(call, last, broken);
      if (first >= KINDS.length * POINTS) await dieInRecovery(settings, between(random, 0, 3 * BATCH));
      for (const call of calls) await askAfter(call, last, broken);
    }
    await recoverAll(storeAt, last);
  } finally {
    last.child.kill('SIGKILL');
    await last.ended;
  }
  const account = await accountOf(folder, storeAt);
  // The clients approve all that they are asked, so that no client was asked about these calls.
  broken.push(...account.broken.filter((one) => !one.includes(' is awaiting, attempt 0, paid 0 times')));
  const paid = new Set(account.paidTimes.map(({ key }) => key));
  const rowsOf = Map.groupBy(account.rows, ({ userId }) => userId);
  for (const { user, calls } of clients) {
    const payments = rowsOf.get(user)?.filter(({ effectKey }) => paid.has(effectKey)).length ?? 0;
    if (payments > calls) broken.push(`paid ${payments} times: ${user} made ${calls} calls`);
  }
  const deaths = new Journal(folder, 'faults').entries();
  const { doubled, unknown, recovered } = account.figures;
  const told = clients.filter(({ taskId }) => taskId !== undefined).length;
  const left = clients.filter(({ isLeft }) => isLeft).length;
  return {
    broken,
    figures: { kills: deaths.length, calls: account.rows.length, told, left, doubled, unknown, recovered },
  };
}

function callOf(round) {
  const [tool, ask] = KINDS[round % KINDS.length];
  return { tool, diesAt: round % POINTS, client: new TaskClient(`user ${round}`, tool, { cents: 1, ask, slowMs: 20 }) };
}

async function startServer(settings) {
  const child = forkProgram('task-server.mjs', settings);
  const ended = once(child, 'exit');
  const [url] = await Promise.race([
    once(child, 'message'),
    ended.then(() => {
      throw new Error('A server of tasks did not start.');
    }),
  ]);
  return { child, url, ended };
}

/** Calls a tool of a server that dies at a point, and asks for the task until then. */
async function dieInCall(call, settings) {
  const server = await startServer({ ...settings, diesAt: call.diesAt });
  const { client } = call;
  try {
    await client.call(server.url);
    while (isOpen(await client.task(server.url))) await wait(10);
  } catch (error) {
    // `fetch` says so if the server is dead.
    if (!(error instanceof TypeError)) throw error;
    await server.ended;
  } finally {
    server.child.kill('SIGKILL');
    await server.ended;
  }
  call.point = new Journal(settings.folder, 'faults').entries().find(({ pid }) => pid === server.child.pid)?.point;
}

/** Asks another process, which has not recovered the call. */
async function askBefore({ client, point, tool }, { url }, broken) {
  // The client knows of no task, so that it sends its last request again.
  if (client.taskId === undefined) return client.callAgain(url);
  const { taskId, status, error } = await client.task(url);
  const expected = point === undefined || point === 'after settle' ? 'completed' : 'working';
  if (status !== expected || taskId !== client.taskId)
    broken.push(`lost: ${tool} killed ${point} is ${status} before recovery: ${JSON.stringify(error)}`);
}

/** Recovers the call, and asks for its end. */
async function askAfter({ client, tool, point }, last, broken) {
  if (client.isLeft) return;
  let task = await client.task(last.url);
  for (const end = Date.now() + MOST_MS; isOpen(task) && Date.now() < end; task = await client.task(last.url)) {
    await recover(last);
    await wait(50);
  }
  const { taskId, status, error, result } = task;
  const text = result?.content[0]?.text;
  const isDone = status === 'completed' && text === (tool === 'bank_read_later' ? 'read' : 'paid');
  // It is not known whether a payment without `reconcile` was made.
  const isUnknown = status === 'failed' && error.code === -32603 && tool === 'bank_pay_later';
  if (taskId !== client.taskId || !(isDone || isUnknown))
    broken.push(`lost: ${tool} killed ${point} is ${status} at its end: ${JSON.stringify(error ?? result)}`);
}

/** Kills a process while it recovers calls of dead ones. */
async function dieInRecovery(settings, diesAt) {
  const server = await startServer({ ...settings, diesAt });
  const isDead = server.ended.then(() => true);
  for (const end = Date.now() + 2 * LEASE_MS; Date.now() < end; await wait(50))
    if (await Promise.race([isDead, recover(server).then(() => false)])) return;
  server.child.kill('SIGKILL');
  await server.ended;
}

/** Recovers the calls whose clients were told of no task. */
async function recoverAll(storeAt, last) {
  const store = await openStore(storeAt);
  const isOver = async () =>
    (await store.ledger.list({ states: ['approved', 'queued', 'running'], limit: 1 })).length === 0;
  for (const end = Date.now() + MOST_MS; !(await isOver()) && Date.now() < end; await wait(50)) await recover(last);
  await store.close();
}

async function recover({ child }) {
  const done = once(child, 'message');
  // A dead process has no channel.
  child.send('recover', () => {});
  await done;
}

function isOpen({ status }) {
  return status === 'working' || status === 'input_required';
}
