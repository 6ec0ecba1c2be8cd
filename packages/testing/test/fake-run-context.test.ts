import { describe, expect, it } from '@jest/globals';
import { CallSuspended, RunContext, type ToolCall, type ToolOutcome } from '@haft/core';
import { fakeDeferral, fakeOutcome, fakeRunContext, type OnCall } from '../src/index.js';
import { fakeStore, NotesToolset } from './support/notes-toolset.js';

describe('fakeRunContext', () => {
  it('lets a test call a method directly, and records its calls', async () => {
    const run = fakeRunContext({ deps: { tenant: 'acme' }, userId: 'ada' });
    const result = await new NotesToolset({ now: () => 'noon' }, fakeStore()).add('milk', 1, run);
    expect(result).toEqual({ id: 1, priority: 1, at: 'noon', user: 'ada', deps: { tenant: 'acme' } });
    expect(run.reports).toEqual([{ saved: 4 }]);
    expect(run.deps.tenant).toBe('acme');
  });

  it('is a RunContext with a default for everything', () => {
    const run = fakeRunContext();
    expect(run).toBeInstanceOf(RunContext);
    expect(run).toMatchObject({
      deps: undefined,
      runId: 'run',
      userId: undefined,
      metadata: {},
      callId: 'call',
      toolName: 'tool',
      retries: { attempt: 0, max: 2, isLast: false },
      deadline: undefined,
      approval: undefined,
      idempotencyKey: 'run:call',
    });
    expect(run.signal.aborted).toBe(false);
    expect([...run.state, ...run.calls.tools()]).toEqual([]);
  });

  it('records events, halts and lines, can be aborted, and returns its options', () => {
    const state = new Map([['seen', true]]);
    const run = fakeRunContext({ attempt: 2, state, runId: 'r', callId: 'c' });
    run.emit('event');
    run.calls.halt('enough');
    run.logger.info('hello', { a: 1 });
    run.logger.error('oh');
    run.abort(new Error('late'));
    expect(run.events).toEqual(['event']);
    expect(run.calls.halts).toEqual(['enough']);
    expect(run.logs).toEqual([
      { level: 'info', message: 'hello', details: { a: 1 } },
      { level: 'error', message: 'oh', details: undefined },
    ]);
    expect(run.signal.reason).toEqual(new Error('late'));
    expect(run.retries.isLast).toBe(true);
    expect(run.state).toBe(state);
    expect(run.idempotencyKey).toBe('r:c');
    expect(run.calls.usage.calls).toBe(0);
    const usage = { calls: 3, callsLeft: 1, toolCalls: 1, toolCallsLeft: undefined };
    expect(fakeRunContext({ usage }).calls.usage).toBe(usage);
  });
});

describe('inner calls of fakeRunContext [NEW-29]', () => {
  const add = (id: string, count: number): ToolCall => ({ id, name: 'add', arguments: { count } });
  const doubled: OnCall = (call) => fakeOutcome(call, (call.arguments as { count: number }).count * 2);
  const values = (outcomes: readonly ToolOutcome[]) =>
    outcomes.map((one) => (one.status === 'success' ? one.value : one));

  it('get their outcomes from `onCall`, and are recorded with their options', async () => {
    const run = fakeRunContext({ onCall: doubled });
    const outcome = await run.calls.call(add('a', 1), { budget: 'own', place: { step: 0 } });
    expect(outcome).toEqual({ status: 'success', callId: 'a', tool: 'add', value: 2, text: '2', repairs: [] });
    const outcomes = await run.calls.callAll([add('b', 2), add('c', 3)], { budget: 'own', places: [1, undefined] });
    expect(values(outcomes)).toEqual([4, 6]);
    expect(run.calls.made).toEqual([
      { call: add('a', 1), options: { budget: 'own', place: { step: 0 } } },
      { call: add('b', 2), options: { budget: 'own', place: 1 } },
      { call: add('c', 3), options: { budget: 'own' } },
    ]);
  });

  it('in a batch start with the arguments that are known then, once and before its end', async () => {
    const run = fakeRunContext({ onCall: doubled });
    const batch = await run.calls.openBatch([add('a', 1), add('b', 2)]);
    expect(values([await batch.start(1), await batch.start(0, { count: 9 })])).toEqual([4, 18]);
    expect(run.calls.made.map(({ call }) => call)).toEqual([add('b', 2), add('a', 9)]);
    await expect(batch.start(1)).rejects.toMatchObject({ code: 'HAFT_INVALID_OPTION' });
    await expect(batch.start(2)).rejects.toMatchObject({ code: 'HAFT_INVALID_OPTION' });
    const other = await run.calls.openBatch([add('c', 1)]);
    other.end();
    await expect(other.start(0)).rejects.toMatchObject({ code: 'HAFT_INVALID_OPTION' });
  });

  it('are checked by `onCheck`, and otherwise fit', async () => {
    const fits = { status: 'fits', tool: 'add', text: '', issues: [], waitsFor: undefined } as const;
    const run = fakeRunContext();
    expect(await run.calls.check(add('a', 1))).toEqual(fits);
    expect(run.calls.checks).toEqual([add('a', 1)]);
    const strict = fakeRunContext({ onCheck: () => ({ ...fits, status: 'refused', text: 'No.' }) });
    expect(await strict.calls.check(add('a', 1))).toMatchObject({ status: 'refused', text: 'No.' });
  });

  it('reject without `onCall`, as outside of a call', async () => {
    const run = fakeRunContext();
    const code = { code: 'HAFT_INVALID_OPTION' };
    await expect(run.calls.call(add('a', 1))).rejects.toMatchObject(code);
    await expect(run.calls.callAll([add('a', 1)])).rejects.toMatchObject(code);
    await expect(run.calls.openBatch([add('a', 1)])).rejects.toMatchObject(code);
  });

  it('may wait, so that a test sees how the tool suspends and continues', async () => {
    async function payTwice(run: RunContext): Promise<string> {
      const outcomes = run.calls.resumed?.outcomes ?? {};
      const outcome = outcomes['pay'] ?? (await run.calls.call({ id: 'pay', name: 'pay', arguments: { amount: 5 } }));
      if (outcome.status === 'deferred') throw new CallSuspended({ state: 'asked', waits: [outcome] });
      return outcome.text;
    }
    const first = fakeRunContext({ onCall: (call) => fakeDeferral(call) });
    const suspended = await payTwice(first).catch((error: unknown) => error);
    expect(suspended).toMatchObject({
      suspension: { state: 'asked', waits: [{ request: { kind: 'approval', tool: 'pay', arguments: { amount: 5 } } }] },
    });
    const call = first.calls.made[0]?.call as ToolCall;
    const again = fakeRunContext({ resumed: { state: 'asked', outcomes: { pay: fakeOutcome(call, 'paid') } } });
    expect(await payTwice(again)).toBe('paid');
    expect(again.calls.made).toEqual([]);
  });
});
