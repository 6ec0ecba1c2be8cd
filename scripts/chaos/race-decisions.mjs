import { createRuntime } from '@haft/runtime';
import { bankOf } from './bank.mjs';
import { askAll, Crowd } from './crowd.mjs';
import { FaultPoints } from './fault-points.mjs';
import { Journal } from './journal.mjs';
import { openStore } from './store.mjs';

const BATCH = 20;

/** Lets two processes decide about the same calls at once. Exactly one must be first for each. */
export async function raceDecisions({ folder, storeAt, rounds, random }) {
  const store = await openStore(storeAt);
  const faults = new FaultPoints(folder, random, 0);
  const runtime = createRuntime({
    toolsets: bankOf({ world: new Journal(folder, 'payments'), late: new Journal(folder, 'late'), store, faults }),
    durability: { ledger: store.ledger },
    people: { pendingSecret: 'secret of the harness' },
  });
  const crowd = new Crowd(random, { folder, storeAt, leaseMs: 30_000, tools: [] });
  const members = [crowd.start('race'), crowd.start('race')];
  await askAll(members);
  const broken = [];
  let wins = 0;
  for (let done = 0; done < rounds; done += BATCH) {
    const run = runtime.startRun({ id: `race ${done}` });
    const calls = Array.from({ length: Math.min(BATCH, rounds - done) }, (_, index) => ({
      id: `c${index}`,
      name: 'bank_read',
      arguments: { cents: 1, ask: true, slowMs: 0 },
    }));
    await run.callAll(calls);
    await run.end();
    const rows = await store.ledger.list({ states: ['awaiting'], runId: run.id, limit: BATCH });
    const keys = rows.map(({ key }) => key);
    const results = (await askAll(members, keys)).flat();
    for (const { key, tenantId, userId } of rows) {
      const first = results.filter((one) => one.key === key && one.isFirst).length;
      const row = await store.ledger.get({ key, tenantId, userId });
      if (first === 1 && row.state === 'approved') wins += 1;
      else broken.push(`${key}: ${first} processes were first, and the call is ${row.state}`);
    }
    if (rows.length !== calls.length) broken.push(`${run.id}: ${rows.length} of ${calls.length} calls wait`);
  }
  await crowd.end();
  await runtime.dispose();
  await store.close();
  for (const { where, error } of new Journal(folder, 'problems').entries()) broken.push(`error in ${where}: ${error}`);
  return { broken, figures: { calls: rounds, 'one winner': wins } };
}
