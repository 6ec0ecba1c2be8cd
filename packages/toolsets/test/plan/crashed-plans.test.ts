import { describe, expect, it } from '@jest/globals';
import { reconciled, type RunContext } from '@haft/core';
import { MemoryCallLedger } from '@haft/durable';
import {
  createRuntime,
  defineTool,
  toolset,
  type CallLedger,
  type CallRef,
  type CallLease,
  type Runtime,
} from '@haft/runtime';
import { planToolset } from '../../src/plan/index.js';
import { keyAt, rowAt } from '../../../durable/test/support/row-at.js';

/** The ledger as one process sees it. A killed process writes nothing more. */
class LedgerOfProcess extends MemoryCallLedger {
  isKilled = false;
  constructor(
    private readonly shared: CallLedger,
    /** How much later the process lives, in milliseconds. */
    private readonly later = 0,
  ) {
    super();
  }

  override propose(...args: Parameters<CallLedger['propose']>) {
    return this.shared.propose(...args) as never;
  }
  override start(call: CallRef, { now, leaseUntil, ...options }: Parameters<CallLedger['start']>[1]) {
    const { later } = this;
    return this.shared.start(call, { ...options, now: now + later, leaseUntil: leaseUntil + later }) as never;
  }
  override settle(lease: CallLease, end: Parameters<CallLedger['settle']>[1]): boolean {
    if (this.isKilled) throw new Error('The process was killed.');
    return this.shared.settle(lease, end) as boolean;
  }
  override abandoned({ now, ...options }: Parameters<CallLedger['abandoned']>[0]) {
    return this.shared.abandoned({ ...options, now: now + this.later }) as never;
  }
  override renew(leases: readonly CallLease[], leaseUntil: number) {
    if (this.isKilled) throw new Error('The process was killed.');
    return this.shared.renew(leases, leaseUntil + this.later) as never;
  }
  override get(call: CallRef) {
    return this.shared.get(call) as never;
  }
  override list(filter: Parameters<CallLedger['list']>[0]) {
    return this.shared.list(filter) as never;
  }
}

const HOUR_MS = 3_600_000;
const steps = [
  { id: 'first', tool: 'pay', args: { cents: 1 } },
  { id: 'second', tool: 'pay', args: { cents: 2 }, dependsOn: ['first'] },
];

/** Tools that pay. `beforePay` runs before each payment. */
function openBank(
  ledger: CallLedger,
  paid: number[],
  beforePay: (cents: number) => unknown,
  isChecked: boolean,
): Runtime {
  const pay = defineTool({
    name: 'pay',
    description: 'Pays.',
    parameters: {
      type: 'object',
      properties: { cents: { type: 'integer' } },
      required: ['cents'],
      additionalProperties: false,
    },
    settings: { effect: {} },
    execute: async ({ cents }: { cents: number }, _run: RunContext) => {
      await beforePay(cents);
      paid.push(cents);
      return `paid ${cents}`;
    },
    ...(isChecked && {
      reconcile: (_key: string, { cents }: { cents: number }) =>
        paid.includes(cents) ? reconciled.done(`paid ${cents}`) : reconciled.notDone(),
    }),
  });
  const logger = { debug: ignore, info: ignore, warn: ignore, error: ignore };
  return createRuntime({
    toolsets: [toolset('bank', [pay]), planToolset()],
    durability: { ledger, leaseMs: 1000 },
    observe: { logger },
  });
}

function ignore(): void {
  // The tests look at outcomes.
}

/** Kills a process in the second step of a plan, and recovers its calls in another process. */
async function crashInSecondStep(isChecked: boolean): Promise<{ readonly paid: number[]; readonly text: string }> {
  const shared = new MemoryCallLedger();
  const paid: number[] = [];
  const first = new LedgerOfProcess(shared);
  const isInSecond = new Promise<void>((resolve) => {
    const never = (cents: number): unknown => {
      if (cents !== 2) return undefined;
      resolve();
      return new Promise(() => undefined);
    };
    const run = openBank(first, paid, never, isChecked).startRun({ id: 'r' });
    void run.call({ id: 'p', name: 'execute_plan', arguments: { steps } });
  });
  await isInSecond;
  first.isKilled = true;
  expect(rowAt(shared, 'r/p')).toMatchObject({ state: 'running' });

  const other = openBank(new LedgerOfProcess(shared, HOUR_MS), paid, ignore, isChecked);
  expect((await other.recover()).failed).toEqual([]);
  const ended = await other.pending.get(keyAt(shared, 'r/p'));
  return { paid, text: ended?.outcome?.text ?? '' };
}

describe('a plan whose process died [PLAN-1, NEW-26]', () => {
  it('continues with the outcomes of the steps that ended, and repeats none of them', async () => {
    const { paid, text } = await crashInSecondStep(true);
    expect(paid).toEqual([1, 2]);
    expect(text).toBe('first: ok\n paid 1\nsecond: ok\n paid 2');
  });

  it('names the step whose end is unknown', async () => {
    const { paid, text } = await crashInSecondStep(false);
    expect(paid).toEqual([1]);
    expect(text).toMatch(/^first: ok\n paid 1\nsecond: error\n .*It is not known whether pay took effect\./);
  });
});
