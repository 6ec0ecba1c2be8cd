import { describe, expect, it } from '@jest/globals';
import { MemoryCallLedger } from '@haft/durable';
import { MemoryLedger, type RuntimeOptions } from '@haft/runtime';
import { openBank, World } from './bank.js';

const pay = { id: 'c1', name: 'pay', arguments: { cents: 500 } };

describe('the decisions of runtimes that share a ledger', () => {
  it('count once, in whichever runtime the answer arrives', async () => {
    const ledger = new MemoryCallLedger();
    const run = (options?: RuntimeOptions) => openBank(ledger, new World(), options).startRun({ userId: 'ada' });
    await run().recordRequest(pay);
    const claims = [run(), run()].map((one, index) => one.claimAnswer(pay, { answerId: `a${index}` }));
    expect((await Promise.all(claims)).filter(Boolean)).toHaveLength(1);
  });

  it('are in the decisionLedger of a runtime that has one', async () => {
    const ledger = new MemoryCallLedger();
    const run = (options?: RuntimeOptions) => openBank(ledger, new World(), options).startRun({ userId: 'ada' });
    await run({ people: { decisionLedger: new MemoryLedger() } }).recordRequest(pay);
    expect(await run().claimAnswer(pay, { answerId: 'a' })).toBe(false);
  });
});
