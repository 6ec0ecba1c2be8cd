import { describe, expect, it } from '@jest/globals';
import { MemoryCallLedger } from '@haft/durable';
import { decision, type PendingRun } from '@haft/runtime';
import { openBank, World } from './bank.js';
import { keyAt } from '../support/row-at.js';

const changed = 'The arguments were changed by the user: cents.\n\n{"paid":3}';
const three = decision.approve({ arguments: { cents: 3 } });

/** Makes a call of 5 cents that waits, in a process of its own. */
async function waiting(ledger: MemoryCallLedger, world: World): Promise<PendingRun> {
  const run = openBank(ledger, world).startRun({ id: 'run' });
  await run.call({ id: 'c1', name: 'pay', arguments: { cents: 5 } });
  return run.pending();
}

describe('a call whose arguments the approver changed', () => {
  it('tells the model once, in every process that reads its outcome', async () => {
    const [ledger, world] = [new MemoryCallLedger(), new World()];
    const pending = await waiting(ledger, world);
    const { pending: calls } = openBank(ledger, world);
    expect(await calls.decide(keyAt(ledger, 'run/c1'), three)).toMatchObject({ status: 'success', text: changed });
    expect((await calls.get(keyAt(ledger, 'run/c1')))?.outcome?.text).toBe(changed);
    const { outcomes } = await openBank(ledger, world).resumeRun(pending, {}, { partial: true });
    expect(outcomes).toMatchObject([{ status: 'success', text: changed }]);
    expect(world.payments).toMatchObject([{ cents: 3 }]);
  });

  it('tells the model if another process executes it later', async () => {
    const [ledger, world] = [new MemoryCallLedger(), new World()];
    const pending = await waiting(ledger, world);
    await openBank(ledger, world).pending.decide(keyAt(ledger, 'run/c1'), three, { execute: false });
    await openBank(ledger, world).recover({ idleMs: 0 });
    const { outcomes } = await openBank(ledger, world).resumeRun(pending, {}, { partial: true });
    expect(outcomes).toMatchObject([{ status: 'success', text: changed }]);
    expect(world.payments).toMatchObject([{ cents: 3 }]);
  });

  it('tells the model once if the run decides itself', async () => {
    const [ledger, world] = [new MemoryCallLedger(), new World()];
    const run = openBank(ledger, world).startRun({ id: 'run' });
    const outcome = await run.call({ id: 'c1', name: 'pay', arguments: { cents: 5 } });
    if (outcome.status !== 'deferred') throw new Error(outcome.text);
    expect(await run.resume({ [outcome.request.id]: three })).toMatchObject([{ text: changed }]);
    expect((await openBank(ledger, world).pending.get(keyAt(ledger, 'run/c1')))?.outcome?.text).toBe(changed);
  });
});
