import { afterAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApprovalRequired, CallSuspended, type RunContext } from '@haft/core';
import {
  createRuntime,
  decision,
  defineTool,
  toolset,
  type BackgroundTask,
  type CallLedger,
  type CallRow,
  type RowChange,
  type Runtime,
} from '@haft/runtime';
import { MemoryCallLedger } from '../../src/index.js';
import { SqliteCallLedger } from '../../src/sqlite/index.js';
import { keyLater, rowLater, rowOfKey } from '../support/row-at.js';
import { openBank, World } from './bank.js';
import { NO_ARGUMENTS } from './pay-tool.js';

const hasSqlite = process.getBuiltinModule('node:sqlite' as never) !== undefined;
const folder = mkdtempSync(join(tmpdir(), 'haft-cancelled-'));
const ann = { id: 'r', userId: 'ann' };
let files = 0;

afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** Tools that pay after an approval, and a tool that is cancelled before it asks. */
class Shop {
  paid = 0;
  /** Called before a tool asks. */
  cancel: () => Promise<unknown> = () => Promise.resolve();
  /** Lets the process of the task read the ledger. */
  tell: () => Promise<unknown> = () => Promise.resolve();
  /** Called after a program has made its call. */
  afterAsking: (run: RunContext) => Promise<unknown> = () => Promise.resolve();

  open(ledger: CallLedger): Runtime {
    const facts = { description: 'Pays.', parameters: NO_ARGUMENTS };
    const background = { ...facts, settings: { background: {} } };
    const pay = (_args: object, run: RunContext): string => {
      if (run.approval === undefined) throw new ApprovalRequired();
      this.paid++;
      return 'paid';
    };
    const asks = async (args: object, run: RunContext): Promise<string> => {
      await this.cancel();
      return pay(args, run);
    };
    const programOf = (name: string) => async (_args: object, run: RunContext) => {
      const [known] = Object.values(run.calls.resumed?.outcomes ?? {});
      if (known !== undefined) return known.text;
      await this.cancel();
      const outcome = await run.calls.call({ id: `${run.callId}_1`, name, arguments: {} });
      await this.afterAsking(run);
      throw new CallSuspended({ state: {}, waits: outcome.status === 'deferred' ? [outcome] : [] });
    };
    const tools = [
      defineTool({ ...facts, name: 'pay', settings: { effect: {} }, execute: pay }),
      defineTool({ ...background, name: 'asks', execute: asks }),
      defineTool({ ...background, name: 'program', execute: programOf('pay') }),
      defineTool({ ...facts, name: 'inner', execute: programOf('pay') }),
      defineTool({ ...facts, name: 'outer', execute: programOf('inner') }),
      defineTool({ ...facts, name: 'later', settings: { background: {}, approvals: [true] }, execute: pay }),
    ];
    return createRuntime({ toolsets: toolset('shop', tools), durability: { ledger } });
  }

  /** Starts a task that another process cancels before it asks. Returns it when it has ended. */
  async cancelled(ledger: CallLedger, name: string) {
    const [runtime, other] = [this.open(ledger), this.open(ledger)];
    this.tell = () => runtime.recover();
    const told = new Promise<string>((resolve) => {
      this.cancel = async () => {
        const task = await keyLater(ledger, 'r/c');
        expect(await other.tasks.cancel(task, ann)).toMatchObject({ state: 'running' });
        resolve(task);
      };
    });
    const run = runtime.startRun(ann);
    const outcome = await run.call({ id: 'c', name, arguments: {} });
    expect(outcome).toMatchObject({ value: { task: await told } });
    const { task } = (outcome as { readonly value: BackgroundTask }).value;
    await endedRow(ledger, task);
    await runtime.dispose();
    return { task: await other.tasks.get(task, ann), waiting: (await other.pending.list()).calls };
  }
}

/** A ledger in which another process cancels each call in progress that asks to wait. */
class BusyLedger extends MemoryCallLedger {
  isBusy = true;

  override propose(...[calls, options]: Parameters<MemoryCallLedger['propose']>): readonly RowChange[] {
    if (this.isBusy && options?.replaces !== undefined && options.replaces.length > 0)
      for (const call of calls) this.cancel(call, { outcome: '{}', now: 1 });
    return super.propose(calls, options);
  }
}

/** Returns a row when its attempt is over. */
async function endedRow(ledger: CallLedger, key: string): Promise<CallRow | undefined> {
  for (;;) {
    const row = await rowOfKey(ledger, key);
    if (row?.state !== 'running' && row?.state !== 'queued') return row;
    await new Promise(setImmediate);
  }
}

describe.each([
  ['MemoryCallLedger', () => new MemoryCallLedger(), true],
  ['SqliteCallLedger', () => new SqliteCallLedger({ file: join(folder, `${++files}.db`) }), hasSqlite],
] as const)('a task that another process cancels, in a %s [NEW-32]', (_name, open, isHere) => {
  const test = isHere ? it : it.skip;

  test.each(['asks', 'program'])('ends as cancelled if it asks for an approval after that (%s)', async (name) => {
    const [shop, ledger] = [new Shop(), open()];
    const { task, waiting } = await shop.cancelled(ledger, name);
    expect(task).toMatchObject({ state: 'cancelled', requests: [], outcome: { status: 'interrupted' } });
    expect([waiting, shop.paid]).toEqual([[], 0]);
  });

  test.each([
    ['suspends', () => Promise.resolve()],
    ['is told', (shop: Shop, { signal }: RunContext) => shop.tell().then(() => signal.throwIfAborted())],
  ])('leaves no inner call that an approval executes when it %s', async (_when, afterAsking) => {
    const [shop, ledger] = [new Shop(), open()];
    shop.afterAsking = (run) => afterAsking(shop, run);
    await shop.cancelled(ledger, 'program');
    const inner = await rowLater(ledger, 'r/c_1');
    expect(inner?.state).toBe('cancelled');
    const decided = shop.open(ledger).pending.decide(inner?.key ?? '', decision.approve());
    await expect(decided).rejects.toMatchObject({ code: 'HAFT_DECISION_USED' });
    expect(shop.paid).toBe(0);
  });
});

it.each([
  ['pay_now', 'unknown_outcome'],
  ['pay_checked', 'unknown_outcome'],
  ['set_limit', 'unknown_outcome'],
])('executes %s not again after a crash if it was cancelled before: it ends as %s', async (name, state) => {
  const [ledger, world] = [new MemoryCallLedger(), new World()];
  const runtime = openBank(ledger, world);
  await runtime.startRun({ id: 'r' }).call({ id: 'c', name, arguments: { cents: 5 } });
  const row = (await rowLater(ledger, 'r/c')) as CallRow;
  ledger.prune({ before: Infinity, limit: 10 });
  ledger.propose([{ ...row, lease: 'dead', leaseUntil: 0, state: 'running' }]);
  ledger.cancel(row, { outcome: '{}', now: 1 });
  (world.payments as unknown[]).length = 0;
  await runtime.recover();
  expect([world.payments, (await rowLater(ledger, 'r/c'))?.state]).toEqual([[], state]);
});

it('is not queued in the background if it is cancelled after its approval', async () => {
  const [shop, ledger] = [new Shop(), new BusyLedger()];
  const runtime = shop.open(ledger);
  await runtime.startRun({ id: 'r' }).call({ id: 'c', name: 'later', arguments: {} });
  const outcome = await runtime.pending.decide(await keyLater(ledger, 'r/c'), decision.approve());
  expect(outcome).toMatchObject({ status: 'interrupted', callId: 'c', tool: 'later' });
  expect([(await rowLater(ledger, 'r/c'))?.state, shop.paid]).toEqual(['cancelled', 0]);
});

it('does not wait again if it is cancelled while it is suspended again, and its outer call continues', async () => {
  const [shop, ledger] = [new Shop(), new BusyLedger()];
  const states = async () =>
    Promise.all(['c', 'c_1', 'c_1_1'].map(async (id) => (await rowLater(ledger, `r/${id}`))?.state));
  ledger.isBusy = false;
  const runtime = shop.open(ledger);
  await runtime.startRun({ id: 'r' }).call({ id: 'c', name: 'outer', arguments: {} });
  expect(await states()).toEqual(['awaiting', 'awaiting', 'awaiting']);
  const { fingerprint, ...inner } = (await rowLater(ledger, 'r/c_1')) as CallRow;
  ledger.decide(inner, { fingerprint, state: 'approved', decision: null, now: 1, ignoresExpiry: true });
  ledger.isBusy = true;
  await runtime.recover({ idleMs: 0 });
  expect(await states()).toEqual(['approved', 'cancelled', 'cancelled']);
  ledger.isBusy = false;
  await runtime.recover({ idleMs: 0 });
  expect([await states(), shop.paid]).toEqual([['done', 'cancelled', 'cancelled'], 0]);
});
