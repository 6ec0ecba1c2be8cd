import { describe, expect, it } from '@jest/globals';
import type { DeferralRequest } from '@haft/core';
import { MemoryCallLedger } from '@haft/durable';
import {
  createRuntime,
  decision,
  defineTool,
  toolset,
  type CallLedger,
  type CallRow,
  type Runtime,
} from '@haft/runtime';
import { keyAt, rowAt } from '../support/row-at.js';

const paid: unknown[] = [];

/** A deploy of a bank. Its later version has another schema, and so another fingerprint. */
function deploy(ledger: CallLedger, version: 'first' | 'later'): Runtime {
  const pay = defineTool({
    name: 'pay',
    description: 'Pays.',
    parameters: {
      type: 'object',
      properties: { cents: version === 'first' ? { type: 'integer' } : { type: 'integer', minimum: 1 } },
      required: ['cents'],
      additionalProperties: false,
    },
    settings: { approvals: [true], effect: {} },
    execute: ({ cents }: { cents: number }) => {
      paid.push(cents);
      return 'paid';
    },
  });
  return createRuntime({ toolsets: toolset('bank', [pay]), durability: { ledger } });
}

describe('a tool that changed while its call waited', () => {
  it('asks again, and the decision about the old version executes nothing', async () => {
    paid.length = 0;
    const ledger = new MemoryCallLedger();
    await deploy(ledger, 'first')
      .startRun({ id: 'r' })
      .call({ id: 'c', name: 'pay', arguments: { cents: 5 } });
    const first = (await rowAt(ledger, 'r/c')) as CallRow;
    const later = deploy(ledger, 'later');
    expect(await later.pending.decide(keyAt(ledger, 'r/c'), decision.approve())).toMatchObject({ status: 'deferred' });
    expect(paid).toEqual([]);
    const [again] = (await later.pending.list()).calls;
    expect(again).toMatchObject({ key: keyAt(ledger, 'r/c'), state: 'awaiting' });
    expect(again?.request?.id).not.toBe((JSON.parse(first.request ?? '') as DeferralRequest).id);
    expect(await later.pending.decide(keyAt(ledger, 'r/c'), decision.approve())).toMatchObject({ status: 'success' });
    expect(paid).toEqual([5]);
    expect(await rowAt(ledger, 'r/c')).toMatchObject({ effectKey: first.effectKey });
  });

  it('asks again after the approval too, if no process had executed the call', async () => {
    paid.length = 0;
    const ledger = new MemoryCallLedger();
    const first = deploy(ledger, 'first');
    await first.startRun({ id: 'r' }).call({ id: 'c', name: 'pay', arguments: { cents: 5 } });
    await first.pending.decide(keyAt(ledger, 'r/c'), decision.approve(), { execute: false });
    expect(await deploy(ledger, 'later').recover({ idleMs: 0 })).toMatchObject({
      waiting: [keyAt(ledger, 'r/c')],
      failed: [],
    });
    expect(paid).toEqual([]);
    expect(await rowAt(ledger, 'r/c')).toMatchObject({ state: 'awaiting', decision: null });
  });
});

describe('arguments that another program changed in the row', () => {
  it('are not executed with the approval of the others', async () => {
    paid.length = 0;
    const ledger = new MemoryCallLedger();
    const bank = deploy(ledger, 'first');
    await bank.startRun({ id: 'r' }).call({ id: 'c', name: 'pay', arguments: { cents: 5 } });
    await bank.pending.decide(keyAt(ledger, 'r/c'), decision.approve(), { execute: false });
    const row = (await rowAt(ledger, 'r/c')) as CallRow;
    const changed = new MemoryCallLedger();
    changed.propose([{ ...row, state: 'awaiting', call: row.call.replace('"cents":5', '"cents":500') }]);
    changed.decide(row, { fingerprint: row.fingerprint, state: 'approved', decision: row.decision ?? '', now: 0 });
    await deploy(changed, 'first').recover({ idleMs: 0 });
    expect(paid).toEqual([]);
    expect(changed.get(row)).toMatchObject({ state: 'awaiting' });
  });
});
