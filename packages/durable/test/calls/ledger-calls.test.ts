import { afterAll, describe, expect, it, jest } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reconciled, type DeferralRequest, type ToolOutcome } from '@haft/core';
import { MemoryCallLedger } from '@haft/durable';
import { SqliteCallLedger } from '@haft/durable/sqlite';
import { decision, type CallLedger, type CallRow, type PendingRun } from '@haft/runtime';
import { openBank, World } from './bank.js';
import { keyLater, rowLater } from '../support/row-at.js';

const hasSqlite = process.getBuiltinModule('node:sqlite' as never) !== undefined;
const folder = mkdtempSync(join(tmpdir(), 'haft-calls-'));
let files = 0;
const LEDGERS: readonly (readonly [string, () => CallLedger])[] = [
  ['MemoryCallLedger', () => new MemoryCallLedger()],
  ...(hasSqlite
    ? [['SqliteCallLedger', () => new SqliteCallLedger({ file: join(folder, `${files++}.db`) })] as const]
    : []),
];

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const plain = (pending: PendingRun): PendingRun => JSON.parse(JSON.stringify(pending)) as PendingRun;
const five = { id: 'c1', arguments: { cents: 5 } };

function requestsOf(outcome: ToolOutcome): readonly DeferralRequest[] {
  if (outcome.status !== 'deferred') throw new Error(`not deferred: ${JSON.stringify(outcome)}`);
  return outcome.requests ?? [outcome.request];
}

/** Makes a row look as if its process had died during the attempt. */
async function die(ledger: CallLedger, state: CallRow): Promise<void> {
  const dead = { ...state, state: 'running', lease: 'dead', leaseUntil: 1 } as const;
  await ledger.prune({ before: Number.MAX_SAFE_INTEGER, limit: 100 });
  expect(await ledger.get(state)).toBeUndefined();
  expect(await ledger.propose([dead])).toMatchObject([{ changed: true }]);
}

describe.each(LEDGERS)('a call in a %s', (_name, open) => {
  it('is written before it is deferred, and decided in another process [NEW-26, NEW-27]', async () => {
    const [ledger, world] = [open(), new World()];
    const run = openBank(ledger, world).startRun({ id: 'r', userId: 'ann', tenantId: 'acme' });
    const outcome = await run.call({ ...five, name: 'pay' });
    expect(await rowLater(ledger, 'r/c1')).toMatchObject({
      ...{ state: 'awaiting', kind: 'approval', userId: 'ann', tenantId: 'acme', attempt: 0 },
    });

    const other = openBank(ledger, world);
    const page = await other.pending.list({ tenantId: 'acme', userId: 'ann' });
    const [request] = requestsOf(outcome);
    expect(page).toEqual({
      calls: [
        {
          ...{ key: await keyLater(ledger, 'r/c1'), runId: 'r', callId: 'c1', tenantId: 'acme', userId: 'ann' },
          ...{ tool: 'pay', state: 'awaiting', attempts: 0, arguments: { cents: 5 }, request },
          ...{ createdAt: expect.any(String), expiresAt: request?.expiresAt },
        },
      ],
    });
    expect((await other.pending.list({ userId: 'bob' })).calls).toEqual([]);
    expect(await other.pending.decide(await keyLater(ledger, 'r/c1'), decision.approve())).toMatchObject({
      ...{ status: 'success', callId: 'c1', value: { paid: 5 } },
    });
    expect(await rowLater(ledger, 'r/c1')).toMatchObject({ state: 'done', attempt: 1, lease: null });
    expect(world.payments).toHaveLength(1);
  });

  it('counts one decision, and a run that resumes later gets its outcome', async () => {
    const [ledger, world] = [open(), new World()];
    const runtime = openBank(ledger, world);
    const run = runtime.startRun({ id: 'r' });
    const [request] = requestsOf(await run.call({ ...five, name: 'pay' }));
    const decided = await Promise.allSettled(
      Array.from({ length: 8 }, async () =>
        openBank(ledger, world).pending.decide(await keyLater(ledger, 'r/c1'), decision.approve()),
      ),
    );
    expect(world.payments).toHaveLength(1);
    const lost = decided.filter((one) => one.status === 'rejected');
    expect(lost.length).toBeLessThanOrEqual(7);
    for (const one of lost) expect(one.reason).toMatchObject({ code: 'HAFT_DECISION_USED' });

    const pending = plain(run.pending());
    const { outcomes } = await openBank(ledger, world).resumeRun(pending, {}, { partial: true });
    expect(outcomes).toMatchObject([{ status: 'success', value: { paid: 5 } }]);
    const again = openBank(ledger, world).resumeRun(pending, { [request?.id ?? '']: true });
    await expect(again).rejects.toMatchObject({ code: 'HAFT_DECISION_USED' });
    expect(world.payments).toHaveLength(1);
  });

  it('does not let one used request reject its batch', async () => {
    const [ledger, world] = [open(), new World()];
    const run = openBank(ledger, world).startRun({ id: 'r' });
    const outcomes = await run.callAll(
      [1, 2, 3].map((cents) => ({ id: `c${cents}`, name: 'pay', arguments: { cents } })),
    );
    const pending = plain(run.pending());
    await openBank(ledger, world).pending.decide(await keyLater(ledger, 'r/c2'), decision.deny('Not this one.'));
    const all = Object.fromEntries(outcomes.flatMap(requestsOf).map(({ id }) => [id, true]));
    const resumed = await openBank(ledger, world).resumeRun(pending, all);
    expect(resumed.outcomes.map(({ status }) => status)).toEqual(['success', 'denied', 'success']);
    expect(world.payments.map(({ cents }) => cents).sort()).toEqual([1, 3]);
  });

  it('stays approved until some process recovers it', async () => {
    const [ledger, world] = [open(), new World()];
    await openBank(ledger, world)
      .startRun({ id: 'r' })
      .call({ ...five, name: 'pay' });
    await openBank(ledger, world).pending.decide(
      await keyLater(ledger, 'r/c1'),
      decision.approve({ arguments: { cents: 7 } }),
      {
        execute: false,
      },
    );
    expect(await rowLater(ledger, 'r/c1')).toMatchObject({ state: 'approved', attempt: 0 });
    expect(world.payments).toEqual([]);
    const seen: unknown[] = [];
    const recovered = await openBank(ledger, world).recover({
      idleMs: 0,
      runOptions: (facts) => {
        seen.push(facts);
        return {};
      },
    });
    expect(recovered).toMatchObject({ ended: [await keyLater(ledger, 'r/c1')], waiting: [], failed: [] });
    expect(seen).toEqual([{ runId: 'r', tool: 'pay' }]);
    expect(world.payments).toMatchObject([{ cents: 7 }]);
    expect(await openBank(ledger, world).recover({ idleMs: 0 })).toMatchObject({ ended: [], waiting: [], failed: [] });
  });

  it('has a row for an effect without a decision, and is not made twice by a host that repeats it', async () => {
    const [ledger, world] = [open(), new World()];
    const call = { ...five, name: 'pay_now' };
    expect(await openBank(ledger, world).startRun({ id: 'r' }).call(call)).toMatchObject({ value: { paid: 5 } });
    expect(await rowLater(ledger, 'r/c1')).toMatchObject({ state: 'done', attempt: 1, kind: null });
    expect(await openBank(ledger, world).startRun({ id: 'r' }).call(call)).toMatchObject({ value: { paid: 5 } });
    expect(world.payments).toHaveLength(1);
    const run = openBank(ledger, world).startRun({ id: 's' });
    await run.callAll([call, call]);
    expect(world.payments).toHaveLength(3);
    expect(await rowLater(ledger, 's/c1/2')).toMatchObject({ state: 'done' });
  });

  it.each([
    ['set_limit', 'done', 2],
    ['pay_now', 'unknown_outcome', 1],
  ])('after a crash, %s ends as %s', async (name, state, payments) => {
    const [ledger, world] = [open(), new World()];
    const runtime = openBank(ledger, world);
    await runtime.startRun({ id: 'r' }).call({ ...five, name });
    const row = (await rowLater(ledger, 'r/c1')) as CallRow;
    await die(ledger, row);
    expect(await runtime.recover()).toMatchObject({ ended: [await keyLater(ledger, 'r/c1')], failed: [] });
    expect(await rowLater(ledger, 'r/c1')).toMatchObject({ state, attempt: 2, effectKey: row.effectKey });
    expect(world.payments).toHaveLength(payments);
    expect(new Set(world.payments.map(({ key }) => key)).size).toBe(1);
  });

  it('asks reconcile after a crash: done, not done, unknown [NEW-26]', async () => {
    const [ledger, world] = [open(), new World()];
    const runtime = openBank(ledger, world);
    await runtime.startRun({ id: 'r' }).call({ ...five, name: 'pay_checked' });
    const row = (await rowLater(ledger, 'r/c1')) as CallRow;
    await die(ledger, row);
    await runtime.recover();
    expect((await runtime.pending.get(await keyLater(ledger, 'r/c1')))?.outcome).toMatchObject({
      status: 'success',
      value: { paid: 5 },
    });
    expect(world.payments).toHaveLength(1);

    world.payments.length = 0;
    await die(ledger, row);
    await runtime.recover();
    expect(world.payments).toEqual([{ cents: 5, key: row.effectKey }]);

    world.payments.length = 0;
    world.missing = reconciled.unknown();
    await die(ledger, row);
    await runtime.recover();
    expect(world.payments).toEqual([]);
    expect((await runtime.pending.list()).calls).toMatchObject([
      {
        ...{ key: await keyLater(ledger, 'r/c1'), state: 'unknown_outcome' },
        outcome: { text: 'It is not known whether pay_checked took effect. Check before you try again.' },
      },
    ]);
  });

  it('lets a person decide about an unknown end', async () => {
    const [ledger, world] = [open(), new World()];
    const runtime = openBank(ledger, world);
    await runtime.startRun({ id: 'r' }).call({ ...five, name: 'pay_now' });
    const row = (await rowLater(ledger, 'r/c1')) as CallRow;
    const crash = async (): Promise<void> => {
      await die(ledger, row);
      await runtime.recover();
    };
    await crash();
    await expect(runtime.pending.decide(await keyLater(ledger, 'r/c1'), decision.approve())).rejects.toMatchObject({
      code: 'HAFT_WRONG_DECISION_KIND',
    });
    expect(await runtime.pending.decide(await keyLater(ledger, 'r/c1'), decision.done({ paid: 5 }))).toMatchObject({
      value: { paid: 5 },
    });
    await expect(runtime.pending.decide(await keyLater(ledger, 'r/c1'), decision.again())).rejects.toMatchObject({
      code: 'HAFT_DECISION_USED',
    });
    await crash();
    expect(await runtime.pending.decide(await keyLater(ledger, 'r/c1'), decision.deny())).toMatchObject({
      status: 'denied',
    });
    await crash();
    expect(await runtime.pending.decide(await keyLater(ledger, 'r/c1'), decision.again())).toMatchObject({
      status: 'success',
    });
    expect(world.payments).toHaveLength(2);
  });

  it('ends when no decision came in time, and the model reads that [NEW-26]', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
    try {
      const [ledger, world] = [open(), new World()];
      const run = openBank(ledger, world).startRun({ id: 'r' });
      await run.call({ ...five, name: 'pay' });
      const pending = plain(run.pending());
      const program = await openBank(ledger, world)
        .startRun({ id: 'p' })
        .call({ id: 'p', name: 'pay_twice', arguments: { cents: 10 } });
      expect(requestsOf(program)).toHaveLength(2);
      const other = openBank(ledger, world);
      const recovered = { waiting: [], started: [], skipped: [], failed: [] };
      expect(await other.recover()).toEqual({ ...recovered, ended: [] });
      jest.setSystemTime(Date.now() + 25 * 60 * 60 * 1000);
      expect(await openBank(ledger, world).recover({ calls: 'background' })).toEqual({ ...recovered, ended: [] });
      const { ended, ...others } = await other.recover();
      expect(others).toEqual(recovered);
      expect(new Set(ended)).toEqual(
        new Set([await keyLater(ledger, 'p/p_1'), await keyLater(ledger, 'p/p_2'), await keyLater(ledger, 'r/c1')]),
      );
      expect(await other.pending.get(await keyLater(ledger, 'r/c1'))).toMatchObject({
        state: 'expired',
        outcome: {
          ...{ status: 'denied', reason: 'expired' },
          text: 'The tool call was not executed, because no decision came in time.',
        },
      });
      await expect(other.pending.decide(await keyLater(ledger, 'r/c1'), decision.approve())).rejects.toMatchObject({
        code: 'HAFT_DECISION_USED',
      });
      expect((await other.resumeRun(pending, {}, { partial: true })).outcomes).toMatchObject([
        { status: 'denied', reason: 'expired' },
      ]);
      expect(await other.recover({ idleMs: 0 })).toEqual({ ...recovered, ended: [await keyLater(ledger, 'p/p')] });
      expect(await rowLater(ledger, 'p/p')).toMatchObject({ state: 'done' });
      expect(world.payments).toEqual([]);
    } finally {
      jest.useRealTimers();
    }
  });

  it('keeps its row until a tool that timed out settles', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
    try {
      const [ledger, world] = [open(), new World()];
      let finish = (): void => undefined;
      world.beforePay = () => {
        jest.advanceTimersByTime(20);
        return new Promise<void>((resolve) => (finish = resolve));
      };
      const runtime = openBank(ledger, world, { limits: { timeoutMs: 20 } });
      const outcome = await runtime.startRun({ id: 'r' }).call({ ...five, name: 'pay_now' });
      expect(outcome).toMatchObject({ status: 'failed', reason: 'timeout' });
      expect(outcome.text).toMatch(/It is not known whether pay_now took effect\. Check before you try again\.$/);
      expect(await rowLater(ledger, 'r/c1')).toMatchObject({ state: 'running' });
      finish();
      while ((await rowLater(ledger, 'r/c1'))?.state === 'running') await new Promise(setImmediate);
      expect(await rowLater(ledger, 'r/c1')).toMatchObject({ state: 'done' });
    } finally {
      jest.useRealTimers();
    }
  });

  it('continues a program once when two processes decide its inner calls together', async () => {
    const [ledger, world] = [open(), new World()];
    const run = openBank(ledger, world).startRun({ id: 'r' });
    const outcome = await run.call({ id: 'p', name: 'pay_twice', arguments: { cents: 10 } });
    expect(requestsOf(outcome)).toHaveLength(2);
    const pending = plain(run.pending());
    await Promise.all([
      openBank(ledger, world).pending.decide(await keyLater(ledger, 'r/p_1'), decision.approve()),
      openBank(ledger, world).pending.decide(await keyLater(ledger, 'r/p_2'), decision.approve()),
    ]);
    const { outcomes } = await openBank(ledger, world).resumeRun(pending, {}, { partial: true });
    expect(outcomes).toMatchObject([{ status: 'success', value: 'paid 2 times' }]);
    expect(world.payments.map(({ cents }) => cents).sort()).toEqual([11, 12]);
    expect(await rowLater(ledger, 'r/p')).toMatchObject({ state: 'done', kind: 'program' });
  });

  it('executes no changed row, if the runtime has a secret', async () => {
    const [ledger, world] = [open(), new World()];
    const runtime = openBank(ledger, world, { people: { pendingSecret: 'secret' } });
    await runtime.startRun({ id: 'r' }).call({ ...five, name: 'pay_now' });
    const row = (await rowLater(ledger, 'r/c1')) as CallRow;
    await die(ledger, { ...row, call: row.call.replace('"cents":5', '"cents":500') });
    const { failed } = await runtime.recover();
    expect(failed).toMatchObject([{ key: await keyLater(ledger, 'r/c1'), error: { code: 'HAFT_INVALID_PENDING' } }]);
    expect(world.payments).toHaveLength(1);
  });
});

it('ends an idempotent call that kills each of its processes as unknown, and a person decides [NEW-26]', async () => {
  const [ledger, world] = [new MemoryCallLedger(), new World()];
  await openBank(ledger, world)
    .startRun({ id: 'r' })
    .call({ ...five, name: 'set_limit' });
  const { outcome: _outcome, ...row } = (await rowLater(ledger, 'r/c1')) as CallRow;
  const dead = { ...row, state: 'running', lease: 'dead', leaseUntil: 0, outcome: null, attempt: 3 } as const;
  const crashed = new MemoryCallLedger();
  crashed.propose([{ ...dead, state: 'running' }]);
  for (let attempt = 1; attempt < 3; attempt++)
    crashed.start((await rowLater(crashed, 'r/c1')) as CallRow, {
      lease: 'dead',
      leaseUntil: 0,
      now: 1 + attempt,
      from: ['running'],
    });
  expect(await rowLater(crashed, 'r/c1')).toMatchObject({ state: 'running', attempt: 3 });
  const runtime = openBank(crashed, world);
  expect(await runtime.recover({ maxAttempts: 3 })).toMatchObject({
    ended: [await keyLater(ledger, 'r/c1')],
    failed: [],
  });
  expect(world.payments).toHaveLength(1);
  expect(await rowLater(crashed, 'r/c1')).toMatchObject({ state: 'unknown_outcome' });
  expect(await runtime.pending.decide(await keyLater(ledger, 'r/c1'), decision.again())).toMatchObject({
    status: 'success',
  });
  expect(world.payments).toHaveLength(2);
});

it.each([
  ['its saved run', 'getRun'],
  ['its definitions', 'list'],
] as const)(
  'says that a decision is used if another one came before it had read %s [NEW-27]',
  async (_what, method) => {
    const [ledger, world] = [new MemoryCallLedger(), new World()];
    const runtime = openBank(ledger, world);
    await runtime.startRun({ id: 'r' }).call({ ...five, name: 'pay' });
    const late = Object.create(ledger) as MemoryCallLedger;
    let isFirst = true;
    Object.assign(late, {
      [method]: async (ref: CallRow) => {
        const found = await ledger[method](ref as never);
        if (isFirst) {
          isFirst = false;
          await runtime.pending.decide(await keyLater(ledger, 'r/c1'), decision.approve());
        }
        return method === 'getRun' ? ledger.getRun(ref) : found;
      },
    });
    const deciding = openBank(late, world).pending.decide(await keyLater(ledger, 'r/c1'), decision.approve());
    await expect(deciding).rejects.toMatchObject({ code: 'HAFT_DECISION_USED' });
    expect(world.payments).toHaveLength(1);
  },
);

it.each([
  ['unknown, for a tool with an effect', 'pay_now', { status: 'failed', reason: 'unknown' }],
  ['interrupted, for an idempotent tool', 'set_limit', { status: 'interrupted' }],
])('says about a call that another process has in progress that it is %s [NEW-26]', async (_end, name, expected) => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
  try {
    const [ledger, world] = [new MemoryCallLedger(), new World()];
    const begun = world.hangPayments();
    const outcome = openBank(ledger, world, { durability: { leaseMs: 1000 } })
      .startRun({ id: 'r' })
      .call({ ...five, name });
    await begun;
    const taken = { lease: 'another', leaseUntil: Number.MAX_SAFE_INTEGER, now: Number.MAX_SAFE_INTEGER };
    ledger.start((await rowLater(ledger, 'r/c1')) as CallRow, { ...taken, from: ['running'] });
    await jest.advanceTimersByTimeAsync(1000);
    expect(await outcome).toMatchObject(expected);
    expect(world.payments).toEqual([]);
  } finally {
    jest.useRealTimers();
  }
});

it('answers a direct call that another process took over with the outcome there', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
  try {
    const [ledger, world] = [new MemoryCallLedger(), new World()];
    const begun = world.hangPayments();
    const paused = openBank(ledger, world, { durability: { leaseMs: 1000 } });
    const outcome = paused.startRun({ id: 'r' }).call({ ...five, name: 'set_limit' });
    await begun;
    // The process is paused over its lease.
    jest.setSystemTime(Date.now() + 60_000);
    world.beforePay = () => undefined;
    expect(await openBank(ledger, world).recover()).toMatchObject({ ended: [await keyLater(ledger, 'r/c1')] });
    await jest.advanceTimersByTimeAsync(1000);
    expect(await outcome).toMatchObject({ status: 'success', value: { paid: 5 } });
    expect(world.payments).toHaveLength(1);
  } finally {
    jest.useRealTimers();
  }
});
