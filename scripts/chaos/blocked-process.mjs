import { setTimeout as wait } from 'node:timers/promises';
import { Crowd, drain } from './crowd.mjs';
import { Journal } from './journal.mjs';
import { openStore } from './store.mjs';

/**
 * Lets one process propose, decide, execute and recover calls, and blocks its event loop for longer
 * than its leases. Since no other process may take a call over, each is paid at most once.
 */
export async function blockProcess({ folder, storeAt, random, rounds }, settings) {
  const all = { ...settings, folder, storeAt };
  const crowd = new Crowd(random, { ...all, blocks: rounds });
  crowd.start('host');
  const blocks = new Journal(folder, 'blocks');
  try {
    while (blocks.entries().length < rounds && !crowd.isOver) await wait(50);
  } finally {
    await crowd.end();
  }
  // The end of the process counts as a kill: these calls may be paid twice.
  const killed = await runningCalls(storeAt);
  const { broken, figures, paidTimes } = await drain(random, all);
  for (const { key, times } of paidTimes)
    if (times > 1 && !killed.has(key)) broken.push(`paid ${times} times in one process: ${key}`);
  return { broken, figures: { blocks: rounds, ...figures } };
}

/** Returns the idempotency keys of calls in progress. */
async function runningCalls(storeAt) {
  const store = await openStore(storeAt);
  const rows = await store.ledger.list({ states: ['running'], limit: 1000 });
  await store.close();
  return new Set(rows.map(({ effectKey }) => effectKey));
}
