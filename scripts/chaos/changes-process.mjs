// A person of the races of changes: shows a call, decides about it, or changes the price meanwhile.
import { decision } from '@haft/runtime';
import { setTimeout as wait } from 'node:timers/promises';
import { Journal } from './journal.mjs';
import { openOrders } from './orders.mjs';
import { between, randomOf } from './random.mjs';
import { shopRuntime } from './shop-runtime.mjs';
import { openStore } from './store.mjs';

const { role, folder, storeAt, seed } = JSON.parse(process.argv[2]);
const random = randomOf(seed);
const store = await openStore(storeAt);
const orders = await openOrders(storeAt);
const seen = new Journal(folder, 'seen');
const problems = new Journal(folder, 'problems');
const runtime = shopRuntime(store, orders, new Journal(folder, 'late'));

/** Losing to another person is the normal case. */
const EXPECTED = new Set(['HAFT_DECISION_USED', 'HAFT_UNKNOWN_DECISION']);

/** Decides what a person sees, until the call has ended. */
async function decideAll(key) {
  for (;;) {
    const shown = await runtime.pending.get(key);
    if (shown.outcome !== undefined) return;
    if (shown.state !== 'awaiting') {
      await wait(2);
      continue;
    }
    await decideOne(key, shown.request);
  }
}

async function decideOne(key, { id: request, arguments: args, preview }) {
  const changed = random() < 0.3 ? { arguments: { ...args, cents: between(random, 1, 10_000) } } : {};
  seen.add({ by: process.pid, request, arguments: changed.arguments ?? args, preview });
  await wait(between(random, 0, 6));
  const metadata = { request, by: process.pid };
  try {
    await runtime.pending.decide(key, decision.approve({ ...changed, metadata }), { request });
  } catch (error) {
    if (!EXPECTED.has(error.code)) problems.add({ where: 'decide', error: String(error.stack) });
  }
}

/** Changes the price of an order up to three times. */
async function change({ order }) {
  for (let left = between(random, 0, 3); left > 0; left -= 1) {
    await wait(between(random, 0, 12));
    await orders.change(order);
  }
}

const work = role === 'changer' ? change : ({ key }) => decideAll(key);
process.on('disconnect', () => process.exit());
process.on('message', (calls) => {
  void Promise.all(calls.map(work)).then(
    () => process.send('done'),
    (error) => {
      problems.add({ where: role, error: String(error.stack) });
      process.send('done');
    },
  );
});
process.send('ready');
