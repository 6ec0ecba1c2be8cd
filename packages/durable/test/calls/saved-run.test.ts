import { describe, expect, it } from '@jest/globals';
import { MemoryCallLedger } from '@haft/durable';
import { decision, type PendingRun, type Run, type RunRef, type StoredRun } from '@haft/runtime';
import { openBank, World } from './bank.js';
import { keyAt, runRef } from '../support/row-at.js';

/** A ledger whose run is not saved yet when it is read for the first time. */
class LateLedger extends MemoryCallLedger {
  isEarly = false;

  override getRun(run: RunRef): StoredRun | undefined {
    if (!this.isEarly) return super.getRun(run);
    this.isEarly = false;
    return undefined;
  }
}

it('keeps all calls of a run whose first call is decided before the run is saved [NEW-27]', async () => {
  const [ledger, world] = [new LateLedger(), new World()];
  const bank = openBank(ledger, world);
  const calls = ['c1', 'c2'].map((id) => ({ id, name: 'pay', arguments: { cents: 5 } }));
  await bank.startRun({ id: 'r' }).callAll(calls);
  await bank.pending.decide(keyAt(ledger, 'r/c2'), decision.approve(), { execute: false });
  ledger.isEarly = true;
  await bank.pending.decide(keyAt(ledger, 'r/c1'), decision.approve());
  await bank.recover({ idleMs: 0 });
  const pending = JSON.parse(ledger.getRun(runRef('r'))?.pending ?? '') as PendingRun;
  const { outcomes } = await openBank(ledger, world).resumeRun(pending, {}, { partial: true });
  expect(outcomes).toMatchObject([
    { callId: 'c1', status: 'success' },
    { callId: 'c2', status: 'success' },
  ]);
});

/** Returns the state that the tools of a run share. */
function stateOf(run: Run): Map<string, unknown> {
  return (run as unknown as { readonly state: Map<string, unknown> }).state;
}

/** A ledger of a process that ends before it saves a run on its own. */
class DyingLedger extends MemoryCallLedger {
  private isProposing = false;

  override propose(...given: Parameters<MemoryCallLedger['propose']>) {
    this.isProposing = true;
    const changes = super.propose(...given);
    this.isProposing = false;
    return changes;
  }

  override saveRun(...given: Parameters<MemoryCallLedger['saveRun']>): boolean {
    if (!this.isProposing) throw new Error('The process is dead.');
    return super.saveRun(...given);
  }
}

it('keeps the counts and the state of a run whose process dies after it wrote the call [NEW-27]', async () => {
  const [ledger, world] = [new DyingLedger(), new World()];
  const run = openBank(ledger, world).startRun({ id: 'r' });
  stateOf(run).set('customer', 'c-1');
  expect(await run.call({ id: 'c', name: 'pay', arguments: { cents: 5 } })).toMatchObject({ status: 'deferred' });
  const { calls, counters, state } = JSON.parse(ledger.getRun(runRef('r'))?.pending ?? '') as PendingRun;
  expect([calls.length, counters.calls, state]).toEqual([1, 1, { customer: 'c-1' }]);
});

describe('a run whose calls were decided [NEW-27]', () => {
  /** Asks for payments, approves them, and returns the versions of the run after each step. */
  async function versions(calls: readonly string[], beforePay?: World['beforePay']) {
    const [ledger, world] = [new MemoryCallLedger(), new World()];
    if (beforePay !== undefined) world.beforePay = beforePay;
    const bank = openBank(ledger, world);
    await bank.startRun({ id: 'r' }).callAll(calls.map((id) => ({ id, name: 'pay', arguments: { cents: 5 } })));
    const seen = [ledger.getRun(runRef('r'))?.version];
    for (const id of calls) {
      await bank.pending.decide(keyAt(ledger, `r/${id}`), decision.approve());
      seen.push(ledger.getRun(runRef('r'))?.version);
    }
    const pending = JSON.parse(ledger.getRun(runRef('r'))?.pending ?? '') as PendingRun;
    const { run, outcomes } = await openBank(ledger, world).resumeRun(pending, {}, { partial: true });
    return { seen, state: Object.fromEntries(stateOf(run)), statuses: outcomes.map(({ status }) => status) };
  }

  it('is not written again for an outcome that its row has', async () => {
    expect(await versions(['c'])).toEqual({ seen: [1, 1], state: {}, statuses: ['success'] });
  });

  it('is written while another call waits, since ended rows may be deleted', async () => {
    expect(await versions(['c1', 'c2'])).toEqual({ seen: [1, 2, 2], state: {}, statuses: ['success', 'success'] });
  });

  it('is written if a tool changed its state', async () => {
    const remember: World['beforePay'] = (run) => run.state.set('paid', true);
    expect(await versions(['c'], remember)).toEqual({ seen: [1, 2], state: { paid: true }, statuses: ['success'] });
  });
});
