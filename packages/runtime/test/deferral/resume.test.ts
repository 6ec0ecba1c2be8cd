import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it, jest } from '@jest/globals';
import {
  ApprovalRequired,
  Cached,
  External,
  RequiresApproval,
  Tool,
  Toolset,
  UserInput,
  type Interceptor,
} from '@haft/core';
import { compose, createRuntime, decision, decisions, type Decision, type Run } from '../../src/index.js';
import { quietLogger } from '../support/quiet-logger.js';
import { reflect } from '../support/reflect.js';
import { bankToolsets, onlyRequest, openBank } from './bank.js';

@Toolset()
class LenientBank {
  @Tool()
  lend(amount: number): string {
    return `lent ${amount}`;
  }
}

const pay = { id: 'c1', name: 'pay', arguments: { amount: 500, pin: '1234' } };
const code = (expected: string) => expect.objectContaining({ code: expected });

/** Does something at a later time. */
async function later(ms: number, work: () => Promise<void>): Promise<void> {
  const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + ms);
  try {
    await work();
  } finally {
    clock.mockRestore();
  }
}

/** Lets all other work run. */
async function turns(count: number): Promise<void> {
  for (let turned = 0; turned < count; turned++) await turn();
}

describe('approve [HITL-1]', () => {
  it('executes the call with its arguments, sensitive ones too', async () => {
    const { run, bank } = openBank();
    expect(await run.call(pay)).toMatchObject({ status: 'deferred', request: { arguments: { amount: 500 } } });
    const [outcome] = await run.resume({ [onlyRequest(run)]: true });
    expect(outcome).toMatchObject({ status: 'success', callId: 'c1', tool: 'pay' });
    expect(bank.done).toEqual(['pay 500 1234']);
    expect(run.pending()).toMatchObject({ requests: [], calls: [] });
  });

  it('shows the tool the metadata of the decision [HITL-12]', async () => {
    const { run } = openBank();
    await run.call(pay);
    const [outcome] = await run.resume({ [onlyRequest(run)]: decision.approve({ metadata: { by: 'bob' } }) });
    expect(outcome?.text).toBe('paid 500, {"by":"bob"}');
  });

  it('runs a tool again that asked from inside, and one whose validator did [HITL-2]', async () => {
    const { run, bank } = openBank();
    for (const name of ['lend', 'give']) {
      expect(await run.call({ name, arguments: { amount: 5 } })).toMatchObject({ status: 'deferred' });
      expect(await run.resume({ [onlyRequest(run)]: true })).toMatchObject([{ status: 'success' }]);
    }
    expect(bank.done).toEqual(['lend 5', 'give 5']);
  });

  it('shows sensitive arguments to who decides only when the host wants it', async () => {
    const { run } = openBank({ people: { showSensitive: true } });
    expect(await run.call(pay)).toMatchObject({ request: { arguments: { amount: 500, pin: '1234' } } });
  });

  it('is good for this call only [HITL-14]', async () => {
    const { run } = openBank();
    await run.call(pay);
    await run.resume({ [onlyRequest(run)]: true });
    expect(await run.call({ ...pay, id: 'c2' })).toMatchObject({ status: 'deferred' });
  });

  it('counts a call once for limits', async () => {
    const { runtime } = openBank({ limits: { maxCalls: 1 } });
    const run = runtime.startRun();
    await run.call(pay);
    expect(await run.resume({ [onlyRequest(run)]: true })).toMatchObject([{ status: 'success' }]);
  });
});

describe('approve with changed arguments [HITL-4]', () => {
  it('executes those, keeps the arguments that the approver did not see, and tells the model the changes', async () => {
    const { run, bank } = openBank();
    await run.call(pay);
    const [outcome] = await run.resume({ [onlyRequest(run)]: decision.approve({ arguments: { amount: 200 } }) });
    expect(bank.done).toEqual(['pay 200 1234']);
    expect(outcome?.text).toBe('The arguments were changed by the user: amount.\n\npaid 200, {}');
  });

  it('rejects invalid ones with the problem, and keeps the request open [ERR-5]', async () => {
    const { run, bank, decisions: told } = openBank();
    await run.call(pay);
    const id = onlyRequest(run);
    await expect(run.resume({ [id]: decision.approve({ arguments: { amount: 'much' } }) })).rejects.toMatchObject({
      code: 'HAFT_INVALID_DECISION',
      // One line per problem, without the value, because errors are logged.
      message: `The decision 'approve' about ${id} ('pay') is not valid:\n- amount: expected a number`,
      issues: [{ path: ['amount'], received: '"much"' }],
    });
    expect(bank.done).toEqual([]);
    expect(await run.resume({ [id]: true })).toMatchObject([{ status: 'success' }]);
    expect(told()).toEqual(['approve refused', 'approve accepted']);
  });

  it('binds the approval to the new ones: those that something else writes need another [HITL-4, HITL-14]', async () => {
    const doubling: Interceptor = {
      intercept: (call, next) => {
        const { amount, pin } = call.arguments as { readonly amount: number; readonly pin: string };
        return next(amount === 200 ? call.withArguments({ amount: 400, pin }) : call);
      },
    };
    const { run, bank } = openBank({ interceptors: [doubling] });
    await run.call(pay);
    const changed = decision.approve({ arguments: { amount: 200 } });
    expect(await run.resume({ [onlyRequest(run)]: changed })).toMatchObject([
      { status: 'deferred', request: { arguments: { amount: 400 } } },
    ]);
    expect(bank.done).toEqual([]);
    const other = decision.approve({ arguments: { amount: 300 } });
    expect(await run.resume({ [onlyRequest(run)]: other })).toMatchObject([{ status: 'success' }]);
    expect(bank.done).toEqual(['pay 300 1234']);
  });

  it('refuses those that the validator refuses', async () => {
    const { run } = openBank();
    await run.call({ name: 'give', arguments: { amount: 5 } });
    await expect(
      run.resume({ [onlyRequest(run)]: decision.approve({ arguments: { amount: -1 } }) }),
    ).rejects.toMatchObject({
      code: 'HAFT_INVALID_DECISION',
      message: expect.stringContaining('The amount is negative.'),
    });
  });
});

describe('deny [HITL-5]', () => {
  it.each([
    [false, 'The tool call was denied.'],
    [decision.deny('Too much.'), 'Too much.'],
  ])('%p: the model reads %p', async (given, text) => {
    const { run, bank } = openBank();
    await run.call(pay);
    expect(await run.resume({ [onlyRequest(run)]: given })).toMatchObject([{ status: 'denied', text }]);
    expect(bank.done).toEqual([]);
  });

  it('spends no retry', async () => {
    const { run } = openBank({ limits: { retries: 0 } });
    await run.call(pay);
    await run.resume({ [onlyRequest(run)]: false });
    expect(await run.call({ ...pay, arguments: { amount: 1, pin: 'x' } })).toMatchObject({ status: 'success' });
  });
});

describe('input, then approval [HITL-7]', () => {
  const sign = { name: 'sign', arguments: { text: 'a' } };

  it('asks one after the other, and a missing field keeps its default', async () => {
    const { run } = openBank();
    expect(await run.call(sign)).toMatchObject({
      request: { kind: 'input', fields: { properties: { code: { minLength: 3 }, copies: { type: 'integer' } } } },
    });
    expect(await run.resume({ [onlyRequest(run)]: decision.supply({ code: 'xyz' }) })).toMatchObject([
      { status: 'deferred', request: { kind: 'approval', metadata: { input: { code: 'xyz' } } } },
    ]);
    expect(await run.resume({ [onlyRequest(run)]: true })).toMatchObject([{ status: 'success', value: 'a xyz 1' }]);
  });

  it.each([
    [{ code: 'x' }, 'code: expected a string of at least 3 characters'],
    [{ code: 'xyz', copies: 1.5 }, 'copies: expected an integer'],
    [{ code: 'xyz', text: 'forged' }, 'text: '],
  ])('refuses %j', async (values, problem) => {
    const { run } = openBank();
    await run.call(sign);
    await expect(run.resume({ [onlyRequest(run)]: decision.supply(values as never) })).rejects.toMatchObject({
      code: 'HAFT_INVALID_DECISION',
      message: expect.stringContaining(problem),
    });
    expect(run.pending().requests).toHaveLength(1);
  });

  it('refuses an input that makes the request larger than arguments may be [HITL-7]', async () => {
    const { run } = openBank();
    await run.call(sign);
    const code = 'x'.repeat(262_124);
    await expect(run.resume({ [onlyRequest(run)]: decision.supply({ code }) })).rejects.toMatchObject({
      code: 'HAFT_INVALID_DECISION',
      message: expect.stringMatching(
        / is not valid: arguments and input together are 262\d+ characters of JSON; at most 262144 are accepted\.$/,
      ),
    });
  });
});

describe('a tool that needs all three', () => {
  @Toolset()
  class Notary {
    @Tool()
    @External()
    @RequiresApproval()
    deed(page: string, @UserInput() code: string): string {
      throw new Error(`never called with ${page} and ${code}`);
    }
  }
  const notary = reflect(Notary, {
    deed: {
      parameters: { page: { type: 'string' }, 'input:code': { type: 'string' } },
    },
  });

  it('waits for the input, then for the approval, then for the other system, one at a time [HITL-1, HITL-6, HITL-7]', async () => {
    const run = createRuntime({ toolsets: notary, observe: { logger: quietLogger() } }).startRun();
    const kinds: string[] = [];
    let [outcome] = await run.callAll([{ name: 'deed', arguments: { page: 'a' } }]);
    while (outcome?.status === 'deferred') {
      const { id, kind } = outcome.request;
      kinds.push(kind);
      const decided = { input: decision.supply({ code: 'x' }), approval: true, external: decision.result('sealed') };
      [outcome] = await run.resume({ [id]: decided[kind] });
    }
    expect(kinds).toEqual(['input', 'approval', 'external']);
    expect(outcome).toMatchObject({ status: 'success', text: 'sealed' });
  });
});

describe('a cached tool', () => {
  @Toolset()
  class Scanner {
    @Tool()
    @Cached({ ttlMs: 60_000, scope: 'global' })
    scan(page: string, @UserInput() pin: string): string {
      return `${page} with ${pin}`;
    }
  }
  const scanner = reflect(Scanner, {
    scan: {
      parameters: { page: { type: 'string' }, 'input:pin': { type: 'string' } },
    },
  });

  it('returns no result that was computed with the input of another user', async () => {
    const runtime = createRuntime({ toolsets: scanner, observe: { logger: quietLogger() } });
    const texts: string[] = [];
    for (const pin of ['1', '2', '1']) {
      const run = runtime.startRun();
      await run.call({ name: 'scan', arguments: { page: 'a' } });
      const [outcome] = await run.resume({ [onlyRequest(run)]: decision.supply({ pin }) });
      texts.push(`${outcome?.text}${outcome?.status === 'success' && outcome.cached === true ? ' (cached)' : ''}`);
    }
    expect(texts).toEqual(['a with 1', 'a with 2', 'a with 1 (cached)']);
  });
});

describe('an external call [HITL-6]', () => {
  const transfer = { name: 'transfer', arguments: { amount: 5 } };

  it('gets its result from outside, checked and encoded as usual', async () => {
    const { run } = openBank();
    await run.call(transfer);
    const id = onlyRequest(run);
    await expect(run.resume({ [id]: decision.result(5) })).rejects.toThrow(code('HAFT_INVALID_DECISION'));
    expect(await run.resume({ [id]: decision.result('done') })).toMatchObject([
      { status: 'success', value: 'done', text: 'done' },
    ]);
  });

  it('may fail', async () => {
    const { run } = openBank();
    await run.call(transfer);
    expect(await run.resume({ [onlyRequest(run)]: decision.fail('No such account.') })).toMatchObject([
      { status: 'failed', reason: 'tool', text: 'No such account.' },
    ]);
  });

  it('has the time of its request, not that of a call [TIME-3]', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
    try {
      const { run } = openBank({ limits: { timeoutMs: 1000 } });
      await run.call(transfer);
      jest.advanceTimersByTime(5000);
      expect(await run.resume({ [onlyRequest(run)]: decision.result('done') })).toMatchObject([{ status: 'success' }]);
      const { run: hasty } = openBank({ people: { requestExpiryMs: 1000 } });
      await hasty.call(transfer);
      jest.advanceTimersByTime(5000);
      await expect(hasty.resume({ [onlyRequest(hasty)]: decision.result('late') })).rejects.toThrow(
        code('HAFT_REQUEST_EXPIRED'),
      );
    } finally {
      jest.useRealTimers();
    }
  });

  it('may be a tool that deferred itself', async () => {
    const { run } = openBank();
    expect(await run.call({ name: 'order', arguments: {} })).toMatchObject({
      request: { kind: 'external', metadata: { job: 7 } },
    });
    expect(await run.resume({ [onlyRequest(run)]: decision.result({ id: 1 }) })).toMatchObject([{ value: { id: 1 } }]);
  });
});

describe('a batch [HITL-11]', () => {
  const calls = [
    { id: 'a', name: 'balance', arguments: {} },
    { id: 'b', ...{ name: pay.name, arguments: pay.arguments } },
    { id: 'c', name: 'pay', arguments: { amount: 1 } },
    { id: 'd', name: 'transfer', arguments: { amount: 5 } },
  ];
  const idsOf = (run: Run) => run.pending().requests.map((request) => request.id) as [string, string];

  it('runs the others immediately, and resume returns all outcomes in the order of the calls without repeating any', async () => {
    const { run, bank } = openBank();
    const first = await run.callAll(calls);
    expect(first.map((one) => one.status)).toEqual(['success', 'deferred', 'retry', 'deferred']);
    const [payment, transfer] = idsOf(run);
    const outcomes = await run.resume({ [payment]: true, [transfer]: decision.result('ok') });
    expect(outcomes.map((one) => [one.callId, one.status])).toEqual([
      ['a', 'success'],
      ['b', 'success'],
      ['c', 'retry'],
      ['d', 'success'],
    ]);
    expect(bank.done).toEqual(['balance', 'pay 500 1234']);
  });

  it('partial: a missing decision leaves the request open', async () => {
    const { run } = openBank();
    await run.callAll(calls);
    const [payment, transfer] = idsOf(run);
    const some = await run.resume({ [payment]: false }, { partial: true });
    expect(some.map((one) => one.status)).toEqual(['success', 'denied', 'retry', 'deferred']);
    const all = await run.resume({ [transfer]: decision.result('ok') });
    expect(all.map((one) => one.status)).toEqual(['success', 'denied', 'retry', 'success']);
  });

  it('rest decides the remaining ones explicitly, and approve is for approvals only', async () => {
    const { run } = openBank();
    await run.callAll(calls);
    await expect(run.resume(decisions().rest('approve'))).rejects.toThrow(code('HAFT_UNANSWERED_REQUEST'));
    const [payment] = idsOf(run);
    const outcomes = await run.resume(decisions({ [payment]: true }).rest('deny'));
    expect(outcomes.map((one) => one.status)).toEqual(['success', 'success', 'retry', 'denied']);
  });
});

describe('refused decisions: nothing runs', () => {
  const refused = async (given: Record<string, Decision | boolean>, expected: string, run: Run): Promise<void> => {
    await expect(run.resume(given)).rejects.toThrow(code(expected));
  };

  it('a request without a decision', async () => {
    const { run, bank } = openBank();
    await run.call(pay);
    await run.call({ ...pay, id: 'c2' });
    const [first] = run.pending().requests;
    await refused({ [String(first?.id)]: true }, 'HAFT_UNANSWERED_REQUEST', run);
    await expect(run.resume({})).rejects.toThrow(
      `There is no decision about: ${run
        .pending()
        .requests.map(({ id }) => `${id} (approval of 'pay')`)
        .join(', ')}.`,
    );
    expect(bank.done).toEqual([]);
  });

  it('an unknown id, or the wrong kind', async () => {
    const { run, bank } = openBank();
    await run.call(pay);
    const id = onlyRequest(run);
    await refused({ [id]: true, nothing: true }, 'HAFT_UNKNOWN_DECISION', run);
    await refused({ [id]: decision.supply({}) }, 'HAFT_WRONG_DECISION_KIND', run);
    await refused({ [id]: decision.result(1) }, 'HAFT_WRONG_DECISION_KIND', run);
    await expect(run.resume({ [id]: decision.result(1) })).rejects.toThrow(
      `The request ${id} of 'pay' is for approval; the decision is 'result'.`,
    );
    expect(bank.done).toEqual([]);
  });

  it('one that was used, also at the same time [NEW-9]', async () => {
    const { run, bank } = openBank();
    await run.call(pay);
    const id = onlyRequest(run);
    const both = await Promise.allSettled([run.resume({ [id]: true }), run.resume({ [id]: true })]);
    expect(both.map((one) => one.status)).toEqual(['fulfilled', 'rejected']);
    await refused({ [id]: true }, 'HAFT_DECISION_USED', run);
    expect(bank.done).toEqual(['pay 500 1234']);
  });

  it('an expired one, although denying is always possible [NEW-9]', async () => {
    const { run } = openBank({ people: { requestExpiryMs: 1000 } });
    await run.call(pay);
    const id = onlyRequest(run);
    await later(1001, async () => {
      await refused({ [id]: true }, 'HAFT_REQUEST_EXPIRED', run);
      expect(await run.resume({ [id]: false })).toMatchObject([{ status: 'denied' }]);
    });
  });

  it('one of several that another process took: the others are free again', async () => {
    const taken = new Set<string>();
    let others = 0;
    const ledger = {
      // Another process took the second one.
      claim: async (id: string) => ++others !== 2 && taken.add(id).has(id),
      release: (id: string) => void taken.delete(id),
    };
    const { run, bank } = openBank({ people: { decisionLedger: ledger } });
    await run.callAll([pay, { ...pay, id: 'c2' }]);
    const [first, second] = run.pending().requests.map((request) => request.id) as [string, string];
    await refused({ [first]: true, [second]: true }, 'HAFT_DECISION_USED', run);
    expect(taken.size).toBe(0);
    expect(bank.done).toEqual([]);
  });

  it('several that the ledger could not claim together, which are all free again', async () => {
    const taken = new Set<string>();
    let isLocked = false;
    const ledger = {
      claim: (id: string) => {
        if (isLocked && taken.size > 0) throw new Error('database is locked');
        return !taken.has(id) && taken.add(id).has(id);
      },
      release: (id: string) => void taken.delete(id),
    };
    const { run, bank } = openBank({ people: { decisionLedger: ledger } });
    await run.callAll([pay, { ...pay, id: 'c2' }]);
    isLocked = true;
    await expect(run.resume(decisions({}).rest('approve'))).rejects.toThrow('database is locked');
    expect([[...taken], bank.done]).toEqual([[], []]);
    isLocked = false;
    expect(await run.resume(decisions({}).rest('approve'))).toMatchObject([
      { status: 'success' },
      { status: 'success' },
    ]);
  });

  it('a ledger that fails at releasing too is logged, and does not hide why nothing was decided', async () => {
    const logger = quietLogger();
    const error = jest.spyOn(logger, 'error');
    const ledger = {
      claim: (() => {
        let calls = 0;
        return () => ++calls === 1;
      })(),
      release: () => Promise.reject(new Error('disk full')),
    };
    const { run } = openBank({ people: { decisionLedger: ledger }, observe: { logger } });
    await run.callAll([pay, { ...pay, id: 'c2' }]);
    await expect(run.resume(decisions({}).rest('approve'))).rejects.toThrow(code('HAFT_DECISION_USED'));
    expect(error).toHaveBeenCalledTimes(1);
  });
});

describe('a run that is over', () => {
  it('cancelled: the outcome is interrupted', async () => {
    const { run, bank } = openBank();
    await run.call(pay);
    run.cancel();
    expect(await run.resume({ [onlyRequest(run)]: true })).toMatchObject([{ status: 'interrupted' }]);
    expect(bank.done).toEqual([]);
  });

  it('ended: a mistake of the developer', async () => {
    const { run } = openBank();
    await run.call(pay);
    const id = onlyRequest(run);
    await run.end();
    await expect(run.resume({ [id]: true })).rejects.toThrow(code('HAFT_RUN_ENDED'));
  });
});

describe('in another process [HITL-9]', () => {
  const throughJson = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

  it('continues with the same run, user, budgets and limits', async () => {
    const before = openBank();
    await before.run.call({ name: 'pay', arguments: {} });
    await before.run.callAll([{ id: 'a', name: 'balance', arguments: {} }, pay]);
    const pending = throughJson(before.run.pending());

    const after = openBank();
    const { run, outcomes } = await after.runtime.resumeRun(pending, { [pending.requests[0]?.id ?? '']: true });
    expect(outcomes).toMatchObject([
      { callId: 'a', status: 'success', value: 7 },
      { callId: 'c1', status: 'success' },
    ]);
    expect(after.bank.done).toEqual(['pay 500 1234']);
    expect(run.id).toBe('r1');
    expect(run.pending().counters).toMatchObject({ calls: 3, tools: { pay: { calls: 2, failures: 0 } } });
  });

  it('keeps the failures that were counted', async () => {
    const before = openBank();
    await before.run.call({ name: 'transfer', arguments: {} });
    await before.run.call(pay);
    const pending = throughJson(before.run.pending());
    const { run } = await openBank().runtime.resumeRun(pending, decisions().rest('deny'));
    await run.call({ name: 'transfer', arguments: {} });
    expect(await run.call({ name: 'transfer', arguments: {} })).toMatchObject({
      status: 'failed',
      reason: 'exhausted',
    });
  });

  it('keeps no failures of a tool that has changed [NEW-3]', async () => {
    const before = openBank();
    for (let times = 0; times < 2; times++) await before.run.call({ name: 'pay', arguments: {} });
    await before.run.call(pay);
    const pending = throughJson(before.run.pending());
    expect(pending.counters.tools['pay']).toMatchObject({
      failures: 2,
      fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const status = async (toolsets?: ReturnType<typeof bankToolsets>): Promise<string> => {
      const { run } = await openBank({}, toolsets).runtime.resumeRun(pending, decisions().rest('deny'));
      return (await run.call({ name: 'pay', arguments: {} })).status;
    };
    expect(await status()).toBe('failed');
    expect(await status(bankToolsets({ type: 'number', maximum: 1000 }))).toBe('retry');
  });

  it('a changed schema: the old decision is void, and a new request comes [HITL-14, NEW-3, NEW-9]', async () => {
    const before = openBank();
    await before.run.call(pay);
    const pending = throughJson(before.run.pending());
    const after = openBank({}, bankToolsets({ type: 'number', maximum: 1000 }));
    const { run, outcomes } = await after.runtime.resumeRun(pending, { [pending.requests[0]?.id ?? '']: true });
    expect(outcomes).toMatchObject([{ status: 'deferred', request: { kind: 'approval', tool: 'pay' } }]);
    expect(after.bank.done).toEqual([]);
    expect(after.decisions()).toEqual(['approve void']);
    expect(await run.resume({ [onlyRequest(run)]: true })).toMatchObject([{ status: 'success' }]);
  });

  it('a changed schema of a tool that needs no approval now: the same', async () => {
    const before = openBank();
    await before.run.call({ id: 'c1', name: 'lend', arguments: { amount: 500 } });
    const pending = throughJson(before.run.pending());
    const lenient = reflect(LenientBank, { lend: { parameters: { amount: { type: 'number', maximum: 1000 } } } });
    const runtime = createRuntime({ toolsets: [lenient, new LenientBank()], observe: { logger: quietLogger() } });
    const { outcomes } = await runtime.resumeRun(pending, { [pending.requests[0]?.id ?? '']: true });
    expect(outcomes).toMatchObject([{ status: 'deferred', request: { kind: 'approval', tool: 'lend' } }]);
  });

  it('a tool that has another name by now: its old name is an alias, and the decision counts [NEW-13]', async () => {
    const before = openBank();
    await before.run.call(pay);
    const pending = throughJson(before.run.pending());
    const bank = compose(bankToolsets()).rename({ send_money: 'pay' });
    const runtime = createRuntime({ toolsets: bank, observe: { logger: quietLogger() } });
    const { outcomes } = await runtime.resumeRun(pending, decisions().rest('approve'));
    expect(outcomes).toMatchObject([{ status: 'success', tool: 'send_money' }]);
  });

  it('changed arguments in the pending run: the same [HITL-14, NEW-9]', async () => {
    const before = openBank();
    await before.run.call(pay);
    const text = JSON.stringify(before.run.pending()).replaceAll('500', '501');
    const pending = JSON.parse(text) as ReturnType<typeof before.run.pending>;
    const after = openBank();
    const { outcomes } = await after.runtime.resumeRun(pending, { [pending.requests[0]?.id ?? '']: true });
    expect(outcomes).toMatchObject([{ status: 'deferred' }]);
    expect(after.bank.done).toEqual([]);
  });

  it('another user or run: the same [HITL-14, NEW-9]', async () => {
    const before = openBank();
    await before.run.call(pay);
    for (const other of [{ userId: 'eve' }, { runId: 'r2' }]) {
      const pending = { ...throughJson(before.run.pending()), ...other };
      const after = openBank();
      const { outcomes } = await after.runtime.resumeRun(pending, { [pending.requests[0]?.id ?? '']: true });
      expect(outcomes).toMatchObject([{ status: 'deferred' }]);
      expect(after.bank.done).toEqual([]);
    }
  });

  it('a tool that is gone: the model is told', async () => {
    const before = openBank();
    await before.run.call(pay);
    const pending = JSON.parse(JSON.stringify(before.run.pending()).replaceAll('"pay"', '"paid"')) as never;
    const id = before.run.pending().requests[0]?.id ?? '';
    const { outcomes } = await openBank().runtime.resumeRun(pending, { [id]: true });
    expect(outcomes).toMatchObject([{ status: 'retry', text: expect.stringContaining("Unknown tool name: 'paid'") }]);
  });

  it('in another form is refused before anything is read of it', async () => {
    const { run, runtime } = openBank();
    await run.call(pay);
    const pending = throughJson(run.pending());
    const { counters, calls } = pending;
    const wrongs = [null, 'text', [], {}, { ...pending, counters: null }, { ...pending, counters: {} }];
    const broken = [[null], [{}], [{ open: {} }], [{ open: { ...calls[0]?.open, arguments: null } }]];
    const all = [
      ...wrongs,
      { ...pending, counters: { ...counters, tools: null } },
      ...broken.map((one) => ({ ...pending, calls: one })),
    ];
    for (const wrong of all) {
      await expect(runtime.resumeRun(wrong as never, decisions().rest('approve'))).rejects.toThrow(
        code('HAFT_INVALID_PENDING'),
      );
    }
  });

  it.each([
    null,
    'yes',
    'approve',
    'result',
    1,
    [],
    { kind: 'other' },
    {},
    { kind: 'approve', args: {} },
    { kind: 'approve', arguments: '{}' },
    { kind: 'approve', metadata: new Date() },
    { kind: 'deny', text: 5 },
  ])('the decision %j is refused with the forms that are expected, and the request stays open', async (wrong) => {
    const { run } = openBank();
    await run.call(pay);
    const [request] = run.pending().requests;
    await expect(run.resume({ [request?.id ?? '']: wrong as never })).rejects.toThrow(
      expect.objectContaining({
        code: 'HAFT_INVALID_DECISION',
        hint: expect.stringContaining('Expected for approval: true, false, decision.approve('),
      }),
    );
    expect(run.pending().requests).toEqual([request]);
  });

  it.each(['approve', null, [true], true])(
    'decisions %j that are not an object by request id are refused',
    async (wrong) => {
      const { run, runtime } = openBank();
      await run.call(pay);
      await expect(run.resume(wrong as never)).rejects.toThrow(code('HAFT_INVALID_DECISION'));
      await expect(runtime.resumeRun(run.pending(), wrong as never)).rejects.toThrow(code('HAFT_INVALID_DECISION'));
      expect(run.pending().requests).toHaveLength(1);
    },
  );

  it.each([
    [{ kind: 'fail' }, ['text']],
    [{ kind: 'fail', text: null }, ['text']],
    [{ kind: 'retry', text: '' }, ['text']],
    [{ kind: 'retry' }, ['text']],
    [{ kind: 'result' }, ['value']],
    [{ kind: 'result', value: 'x', more: 1 }, ['more']],
  ])('the result %j of another system is refused at its place', async (wrong, path) => {
    const { run } = openBank();
    await run.call({ name: 'transfer', arguments: { amount: 1 } });
    await expect(run.resume({ [onlyRequest(run)]: wrong as never })).rejects.toMatchObject({
      code: 'HAFT_INVALID_DECISION',
      issues: [{ path }],
    });
    expect(run.pending().requests).toHaveLength(1);
  });

  it('an invalid time has expired', async () => {
    const { run, runtime } = openBank();
    await run.call(pay);
    const pending = throughJson(run.pending());
    const text = JSON.stringify(pending).replaceAll(pending.requests[0]?.expiresAt ?? '', 'never');
    await expect(runtime.resumeRun(JSON.parse(text) as typeof pending, decisions().rest('approve'))).rejects.toThrow(
      code('HAFT_REQUEST_EXPIRED'),
    );
  });

  it('signed: changed or unsigned ones are rejected [HITL-15, TSP-8]', async () => {
    const pendingSecret = 'a secret of this host';
    const { run, runtime } = openBank({ people: { pendingSecret } });
    await run.call(pay);
    const pending = throughJson(run.pending());
    const forged = { ...pending, userId: 'eve' };
    const signed = (signature: unknown) => ({ ...pending, signature });
    const wrongs = [
      forged,
      signed(undefined),
      signed(null),
      signed(5),
      signed(''),
      { ...pending, format: 1 },
      { ...pending, format: 3 },
    ];
    for (const wrong of wrongs) {
      await expect(runtime.resumeRun(wrong as never, decisions().rest('approve'))).rejects.toThrow(
        code('HAFT_INVALID_PENDING'),
      );
    }
    const other = openBank({ people: { pendingSecret } });
    const { outcomes } = await other.runtime.resumeRun(pending, decisions().rest('approve'));
    expect(outcomes).toMatchObject([{ status: 'success' }]);
  });

  it('is resumed once by the same runtime, even from the same JSON', async () => {
    const { run, runtime, bank } = openBank();
    await run.call(pay);
    const pending = throughJson(run.pending());
    await runtime.resumeRun(pending, decisions().rest('approve'));
    await expect(runtime.resumeRun(pending, decisions().rest('approve'))).rejects.toThrow(code('HAFT_DECISION_USED'));
    expect(bank.done).toEqual(['pay 500 1234']);
  });
});

describe('onDeferred [HITL-10]', () => {
  it('decides before the host sees the outcome, and a call without a decision stays deferred', async () => {
    const { run, bank } = openBank({
      people: {
        onDeferred: async (requests) =>
          Object.fromEntries(requests.filter(({ tool }) => tool === 'pay').map(({ id }) => [id, true])),
      },
    });
    const outcomes = await run.callAll([pay, { name: 'transfer', arguments: { amount: 1 } }]);
    expect(outcomes.map((one) => one.status)).toEqual(['success', 'deferred']);
    expect(run.pending().requests).toMatchObject([{ tool: 'transfer' }]);
    expect(bank.done).toEqual(['pay 500 1234']);
  });

  it('decides about the next request of the same call, too', async () => {
    const { run } = openBank({
      people: {
        onDeferred: (requests) =>
          Object.fromEntries(
            requests.map(({ id, kind }) => [
              id,
              kind === 'input' ? decision.supply({ code: 'abc' }) : decision.approve(),
            ]),
          ),
      },
    });
    expect(await run.call({ name: 'sign', arguments: { text: 'a' } })).toMatchObject({
      status: 'success',
      value: 'a abc 1',
    });
  });

  it('keeps the rules: a wrong decision is a mistake of the developer, and the call still waits', async () => {
    const { run } = openBank({ people: { onDeferred: () => ({ nothing: true }) } });
    await expect(run.call(pay)).rejects.toThrow(code('HAFT_UNKNOWN_DECISION'));
    expect(run.pending().requests).toHaveLength(1);
  });

  it('has the time that the host sets, and after it the call stays deferred', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
    try {
      let answer = (): void => undefined;
      let asked = (): void => undefined;
      const late = async (requests: readonly { readonly id: string }[]): Promise<Record<string, boolean>> => {
        const answered = new Promise<void>((resolve) => (answer = resolve));
        asked();
        await answered;
        return Object.fromEntries(requests.map(({ id }) => [id, true]));
      };
      /** Calls, and lets time pass while the handler decides. */
      const callFor = async (ms: number, run: Run) => {
        const waiting = new Promise<void>((resolve) => (asked = resolve));
        const outcome = run.call(pay);
        await waiting;
        jest.advanceTimersByTime(ms);
        return { outcome };
      };
      const patient = openBank({ people: { onDeferred: late }, limits: { timeoutMs: 100 } });
      const { outcome: decided } = await callFor(150, patient.run);
      answer();
      expect(await decided).toMatchObject({ status: 'success' });
      const logger = quietLogger();
      const { run, bank } = openBank({ people: { onDeferred: late, onDeferredTimeoutMs: 10 }, observe: { logger } });
      const { outcome: deferred } = await callFor(10, run);
      expect(await deferred).toMatchObject({ status: 'deferred' });
      answer();
      await turns(10);
      expect(bank.done).toEqual([]);
      expect(logger.lines).toEqual(['onDeferred did not decide within 10 ms; the calls stay deferred.']);
      expect(await run.resume({ [onlyRequest(run)]: true })).toMatchObject([{ status: 'success' }]);
    } finally {
      jest.useRealTimers();
    }
  });

  it('gives up on a call that asks for ever', async () => {
    let asked = 0;
    const greedy = {
      intercept: () => {
        throw new ApprovalRequired();
      },
    };
    const { run } = openBank({
      interceptors: [greedy],
      people: {
        onDeferred: (requests) => {
          asked++;
          return Object.fromEntries(requests.map(({ id }) => [id, true]));
        },
      },
    });
    expect((await run.call({ name: 'balance', arguments: {} })).status).toBe('deferred');
    expect(asked).toBe(5);
    expect(run.pending().requests).toHaveLength(1);
  });
});

describe('a mistake of the developer while calls continue', () => {
  it('is thrown, but the other calls have their outcomes, and no call is made twice', async () => {
    const { run, bank } = openBank({
      errors: { onUnexpected: 'throw' },
      interceptors: [
        {
          intercept: async (call, next) => {
            const outcome = await next();
            if (call.callId === 'c2') throw new Error('bug');
            return outcome;
          },
        },
      ],
    });
    await run.callAll([pay, { ...pay, id: 'c2' }, { name: 'transfer', arguments: { amount: 1 } }]);
    const [first, second, third] = run.pending().requests.map((request) => request.id) as [string, string, string];
    await expect(run.resume({ [first]: true, [second]: true }, { partial: true })).rejects.toThrow('bug');
    expect(await run.resume({ [third]: false })).toMatchObject([
      { callId: 'c1', status: 'success' },
      { callId: 'c2', status: 'failed', reason: 'exception' },
      { status: 'denied' },
    ]);
    expect(bank.done).toHaveLength(2);
  });
});

describe('audit', () => {
  it('has one for a decision that came too late, and for a denial [HITL-13]', async () => {
    const { run, decisions: told, events } = openBank({ people: { requestExpiryMs: 1000 } });
    await run.call(pay);
    const id = onlyRequest(run);
    await later(1001, async () => {
      await run.resume({ [id]: true }).catch(() => undefined);
      await run.resume({ [id]: false });
    });
    expect(told()).toEqual(['approve refused', 'deny accepted']);
    expect(events.filter(({ type }) => type === 'decision')).toMatchObject([{ reason: 'HAFT_REQUEST_EXPIRED' }, {}]);
  });

  it('has an event for every decision [HITL-13]', async () => {
    const { run, events } = openBank();
    await run.call(pay);
    const requestId = onlyRequest(run);
    await run.resume({ [requestId]: decision.supply({}) }).catch(() => undefined);
    await run.resume({ [requestId]: true });
    expect(events.filter((event) => event.type === 'decision')).toEqual([
      {
        type: 'decision',
        at: expect.any(Number),
        runId: 'r1',
        callId: 'c1',
        tool: 'pay',
        requestId,
        kind: 'approval',
        decision: 'supply',
        result: 'refused',
        reason: 'HAFT_WRONG_DECISION_KIND',
      },
      {
        type: 'decision',
        at: expect.any(Number),
        runId: 'r1',
        callId: 'c1',
        tool: 'pay',
        requestId,
        kind: 'approval',
        decision: 'approve',
        result: 'accepted',
        reason: undefined,
      },
    ]);
  });
});
