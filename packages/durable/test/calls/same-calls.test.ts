import { describe, expect, it } from '@jest/globals';
import { MemoryCallLedger } from '@haft/durable';
import { decision, type CallRow, type RunOptions, type Runtime } from '@haft/runtime';
import type { ToolCall, ToolOutcome } from '@haft/core';
import { CALL_STATES } from '@haft/runtime';
import { openBank, World } from './bank.js';

const BEFORE = /^This call was made before \(pay_now, \d{4}-\d\d-\d\dT[\d:.]+Z\)\. Its result was:\n\n\{"paid":5\}$/;

/** A server that has one process for each request, and a chat whose id is the id of its runs. */
class Chat {
  readonly ledger = new MemoryCallLedger();
  readonly world = new World();

  /** Makes the calls of one answer of the model. */
  async answer(calls: readonly Partial<ToolCall>[], options: RunOptions = {}): Promise<readonly ToolOutcome[]> {
    const run = this.process().startRun({ id: 'chat-1', ...options });
    const outcomes = await run.callAll(calls.map((call) => ({ ...CALL, ...call })));
    await run.end();
    return outcomes;
  }

  process(): Runtime {
    return openBank(this.ledger, this.world);
  }

  rows(): readonly CallRow[] {
    return this.ledger.list({ states: CALL_STATES });
  }

  get paid(): readonly number[] {
    return this.world.payments.map(({ cents }) => cents);
  }
}

const CALL: ToolCall = { id: 'call_0', name: 'pay_now', arguments: { cents: 5 } };

describe('a call that is made again', () => {
  it('in the same turn, is executed once, and its outcome is marked and unchanged', async () => {
    const chat = new Chat();
    const [first] = await chat.answer([{}], { turn: 'one' });
    const [again] = await chat.answer([{}], { turn: 'one' });
    expect(again).toEqual({ ...first, replayed: true });
    expect(chat.paid).toEqual([5]);
  });

  it('in another turn, is another call with another key', async () => {
    const chat = new Chat();
    for (const turn of ['one', 'two']) await chat.answer([{}], { turn });
    expect(chat.paid).toEqual([5, 5]);
    expect(new Set(chat.world.payments.map(({ key }) => key)).size).toBe(2);
  });

  it('takes the turn of the call before that of the run', async () => {
    const chat = new Chat();
    await chat.answer([{ turn: 'one' }], { turn: 'other' });
    const [again] = await chat.answer([{}], { turn: 'one' });
    expect(again?.replayed).toBe(true);
    expect(chat.paid).toEqual([5]);
  });

  it('without a turn and with other arguments, is another call', async () => {
    const chat = new Chat();
    for (const cents of [5, 6]) await chat.answer([{ arguments: { cents } }]);
    expect(chat.paid).toEqual([5, 6]);
  });

  it('without a turn and with the same arguments, is not executed, and the model reads that', async () => {
    const chat = new Chat();
    await chat.answer([{}]);
    const [again] = await chat.answer([{}]);
    expect(again).toMatchObject({ status: 'success', replayed: true, text: expect.stringMatching(BEFORE) });
    expect(chat.paid).toEqual([5]);
    await chat.answer([{ id: 'call_1' }]);
    expect(chat.paid).toEqual([5, 5]);
  });

  it.each([
    ['first without a turn, then with one', {}, { turn: 'one' }],
    ['first with a turn, then without one', { turn: 'one' }, {}],
  ])('%s, is not executed, and the model reads that', async (_title, before, after) => {
    const chat = new Chat();
    await chat.answer([{}], before);
    const [again] = await chat.answer([{}], after);
    expect(again).toMatchObject({ status: 'success', replayed: true, text: expect.stringMatching(BEFORE) });
    expect(chat.paid).toEqual([5]);
  });

  it.each([
    ['first without a turn, then with one', {}, { turn: 'one' }],
    ['first with a turn, then without one', { turn: 'one' }, {}],
  ])('%s, while it waits for an approval, asks no second time', async (_title, before, after) => {
    const chat = new Chat();
    const asked = await chat.answer([{ name: 'pay' }], before);
    const again = await chat.answer([{ name: 'pay' }], after);
    expect(requestOf(again)).toBe(requestOf(asked));
    expect(chat.rows()).toHaveLength(1);
  });

  it('twice in one batch, is two calls, also when the batch is made again', async () => {
    const chat = new Chat();
    for (const options of [{}, { turn: 'one' }]) {
      const before = chat.paid.length;
      await chat.answer([{ arguments: { cents: 7 } }, { arguments: { cents: 7 } }], { id: `r${before}`, ...options });
      await chat.answer([{ arguments: { cents: 7 } }, { arguments: { cents: 7 } }], { id: `r${before}`, ...options });
      expect(chat.paid.length - before).toBe(2);
    }
  });

  it('at the same time in the same turn, is executed once', async () => {
    const chat = new Chat();
    const run = chat.process().startRun({ id: 'chat-1', turn: 'one' });
    const outcomes = await Promise.all([run.call(CALL), run.call(CALL)]);
    expect(outcomes.map(({ status }) => status)).toEqual(['success', 'success']);
    expect(chat.paid).toEqual([5]);
  });
});

describe('a call with the id of another call of the same turn', () => {
  it.each([
    ['another tool', { name: 'pay_checked' }],
    ['other arguments', { arguments: { cents: 6 } }],
    ['another tool that asks', { name: 'pay' }],
  ])('throws for %s, and stores nothing', async (_title, other) => {
    const chat = new Chat();
    await chat.answer([{}], { turn: 'one' });
    await expect(chat.answer([other], { turn: 'one' })).rejects.toMatchObject({ code: 'HAFT_CALL_DIFFERS' });
    expect(chat.rows()).toHaveLength(1);
    expect(chat.paid).toEqual([5]);
  });
});

describe('a call that is made while an equal call of its run waits', () => {
  const PAY = { name: 'pay' };
  it.each([
    ['of the next turn', { turn: 'one' }, { turn: 'two' }],
    ['of the next answer, without turns', {}, {}],
  ])('%s, is answered with the open request, and both end with one payment', async (_title, first, second) => {
    const chat = new Chat();
    const asked = await chat.answer([PAY], first);
    const events: string[] = [];
    const run = chat.process().startRun({ id: 'chat-1', ...second, onEvent: ({ type }) => events.push(type) });
    const again = await run.callAll([{ ...CALL, ...PAY, id: 'call_9' }]);
    expect(again).toMatchObject([
      { status: 'deferred', callId: 'call_9', text: expect.stringMatching(/Do not call it again/) },
    ]);
    expect(requestOf(again)).toBe(requestOf(asked));
    expect(chat.rows()).toHaveLength(1);
    const outcomes = await run.resume({ [requestOf(again)]: decision.approve() });
    expect(outcomes.find(({ callId }) => callId === 'call_9')).toMatchObject({ status: 'success', value: { paid: 5 } });
    expect(chat.paid).toEqual([5]);
  });

  it('reads its outcome after a decision elsewhere, also in another process', async () => {
    const chat = new Chat();
    await chat.answer([PAY], { turn: 'one' });
    const run = chat.process().startRun({ id: 'chat-1', turn: 'two' });
    await run.callAll([{ ...CALL, ...PAY, id: 'call_9' }]);
    const pending = JSON.parse(JSON.stringify(run.pending()));
    const { calls } = await chat.process().pending.list();
    expect(calls).toHaveLength(1);
    await chat.process().pending.decide(calls[0]?.key ?? '', decision.approve());
    const { outcomes } = await chat.process().resumeRun(pending, {}, { partial: true });
    expect(outcomes).toMatchObject([{ status: 'success', callId: 'call_9' }]);
    expect(chat.paid).toEqual([5]);
  });

  it('asks again after the first one has ended', async () => {
    const chat = new Chat();
    await chat.answer([PAY], { turn: 'one' });
    const { calls } = await chat.process().pending.list();
    await chat.process().pending.decide(calls[0]?.key ?? '', decision.deny());
    expect(await chat.answer([PAY], { turn: 'two' })).toMatchObject([{ status: 'deferred' }]);
    expect(chat.rows()).toHaveLength(2);
  });

  it.each([{ turn: 'one' }, {}])('in the same answer, asks for each, with %j', async (options) => {
    const chat = new Chat();
    const asked = await chat.answer([PAY, { ...PAY, id: 'call_1' }], options);
    expect(new Set(asked.map((one) => requestOf([one]))).size).toBe(2);
    const again = await chat.answer([PAY, { ...PAY, id: 'call_1' }], options);
    expect(again.map((one) => requestOf([one]))).toEqual(asked.map((one) => requestOf([one])));
  });

  it('without turns, gets the open request also when another call of the answer has its id', async () => {
    const chat = new Chat();
    const asked = await chat.answer([PAY]);
    const beside = { ...PAY, arguments: { cents: 6 } };
    for (const args of [beside.arguments, '{"cents": "much"}']) {
      const again = await chat.answer([
        { ...beside, arguments: args },
        { ...PAY, id: 'call_1' },
      ]);
      expect(requestOf(again.slice(1))).toBe(requestOf(asked));
    }
    expect(chat.rows()).toHaveLength(2);
  });

  it.each([
    ['with a turn, for one without', {}, { turn: 'one' }],
    ['without a turn, for one with it', { turn: 'one' }, {}],
  ])('%s, asks nothing while an approved one is in progress', async (_title, first, second) => {
    const chat = new Chat();
    await chat.answer([PAY], first);
    const [row] = chat.rows();
    if (row === undefined) throw new Error('The call has no row.');
    const now = Date.now();
    const begin = { lease: 'of a process that died', leaseUntil: now + 1000 };
    chat.ledger.decide(row, {
      fingerprint: row.fingerprint,
      state: 'approved',
      decision: '{"kind":"approve"}',
      now,
      begin,
    });
    expect(await chat.answer([PAY], second)).toMatchObject([{ status: 'failed', reason: 'unknown' }]);
    expect(chat.rows()).toMatchObject([{ state: 'running' }]);
  });

  it('in the same turn, asks for each, one after the other', async () => {
    const chat = new Chat();
    const run = chat.process().startRun({ id: 'chat-1', turn: 'one' });
    const asked = [await run.call({ ...CALL, ...PAY }), await run.call({ ...CALL, ...PAY, id: 'call_1' })];
    expect(new Set(asked.map((one) => requestOf([one]))).size).toBe(2);
  });

  it('asks anew for another user or run', async () => {
    const chat = new Chat();
    await chat.answer([PAY]);
    await chat.answer([PAY], { userId: 'eve' });
    await chat.answer([PAY], { id: 'chat-2' });
    expect(chat.rows()).toHaveLength(3);
  });

  it('inside a program, asks although a direct call with its id and its arguments has ended', async () => {
    const chat = new Chat();
    await chat.answer([{ ...PAY, id: 'p_1', arguments: { cents: 6 } }]);
    const { calls } = await chat.process().pending.list();
    await chat.process().pending.decide(calls[0]?.key ?? '', decision.approve());
    const [program] = await chat.answer([{ id: 'p', name: 'pay_twice' }], { turn: 'two' });
    const asked = [{ arguments: { cents: 6 } }, { arguments: { cents: 7 } }];
    expect(program).toMatchObject({ status: 'deferred', requests: asked });
    expect(chat.paid).toEqual([6]);
  });

  it('inside a program, is not made, and the program reads that', async () => {
    const chat = new Chat();
    await chat.answer([{ ...PAY, arguments: { cents: 6 } }], { turn: 'one' });
    const [program] = await chat.answer([{ id: 'p', name: 'pay_twice' }], { turn: 'two' });
    // It pays 6, which waits already, and 7.
    expect(program).toMatchObject({ status: 'deferred', requests: [{ arguments: { cents: 7 } }] });
    expect(chat.rows().filter(({ kind }) => kind === 'approval')).toHaveLength(2);
  });
});

function requestOf([outcome]: readonly ToolOutcome[]): string {
  return outcome?.status === 'deferred' ? outcome.request.id : `not deferred: ${outcome?.status}`;
}
