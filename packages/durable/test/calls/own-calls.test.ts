import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { MemoryCallLedger } from '@haft/durable';
import {
  decision,
  type CallLease,
  type CallRow,
  type RunEvent,
  type Runtime,
  type RuntimeOptions,
} from '@haft/runtime';
import { openBank, World } from './bank.js';
import { keyAt, rowAt } from '../support/row-at.js';

const CALL = { id: 'c1', arguments: { cents: 5 } };
const HOUR_MS = 3_600_000;

afterEach(() => {
  jest.restoreAllMocks();
});

/** Moves the clock, as if the event loop had been blocked or the machine had slept. */
function sleep(ms: number): void {
  const later = Date.now() + ms;
  jest.spyOn(Date, 'now').mockReturnValue(later);
}

/** A payment that waits until the test lets it end. */
class SlowPayment {
  readonly ledger = new MemoryCallLedger();
  readonly world = new World();
  readonly events: RunEvent[] = [];
  readonly runtime: Runtime;
  finish = (): void => undefined;
  private readonly began: Promise<void>;

  constructor(options: RuntimeOptions = {}) {
    this.runtime = openBank(this.ledger, this.world, {
      ...options,
      observe: { onEvent: (event) => this.events.push(event), ...options.observe },
    });
    this.began = new Promise((begin) => {
      this.world.beforePay = () => {
        begin();
        return new Promise<void>((resolve) => (this.finish = resolve));
      };
    });
  }

  /** Resolves with the end of the call, when its method has begun. */
  async start(name: string): Promise<{ readonly end: Promise<{ readonly status: string }> }> {
    const run = this.runtime.startRun({ id: 'r' });
    const outcome = run.call({ ...CALL, name });
    if (name !== 'pay') {
      await this.began;
      return { end: outcome };
    }
    await outcome;
    const end = this.runtime.pending.decide(keyAt(this.ledger, 'r/c1'), decision.approve());
    await this.began;
    return { end };
  }
}

describe('a process whose leases ran out while it executes calls', () => {
  it.each(['pay', 'pay_now', 'pay_checked', 'set_limit'])(
    'keeps its call of %s, and its result counts',
    async (name) => {
      const payment = new SlowPayment();
      const { end } = await payment.start(name);
      sleep(HOUR_MS);
      expect(await payment.runtime.recover({ idleMs: 0 })).toMatchObject({ ended: [], waiting: [], failed: [] });
      expect(rowAt(payment.ledger, 'r/c1')).toMatchObject({ state: 'running', attempt: 1 });
      expect(rowAt(payment.ledger, 'r/c1')?.leaseUntil).toBeGreaterThan(Date.now());
      payment.finish();
      expect(await end).toMatchObject({ status: 'success' });
      expect(rowAt(payment.ledger, 'r/c1')).toMatchObject({ state: 'done', attempt: 1 });
      expect(payment.world.payments).toHaveLength(1);
    },
  );

  it('begins no second attempt while the ledger cannot renew the lease', async () => {
    const payment = new SlowPayment();
    const { end } = await payment.start('set_limit');
    sleep(HOUR_MS);
    jest.spyOn(payment.ledger, 'renew').mockImplementation(() => {
      throw new Error('The database is away.');
    });
    expect(await payment.runtime.recover({ idleMs: 0 })).toMatchObject({ ended: [], failed: [] });
    payment.finish();
    await end;
    expect(payment.world.payments).toHaveLength(1);
  });

  it('begins no second attempt while the first one runs, even if another process took it and died', async () => {
    const payment = new SlowPayment();
    const { end } = await payment.start('set_limit');
    takeOver(payment.ledger, 0);
    sleep(HOUR_MS);
    expect(await payment.runtime.recover({ idleMs: 0 })).toMatchObject({ ended: [], failed: [] });
    expect(rowAt(payment.ledger, 'r/c1')).toMatchObject({ state: 'running', attempt: 2 });
    payment.finish();
    await end;
    // The call was answered when its lease was lost. Its method ends now.
    while (payment.world.payments.length === 0) await new Promise(setImmediate);
    await new Promise(setImmediate);
    payment.world.beforePay = () => undefined;
    expect(await payment.runtime.recover({ idleMs: 0 })).toMatchObject({ ended: [keyAt(payment.ledger, 'r/c1')] });
    expect(rowAt(payment.ledger, 'r/c1')).toMatchObject({ state: 'done', attempt: 3 });
  });

  it('waits for its first attempt if its host makes the same call again', async () => {
    const payment = new SlowPayment();
    const { end } = await payment.start('pay_now');
    sleep(HOUR_MS);
    const again = payment.runtime.startRun({ id: 'r' }).call({ ...CALL, name: 'pay_now' });
    await new Promise(setImmediate);
    payment.finish();
    expect(await Promise.all([end, again])).toMatchObject([{ status: 'success' }, { status: 'success' }]);
    expect(payment.world.payments).toHaveLength(1);
  });

  it('says that the end of an approved call is not known, if its host makes the same call meanwhile', async () => {
    const payment = new SlowPayment();
    const { end } = await payment.start('pay');
    const again = await payment.runtime.startRun({ id: 'r' }).call({ ...CALL, name: 'pay' });
    expect(again).toMatchObject({ status: 'failed', reason: 'unknown' });
    payment.finish();
    expect(await end).toMatchObject({ status: 'success' });
    expect(payment.world.payments).toHaveLength(1);
  });

  it('drops and records a late result if another process took the call over', async () => {
    const payment = new SlowPayment();
    const { end } = await payment.start('pay_now');
    const lease = takeOver(payment.ledger, HOUR_MS);
    const other = { status: 'success', callId: 'c1', tool: 'pay_now', text: 'found', repairs: [], value: 'found' };
    payment.ledger.settle(lease, { state: 'done', outcome: JSON.stringify(other), now: Date.now() });
    payment.finish();
    expect(await end).toMatchObject({ status: 'success', value: 'found' });
    expect(payment.events.filter(({ type }) => type === 'late')).toHaveLength(1);
    expect(payment.runtime.statistics('pay_now').late).toBe(1);
  });
});

it('holds no timer after its last call', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
  try {
    const payment = new SlowPayment();
    const { end } = await payment.start('pay_now');
    payment.finish();
    await end;
    // A timer of deadlines ends by itself.
    jest.runOnlyPendingTimers();
    expect(jest.getTimerCount()).toBe(0);
  } finally {
    jest.useRealTimers();
  }
});

describe('two passes of `recover` in one process', () => {
  it('execute a call once', async () => {
    const payment = new SlowPayment();
    await payment.runtime.startRun({ id: 'r' }).call({ ...CALL, name: 'pay' });
    await payment.runtime.pending.decide(keyAt(payment.ledger, 'r/c1'), decision.approve(), { execute: false });
    const first = payment.runtime.recover({ idleMs: 0 });
    while (rowAt(payment.ledger, 'r/c1')?.state !== 'running') await new Promise(setImmediate);
    sleep(HOUR_MS);
    expect(await payment.runtime.recover({ idleMs: 0 })).toMatchObject({ ended: [], failed: [] });
    payment.finish();
    expect(await first).toMatchObject({ ended: [keyAt(payment.ledger, 'r/c1')] });
    expect(payment.world.payments).toHaveLength(1);
  });
});

/** Acts as a process that takes the call over. */
function takeOver(ledger: MemoryCallLedger, leaseMs: number): CallLease {
  const now = Number(rowAt(ledger, 'r/c1')?.leaseUntil) + 1;
  const { row } = ledger.start(rowAt(ledger, 'r/c1') as CallRow, {
    lease: 'other',
    leaseUntil: now + leaseMs,
    now,
    from: ['running'],
  });
  return { ...(row as CallRow), lease: 'other' };
}
