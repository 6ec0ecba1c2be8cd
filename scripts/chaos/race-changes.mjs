import { isDeepStrictEqual } from 'node:util';
import { askAll, Crowd } from './crowd.mjs';
import { Journal } from './journal.mjs';
import { openOrders } from './orders.mjs';
import { between } from './random.mjs';
import { shopRuntime } from './shop-runtime.mjs';
import { openStore } from './store.mjs';

const BATCH = 20;

/**
 * Lets two people decide about calls while they change the arguments, and while the price in the
 * preview changes. Each executed call must be what the person saw whose decision counted.
 */
export async function raceChanges({ folder, storeAt, rounds, random }) {
  const store = await openStore(storeAt);
  const orders = await openOrders(storeAt);
  await orders.create();
  const runtime = shopRuntime(store, orders, new Journal(folder, 'late'));
  const crowd = new Crowd(random, { program: 'changes-process.mjs', folder, storeAt });
  const members = ['person', 'person', 'changer'].map((role) => crowd.start(role));
  await askAll(members);
  for (let done = 0; done < rounds; done += BATCH) {
    const run = runtime.startRun({ id: `race ${done}` });
    const calls = [];
    for (let index = 0; index < Math.min(BATCH, rounds - done); index += 1) {
      const order = `order ${done + index}`;
      await orders.add(order);
      const name = random() < 0.8 ? 'shop_pay_shown' : 'shop_pay';
      calls.push({ id: `c${index}`, name, arguments: { order, cents: between(random, 1, 10_000) } });
    }
    await run.callAll(calls);
    await run.end();
    const rows = await store.ledger.list({ states: ['awaiting'], runId: run.id, limit: BATCH });
    const work = rows.map(({ key, callId }) => ({ key, order: calls.find(({ id }) => id === callId).arguments.order }));
    await askAll(members, work);
  }
  await crowd.end();
  const payments = await orders.payments();
  const result = accountOf({ folder, payments, rounds });
  await runtime.dispose();
  await orders.close();
  await store.close();
  return result;
}

function accountOf({ folder, payments, rounds }) {
  const seen = new Map(new Journal(folder, 'seen').entries().map((one) => [`${one.by} ${one.request}`, one]));
  const broken = new Journal(folder, 'problems').entries().map(({ where, error }) => `error in ${where}: ${error}`);
  for (const { call, by, request, arguments: args, seen: price } of payments) {
    const shown = seen.get(`${by} ${request}`);
    if (!isDeepStrictEqual(shown?.arguments, args) || !isDeepStrictEqual(shown.preview?.data ?? null, price))
      broken.push(`not seen: ${call} paid ${JSON.stringify({ args, price })}, and ${by} saw ${JSON.stringify(shown)}`);
  }
  const calls = new Set(payments.map(({ call }) => call));
  if (calls.size < payments.length) broken.push(`${payments.length - calls.size} calls were paid twice`);
  const late = new Journal(folder, 'late').entries();
  const ended = new Set([...calls, ...late.map(({ call }) => call)]);
  if (ended.size < rounds) broken.push(`${rounds - ended.size} calls were approved and neither paid nor refused`);
  const requests = new Set([...seen.values()].map(({ request }) => request));
  return {
    broken,
    figures: {
      calls: rounds,
      paid: payments.length,
      'asked again': requests.size - rounds,
      'refused by the tool': late.length,
      unseen: broken.filter((one) => one.startsWith('not seen')).length,
    },
  };
}
