import fc from 'fast-check';
import { describe, expect, it, jest } from '@jest/globals';
import type { RunContext } from '@haft/core';
import { MemoryCallLedger } from '@haft/durable';
import { createRuntime, decision, defineTool, toolset, type Runtime, type RuntimeOptions } from '@haft/runtime';
import { keyAt, rowAt } from '../support/row-at.js';

const parameters = {
  type: 'object',
  properties: { order: { type: 'string' } },
  required: ['order'],
  additionalProperties: false,
} as const;

/** Approved payments that wait for `recover`. */
class Office {
  readonly ledger = new MemoryCallLedger();
  readonly begun: string[] = [];
  /** How many payments are in progress, and how many were at most. */
  active = 0;
  most = 0;
  pay: (order: string, run: RunContext) => unknown = () => 'paid';

  open(options: RuntimeOptions = {}): Runtime {
    const tool = defineTool({
      name: 'pay',
      description: 'Pays.',
      parameters,
      settings: { approvals: [true], effect: {} },
      hints: { idempotent: true },
      execute: async ({ order }: { order: string }, run: RunContext) => {
        this.begun.push(order);
        this.most = Math.max(this.most, ++this.active);
        try {
          return await this.pay(order, run);
        } finally {
          this.active--;
        }
      },
    });
    const logger = { debug: ignore, info: ignore, warn: ignore, error: ignore };
    return createRuntime({
      toolsets: toolset('office', [tool]),
      ...options,
      durability: { ledger: this.ledger, ...options.durability },
      observe: { logger, ...options.observe },
    });
  }

  async approved(orders: readonly string[]): Promise<void> {
    const runtime = this.open();
    const run = runtime.startRun({ id: 'r' });
    await run.callAll(orders.map((order) => ({ id: order, name: 'pay', arguments: { order } })));
    await run.end();
    for (const order of orders)
      await runtime.pending.decide(keyAt(this.ledger, `r/${order}`), decision.approve(), { execute: false });
  }

  /** Makes the call of an order look as if so many processes had died during it. */
  die(order: string, times: number): void {
    for (let attempt = 1; attempt <= times; attempt++) {
      const from = attempt === 1 ? (['approved'] as const) : (['running'] as const);
      this.ledger.start(rowAt(this.ledger, `r/${order}`) as never, {
        lease: 'dead',
        leaseUntil: attempt,
        now: attempt + 1,
        from,
      });
    }
  }
}

const orders = (count: number): readonly string[] => Array.from({ length: count }, (_, place) => `o${place}`);

describe('recover', () => {
  it('continues calls at the same time', async () => {
    const office = new Office();
    await office.approved(orders(20));
    let begun = 0;
    let release = (): void => undefined;
    const all = new Promise<void>((resolve) => (release = resolve));
    office.pay = () => {
      if (++begun === 20) release();
      return all;
    };
    expect((await office.open().recover({ idleMs: 0 })).ended).toHaveLength(20);
  });

  it('continues at most `concurrency.runtime` calls at the same time', async () => {
    const office = new Office();
    await office.approved(orders(10));
    office.pay = () => new Promise((resolve) => setImmediate(resolve));
    const { ended } = await office.open({ limits: { concurrency: { runtime: 3 } } }).recover({ idleMs: 0 });
    expect([ended.length, office.most]).toEqual([10, 3]);
  });

  it('ends all other calls while any of them hang, if one more may run', async () => {
    const anyHang = fc.array(fc.boolean(), { minLength: 2, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(anyHang, fc.integer({ min: 1, max: 3 }), async (hangs, more) => {
        const office = new Office();
        const all = orders(hangs.length);
        await office.approved(all);
        const hanging = all.filter((_order, place) => hangs[place]);
        const finish: (() => void)[] = [];
        office.pay = (order) =>
          hanging.includes(order) ? new Promise<void>((resolve) => void finish.push(resolve)) : 'paid';
        const limits = { concurrency: { runtime: hanging.length + more } };
        const recovered = office.open({ limits }).recover({ idleMs: 0 });
        const stateOf = (order: string): string | undefined => rowAt(office.ledger, `r/${order}`)?.state;
        const others = all.filter((order) => !hanging.includes(order));
        while (finish.length < hanging.length || others.some((order) => stateOf(order) !== 'done'))
          await new Promise(setImmediate);
        expect(new Set(hanging.map(stateOf))).toEqual(new Set(hanging.map(() => 'running')));
        for (const end of finish) end();
        expect((await recovered).ended).toHaveLength(all.length);
      }),
      { numRuns: 30 },
    );
  });

  it('gives no place to a call that another pass of this process continues', async () => {
    const office = new Office();
    await office.approved(orders(2));
    const runtime = office.open();
    let goOn = (): void => undefined;
    const waits = new Promise<object>((resolve) => (goOn = () => resolve({})));
    const first = runtime.recover({ idleMs: 0, limit: 1, runOptions: () => waits });
    await new Promise(setImmediate);
    const second = await runtime.recover({ idleMs: 0, limit: 1 });
    goOn();
    const ended = [...second.ended, ...(await first).ended];
    expect(second.ended).toHaveLength(1);
    expect(new Set(ended)).toEqual(new Set(orders(2).map((order) => keyAt(office.ledger, `r/${order}`))));
  });

  it('tries a call again in the next pass, if the cause of its failure is gone', async () => {
    const office = new Office();
    await office.approved(['o0']);
    const runtime = office.open();
    const away = { idleMs: 0, runOptions: () => Promise.reject(new Error('The server restarts.')) };
    expect((await runtime.recover(away)).failed).toMatchObject([{ key: keyAt(office.ledger, 'r/o0') }]);
    expect(await runtime.recover({ idleMs: 0 })).toMatchObject({ ended: [keyAt(office.ledger, 'r/o0')], failed: [] });
  });

  it('waits longer after each failure, and at most a minute', async () => {
    const office = new Office();
    await office.approved(['o0']);
    const runtime = office.open();
    const away = { idleMs: 0, runOptions: () => Promise.reject(new Error('The server is gone.')) };
    const clock = jest.spyOn(Date, 'now');
    const start = 1_000_000_000_000 + Date.now();
    const tries: number[] = [];
    for (let second = 0; second < 300; second++) {
      clock.mockReturnValue(start + second * 1000);
      if ((await runtime.recover(away)).failed.length > 0) tries.push(second);
    }
    clock.mockRestore();
    const pauses = tries.slice(1).map((second, place) => second - (tries[place] ?? 0));
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
  });

  it('executes calls that ended two processes alone, so that one that ends a third takes none along', async () => {
    const office = new Office();
    await office.approved(orders(6));
    for (const order of orders(4)) office.die(order, 2);
    office.pay = async () => {
      for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
      return 'paid';
    };
    const together = new Set<string>();
    const suspects = new Set(orders(4));
    const active = new Set<string>();
    const pay = office.pay;
    office.pay = async (order, run) => {
      active.add(order);
      const now = [...active].filter((one) => suspects.has(one));
      if (now.length > 1) together.add(now.join());
      await pay(order, run);
      active.delete(order);
      return 'paid';
    };
    expect((await office.open().recover({ idleMs: 0 })).ended).toHaveLength(6);
    expect([...together]).toEqual([]);
  });
});

function ignore(): void {
  // The tests look at rows.
}
