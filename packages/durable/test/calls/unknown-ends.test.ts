import { expect, it } from '@jest/globals';
import type { ToolOutcome } from '@haft/core';
import { MemoryCallLedger } from '@haft/durable';
import { decision, type CallLease, type CallRow, type PendingRun, type Runtime } from '@haft/runtime';
import { openBank, World } from './bank.js';
import { keyAt, rowAt, runRef } from '../support/row-at.js';

const UNKNOWN = { status: 'failed', reason: 'unknown' } as const;

/** A process that loses its lease in the middle of an approved payment. */
class LostPayment {
  readonly ledger = new MemoryCallLedger();
  readonly world = new World();
  readonly runtime: Runtime = openBank(this.ledger, this.world);

  /** @param meanwhile - acts as the other process, with the attempt that it took over */
  async decide(meanwhile: (lease: CallLease) => void): Promise<ToolOutcome> {
    await this.runtime.startRun({ id: 'r' }).call({ id: 'c1', name: 'pay', arguments: { cents: 5 } });
    return this.meanwhile(meanwhile, () => this.runtime.pending.decide(this.key, decision.approve()));
  }

  /** Pays, while another process acts. */
  meanwhile<Result>(act: (lease: CallLease) => void, pay: () => Promise<Result>): Promise<Result> {
    this.world.beforePay = () => {
      this.world.beforePay = () => undefined;
      act(this.takeOver());
    };
    return pay();
  }

  get key(): string {
    return keyAt(this.ledger, 'r/c1');
  }

  settle(lease: CallLease, outcome: object): void {
    const state = 'reason' in outcome ? 'unknown_outcome' : 'done';
    this.ledger.settle(lease, { state, outcome: JSON.stringify(outcome), now: Date.now() });
  }

  /** Resumes the run as the host of the model does, from what the ledger has of it. */
  async read(): Promise<ToolOutcome | undefined> {
    const pending = JSON.parse(this.ledger.getRun(runRef('r'))?.pending ?? '') as PendingRun;
    const { run, outcomes } = await openBank(this.ledger, this.world).resumeRun(pending, {}, { partial: true });
    await run.end();
    return outcomes[0];
  }

  private takeOver(): CallLease {
    const lease = { lease: 'another', leaseUntil: Number.MAX_SAFE_INTEGER, now: Number.MAX_SAFE_INTEGER };
    const known = rowAt(this.ledger, 'r/c1') as CallRow;
    const { row } = this.ledger.start(known, { ...lease, from: ['running'] });
    return { ...known, attempt: row?.attempt ?? 0, lease: 'another' };
  }
}

const unknownEnd = { ...UNKNOWN, callId: 'c1', tool: 'pay', text: 'It is not known.', repairs: [] };
const success = { status: 'success', callId: 'c1', tool: 'pay', text: 'paid', value: { paid: 5 }, repairs: [] };

it('gives a model the decision about an unknown end that its saved run does not have [NEW-26]', async () => {
  const payment = new LostPayment();
  expect(await payment.decide((lease) => payment.settle(lease, unknownEnd))).toMatchObject(UNKNOWN);
  expect(await payment.read()).toMatchObject(UNKNOWN);
  await openBank(payment.ledger, payment.world).pending.decide(payment.key, decision.done({ paid: 5 }));
  expect(await payment.read()).toMatchObject({ status: 'success', value: { paid: 5 } });
});

it('gives a model the end of an unknown call that is executed again', async () => {
  const payment = new LostPayment();
  await payment.decide((lease) => payment.settle(lease, unknownEnd));
  await payment.runtime.pending.decide(payment.key, decision.again(), { execute: false });
  expect(await payment.read()).toMatchObject({ status: 'deferred' });
  await payment.runtime.recover({ idleMs: 0 });
  expect(await payment.read()).toMatchObject({ status: 'success', value: { paid: 5 } });
});

it('leaves an end unknown, of a call that needs no decision, until the call is executed again', async () => {
  const payment = new LostPayment();
  const calls = [
    { id: 'c1', name: 'pay_now', arguments: { cents: 5 } },
    { id: 'c2', name: 'pay', arguments: { cents: 6 } },
  ];
  const outcomes = await payment.meanwhile(
    (lease) => payment.settle(lease, { ...unknownEnd, tool: 'pay_now' }),
    () => payment.runtime.startRun({ id: 'r' }).callAll(calls),
  );
  expect(outcomes).toMatchObject([UNKNOWN, { status: 'deferred' }]);
  await payment.runtime.pending.decide(payment.key, decision.again(), { execute: false });
  expect(await payment.read()).toMatchObject(UNKNOWN);
  await payment.runtime.recover({ idleMs: 0 });
  expect(await payment.read()).toMatchObject({ status: 'success', value: { paid: 5 } });
});

it('lets a model wait for the process that took its call over, and drops the late result', async () => {
  const payment = new LostPayment();
  let lease: CallLease | undefined;
  expect(await payment.decide((taken) => (lease = taken))).toMatchObject({ status: 'deferred' });
  expect(await payment.read()).toMatchObject({ status: 'deferred' });
  payment.settle(lease as CallLease, success);
  expect(await payment.read()).toMatchObject({ status: 'success', value: { paid: 5 } });
});
