import { decision, type CallLease, type PendingRun, type SavedRun } from '@haft/runtime';
import { createRuntime, defineTool, toolset } from '@haft/runtime';
import type { RunContext } from '@haft/core';
import { MemoryCallLedger } from '../../src/index.js';
import { openBank, World } from './bank.js';
import { keyAt, runRef } from '../support/row-at.js';

/** A ledger that settles at once, and remembers which leases were renewed. */
class SettlingLedger extends MemoryCallLedger {
  private waiting: ((keys: readonly string[]) => void)[] = [];

  /** Returns the keys of the next renewal. */
  nextRenewal(): Promise<readonly string[]> {
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  override renew(leases: readonly CallLease[], leaseUntil: number) {
    for (const resolve of this.waiting.splice(0)) resolve(leases.map(({ key }) => key));
    return super.renew(leases, leaseUntil);
  }

  settleIn(_client: unknown, lease: CallLease, end: Parameters<MemoryCallLedger['settle']>[1]): boolean {
    return this.settle(lease, end);
  }
}

test('a call that settled in its own transaction is not renewed, and is not stopped as lost [NEW-26]', async () => {
  const ledger = new SettlingLedger();
  const renewals: (readonly string[])[] = [];
  const parameters = { type: 'object', properties: {}, additionalProperties: false } as const;
  let finish = (): void => undefined;
  const finished = new Promise<void>((resolve) => (finish = resolve));
  const settings = { effect: {} };
  const wait = defineTool({ name: 'wait', description: 'Waits.', parameters, settings, execute: () => finished });
  const pay = defineTool({
    ...{ name: 'pay', description: 'Pays.', parameters, settings },
    execute: async (_args: object, run: RunContext) => {
      renewals.push(await ledger.nextRenewal());
      await run.ledger.settleIn({}, 'paid');
      renewals.push(await ledger.nextRenewal(), await ledger.nextRenewal());
      run.signal.throwIfAborted();
      return 'paid';
    },
  });
  const runtime = createRuntime({ toolsets: toolset('bank', [wait, pay]), durability: { ledger, leaseMs: 1000 } });
  const run = runtime.startRun({ id: 'r' });
  const other = run.call({ id: 'w', name: 'wait', arguments: {} });
  expect(await run.call({ id: 'p', name: 'pay', arguments: {} })).toMatchObject({ status: 'success', value: 'paid' });
  expect([renewals[0]?.includes(keyAt(ledger, 'r/p')), ...renewals.slice(1)]).toEqual([
    true,
    [keyAt(ledger, 'r/w')],
    [keyAt(ledger, 'r/w')],
  ]);
  finish();
  await other;
  await run.end();
});

/** A ledger of a process that sleeps before it saves its run. */
class SleepingLedger extends MemoryCallLedger {
  private wake: (() => void) | undefined;
  private asleep: (() => void) | undefined;
  isSleepy = true;

  readonly sleeps = new Promise<void>((resolve) => (this.asleep = resolve));

  awake(): void {
    this.wake?.();
  }

  override saveRun(run: SavedRun, version: number): never {
    const save = async (): Promise<boolean> => {
      if (this.isSleepy) {
        this.isSleepy = false;
        const woken = new Promise<void>((resolve) => (this.wake = resolve));
        this.asleep?.();
        await woken;
      }
      return super.saveRun(run, version);
    };
    return save() as never;
  }
}

test('a process that wakes late, and saves its run then, hides no outcome of another process [NEW-27]', async () => {
  const [ledger, world] = [new SleepingLedger(), new World()];
  const run = openBank(ledger, world).startRun({ id: 'r' });
  const paused = run.callAll(['c1', 'c2'].map((id) => ({ id, name: 'pay', arguments: { cents: 5 } })));
  await ledger.sleeps;
  const other = openBank(ledger, world);
  await other.pending.decide(keyAt(ledger, 'r/c1'), decision.approve());
  await other.pending.decide(keyAt(ledger, 'r/c2'), decision.deny('No.'));
  ledger.awake();
  await paused;
  await run.end();
  const pending = JSON.parse(ledger.getRun(runRef('r'))?.pending ?? '') as PendingRun;
  const { outcomes } = await openBank(ledger, world).resumeRun(pending, {}, { partial: true });
  expect(outcomes).toMatchObject([
    { callId: 'c1', status: 'success' },
    { callId: 'c2', status: 'denied' },
  ]);
  expect(world.payments).toHaveLength(1);
});
