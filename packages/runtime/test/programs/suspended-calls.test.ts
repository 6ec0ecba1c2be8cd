import { CallSuspended, type DeferralRequest, type RunContext, type ToolCall, type ToolOutcome } from '@haft/core';
import { createRuntime, decision, type DeferredHandler, type PendingRun } from '../../src/index.js';
import { quietLogger } from '../support/quiet-logger.js';
import { open, Office, office, playing, type Opened } from './office.js';

const look = (what: string): ToolCall => ({ name: 'look', arguments: { what } });
const pay = (amount: number): ToolCall => ({ name: 'pay', arguments: { amount } });
const program = (...calls: readonly ToolCall[]): object => ({ program: { calls } });

/** The requests of a deferred call. */
function requestsOf(outcome: ToolOutcome | undefined): readonly DeferralRequest[] {
  if (outcome?.status !== 'deferred') throw new Error(`not deferred: ${JSON.stringify(outcome)}`);
  return outcome.requests ?? [outcome.request];
}

function circular(): object {
  const one: { self?: object } = {};
  one.self = one;
  return one;
}

const approveAll = (requests: readonly DeferralRequest[]) =>
  Object.fromEntries(requests.map(({ id }) => [id, decision.approve()]));

const plain = (pending: PendingRun): PendingRun => JSON.parse(JSON.stringify(pending)) as PendingRun;

describe('a tool whose inner calls wait for decisions [NEW-29]', () => {
  test('is deferred with the requests of its inner calls, which name it', async () => {
    const { run } = open();
    const outcome = await run.call('series', program(look('a'), pay(5), look('b')));
    expect(outcome).toMatchObject({
      status: 'deferred',
      tool: 'series',
      text: 'The tool call waits for a decision. Do not call it again: it continues when all is decided.',
    });
    const [request, ...others] = requestsOf(outcome);
    expect(others).toEqual([]);
    expect(request).toMatchObject({
      kind: 'approval',
      tool: 'pay',
      arguments: { amount: 5 },
      parent: { callId: outcome.callId, tool: 'series', place: { step: 1 } },
    });
    expect(run.pending()).toMatchObject({ format: 2, requests: [request], calls: [{ suspended: { tool: 'series' } }] });
  });

  test('is entered again with the same arguments and the outcomes, and repeats no finished call', async () => {
    const { run, toolset } = open();
    const outcome = await run.call({ id: 'c1', name: 'series', arguments: program(look('a'), pay(5), look('b')) });
    const answers = await run.resume(approveAll(requestsOf(outcome)));
    expect(answers).toEqual([
      expect.objectContaining({
        status: 'success',
        callId: 'c1',
        value: ['success: saw a', 'success: paid 5', 'success: saw b'],
      }),
    ]);
    expect(toolset.done).toEqual(['look a', 'pay 5', 'look b']);
    expect(run.pending().calls).toEqual([]);
  });

  test('continues in another process', async () => {
    const { run } = open();
    await run.call({ id: 'c1', name: 'series', arguments: program(look('a'), pay(5), pay(6)) });
    const toolset = new Office();
    const other = createRuntime({ toolsets: [office, toolset], observe: { logger: quietLogger() } });
    const first = await other.resumeRun(plain(run.pending()), approveAll(run.pending().requests));
    expect(first.outcomes).toMatchObject([{ status: 'deferred', callId: 'c1' }]);
    const pending = plain(first.run.pending());
    const second = await other.resumeRun(pending, approveAll(pending.requests));
    expect(second.outcomes).toMatchObject([{ value: ['success: saw a', 'success: paid 5', 'success: paid 6'] }]);
    expect(toolset.done).toEqual(['pay 5', 'pay 6']);
  });

  test('reads a denial as an outcome', async () => {
    const { run, toolset } = open();
    const [request] = requestsOf(await run.call('series', program(pay(5), look('a'))));
    const [outcome] = await run.resume({ [(request as DeferralRequest).id]: decision.deny('Too much.') });
    expect(outcome).toMatchObject({ value: ['denied: Too much.', 'success: saw a'] });
    expect(toolset.done).toEqual(['look a']);
  });

  test('reads input and results of other systems', async () => {
    const { run } = open();
    const ask = { name: 'ask', arguments: { question: 'Why?' } };
    const ship = { name: 'ship', arguments: { item: 'box' } };
    const requests = requestsOf(await run.call('together', program(ask, ship)));
    expect(requests.map(({ kind }) => kind)).toEqual(['input', 'external']);
    const [input, external] = requests as readonly [DeferralRequest, DeferralRequest];
    const [outcome] = await run.resume({
      [input.id]: decision.supply({ answer: 'Because.' }),
      [external.id]: decision.result('shipped'),
    });
    expect(outcome).toMatchObject({ value: ['success: Why? Because.', 'success: shipped'] });
  });

  test('stays open for the requests that a partial resume leaves out, with the same ids', async () => {
    const { run, toolset } = open();
    const requests = requestsOf(await run.call('together', program(pay(1), pay(2), pay(3))));
    const [one, two, three] = requests as readonly [DeferralRequest, DeferralRequest, DeferralRequest];
    const [first] = await run.resume({ [two.id]: decision.approve() }, { partial: true });
    expect(requestsOf(first).map(({ id }) => id)).toEqual([one.id, three.id]);
    expect(requestsOf(first)[0]).toMatchObject({ expiresAt: one.expiresAt, fingerprint: one.fingerprint });
    expect(toolset.done).toEqual(['pay 2']);
    const [second] = await run.resume({ [one.id]: true, [three.id]: false });
    expect(second).toMatchObject({
      value: ['success: paid 1', 'success: paid 2', 'denied: The tool call was denied.'],
    });
  });

  test('needs a decision about each request unless the resume is partial', async () => {
    const { run, toolset } = open();
    const [one] = requestsOf(await run.call('together', program(pay(1), pay(2)))) as readonly [DeferralRequest];
    await expect(run.resume({ [one.id]: true })).rejects.toMatchObject({ code: 'HAFT_UNANSWERED_REQUEST' });
    expect(toolset.done).toEqual([]);
  });

  test('uses a decision once', async () => {
    const { run, toolset } = open();
    const [one] = requestsOf(await run.call('together', program(pay(1), pay(2)))) as readonly [DeferralRequest];
    await run.resume({ [one.id]: true }, { partial: true });
    await expect(run.resume({ [one.id]: true }, { partial: true })).rejects.toMatchObject({
      code: 'HAFT_DECISION_USED',
    });
    expect(toolset.done).toEqual(['pay 1']);
  });

  test('may be an inner call itself', async () => {
    const { run } = open();
    const inner = { name: 'series', arguments: program(look('a'), pay(5)) };
    const outcome = await run.call('series', program(look('x'), inner, look('y')));
    const [request] = requestsOf(outcome);
    expect(request).toMatchObject({ tool: 'pay', parent: { tool: 'series', callId: `${outcome.callId}_1` } });
    const toolset = new Office();
    const other = createRuntime({ toolsets: [office, toolset], observe: { logger: quietLogger() } });
    const { outcomes } = await other.resumeRun(plain(run.pending()), approveAll([request as DeferralRequest]));
    expect(outcomes).toMatchObject([
      { value: ['success: saw x', 'success: ["success: saw a","success: paid 5"]', 'success: saw y'] },
    ]);
    expect(toolset.done).toEqual(['pay 5', 'look y']);
  });

  test('is not approved again, and keeps its approval', async () => {
    const { run } = open();
    const first = await run.call('approved', program(pay(5)));
    const [second] = await run.resume(approveAll(requestsOf(first)));
    expect(requestsOf(second)).toMatchObject([{ tool: 'pay', parent: { tool: 'approved' } }]);
    const [third] = await run.resume(approveAll(requestsOf(second)));
    expect(third).toMatchObject({ status: 'success', value: ['success: paid 5'] });
  });

  test('is counted once, and its inner calls once', async () => {
    const { run } = open();
    const outcome = await run.call('series', program(look('a'), pay(5)));
    await run.resume(approveAll(requestsOf(outcome)));
    expect(run.pending().counters.calls).toBe(3);
  });

  test('continues next to the other calls of its batch, in their order', async () => {
    const { run } = open();
    const outcomes = await run.callAll([look('a'), { name: 'series', arguments: program(pay(5)) }, look('b')]);
    const answers = await run.resume(approveAll(requestsOf(outcomes[1])));
    expect(answers.map(({ text }) => text)).toEqual(['saw a', '["success: paid 5"]', 'saw b']);
  });

  test('fails with the finished calls if its tool changed, and executes nothing more', async () => {
    const { run } = open();
    await run.call('series', program(look('a'), pay(5)));
    const pending = plain(run.pending());
    const [call] = pending.calls as unknown as readonly [{ suspended: { fingerprint: string } }];
    call.suspended.fingerprint = 'f'.repeat(64);
    const toolset = new Office();
    const other = createRuntime({ toolsets: [office, toolset], observe: { logger: quietLogger() } });
    const { outcomes } = await other.resumeRun(pending, approveAll(pending.requests));
    expect(outcomes).toMatchObject([
      { status: 'failed', reason: 'changed', text: expect.stringContaining('Finished calls: look (success).') },
    ]);
    expect((outcomes[0] as { cause?: unknown }).cause).toMatchObject({ code: 'HAFT_PROGRAM_CHANGED' });
    expect(toolset.done).toEqual([]);
  });

  test('keeps the requests of a run that has no other process, and voids them when the run ends', async () => {
    const { run, toolset } = open();
    const outcome = await run.call('series', program(pay(5), look('a')));
    run.cancel();
    const [answer] = await run.resume(approveAll(requestsOf(outcome)));
    expect(answer).toMatchObject({ status: 'interrupted' });
    expect(toolset.done).toEqual([]);
  });

  test.each([
    ['no state', (run: RunContext) => ({ state: undefined, run })],
    ['a state that is not JSON', () => ({ state: circular() })],
    ['a state of over 1,000,000 characters', () => ({ state: 'x'.repeat(1_000_001) })],
  ])('fails with a masked text if it gives %s', async (_, stateOf) => {
    const { run } = open({
      deps: {
        play: async (context) => {
          const outcome = await context.calls.call(pay(5));
          if (outcome.status === 'deferred') throw new CallSuspended({ ...stateOf(context), waits: [outcome] });
        },
      },
    });
    const outcome = await run.call('play', {});
    expect(outcome).toMatchObject({ status: 'failed', reason: 'exception' });
    expect(run.pending().requests).toEqual([]);
  });

  test.each([
    ['a call that it did not make', 'a call that it did not make', (foreign: ToolOutcome) => [foreign]],
    ['nothing', 'an empty list', () => []],
    ['a call that does not wait', 'another value', (foreign: ToolOutcome) => [{ ...foreign, status: 'success' }]],
  ])('fails if it waits for %s', async (_, what, waits) => {
    const { run } = open();
    const foreign = await run.call('pay', { amount: 5 });
    const other = open({
      deps: {
        play: () => {
          throw new CallSuspended({ state: null, waits: waits(foreign) as never });
        },
      },
    });
    expect(await other.run.call('play', {})).toMatchObject({
      status: 'failed',
      reason: 'exception',
      cause: { code: 'HAFT_INVALID_OPTION', message: `CallSuspended of 'play' got ${what} in \`waits\`.` },
    });
  });

  test('is an event with all its requests', async () => {
    const { run, events } = open();
    const requests = requestsOf(await run.call('together', program(pay(1), pay(2))));
    expect(requests).toHaveLength(2);
    expect(events.filter(({ type }) => type === 'deferred').at(-1)).toMatchObject({ tool: 'together', requests });
  });

  test('remembers at most 300 of its finished calls', async () => {
    const { run } = open();
    await run.call('series', program(...Array.from({ length: 301 }, (_, index) => look(`${index}`)), pay(5)));
    const finished = run.pending().calls[0]?.suspended?.finished ?? [];
    expect([finished.length, finished[0]]).toEqual([300, expect.objectContaining({ tool: 'look' })]);
  });

  test('continues the separate budget of its inner calls, also in another process', async () => {
    const refuse = { name: 'refuse', arguments: { reason: 'No.' } };
    const { run } = open();
    await run.call('series', program(refuse, { name: 'refuse', arguments: { reason: 'No!' } }, pay(5), refuse));
    const other = createRuntime({ toolsets: [office, new Office()], observe: { logger: quietLogger() } });
    const { outcomes } = await other.resumeRun(plain(run.pending()), approveAll(run.pending().requests));
    expect(outcomes).toMatchObject([
      {
        value: [
          expect.stringMatching(/^retry/),
          expect.stringMatching(/^retry/),
          'success: paid 5',
          expect.stringMatching(/^failed/),
        ],
      },
    ]);
  });
});

describe('the time of a suspended call [NEW-29]', () => {
  test('does not pass while it waits for people', async () => {
    const left: number[] = [];
    const { run } = open(
      {
        deps: {
          play: async (context) => {
            left.push((context.deadline ?? 0) - Date.now());
            const outcome = context.calls.resumed?.outcomes['p'] ?? (await context.calls.call({ ...pay(5), id: 'p' }));
            if (outcome.status === 'deferred') throw new CallSuspended({ state: null, waits: [outcome] });
            return outcome.text;
          },
        },
      },
      { limits: { timeoutMs: 60_000 } },
    );
    const outcome = await run.call('play', {});
    const pending = run.pending();
    expect(pending.calls[0]?.suspended?.spentMs).toBeLessThan(10_000);
    const [answer] = await run.resume(approveAll(requestsOf(outcome)));
    expect(answer).toMatchObject({ text: 'paid 5' });
    expect(left).toHaveLength(2);
  });

  test('is what is left of its deadline when it is entered again', async () => {
    const { run } = open();
    await run.call('series', program(pay(5)));
    const pending = plain(run.pending());
    const [call] = pending.calls as unknown as readonly [{ suspended: { spentMs: number; arguments: object } }];
    call.suspended.spentMs = 29_999;
    call.suspended.arguments = program(pay(5), { name: 'hang' });
    const { outcomes } = await open().runtime.resumeRun(
      { ...pending, calls: [{ suspended: { ...call.suspended } }] } as never,
      approveAll(pending.requests),
    );
    expect(outcomes).toMatchObject([{ status: 'failed' }]);
  });
});

test('a pending run is plain JSON, also the values of calls that ended', async () => {
  const { run } = open({ deps: { play: () => new Map([['at', new Date(0)]]) } });
  await run.callAll([{ name: 'play' }, pay(5)]);
  const pending = run.pending();
  expect(pending.calls[0]?.outcome).toMatchObject({ status: 'success', value: { at: '1970-01-01T00:00:00.000Z' } });
  expect(plain(pending).calls).toMatchObject([{ outcome: { value: { at: '1970-01-01T00:00:00.000Z' } } }, {}]);
});

describe('a pending run with a suspended call [NEW-29]', () => {
  const pendingOf = async (): Promise<PendingRun> => {
    const { run } = open();
    await run.call('together', program(pay(1), pay(2)));
    return plain(run.pending());
  };

  test('is signed as a whole', async () => {
    const secret = { people: { pendingSecret: 'a secret of at least 32 characters!' } };
    const { run, runtime } = open({}, secret);
    await run.call('series', program(look('a'), pay(5)));
    const pending = plain(run.pending());
    const [call] = pending.calls as unknown as readonly [{ suspended: { state: unknown } }];
    call.suspended.state = ['success: forged'];
    await expect(runtime.resumeRun(pending, approveAll(pending.requests))).rejects.toMatchObject({
      code: 'HAFT_INVALID_PENDING',
    });
  });

  test.each<[string, (suspended: Record<string, unknown>) => void]>([
    ['no list of calls that wait', (one) => (one['waits'] = {})],
    ['a call that is not an object', (one) => (one['waits'] = [null])],
    ['no outcomes', (one) => (one['outcomes'] = null)],
    ['an outcome that is not an object', (one) => (one['outcomes'] = { a: 1 })],
    ['no arguments', (one) => delete one['arguments']],
    ['no time', (one) => (one['spentMs'] = '1')],
    ['no fingerprint', (one) => (one['fingerprint'] = 5)],
    ['no state', (one) => delete one['state']],
    [
      'programs that never end',
      (one) => {
        let inner = structuredClone(one);
        for (let depth = 0; depth < 100; depth++) inner = { ...structuredClone(one), waits: [{ suspended: inner }] };
        one['waits'] = [{ suspended: inner }];
      },
    ],
  ])('is rejected with %s', async (_, spoil) => {
    const pending = await pendingOf();
    spoil((pending.calls[0] as unknown as { suspended: Record<string, unknown> }).suspended);
    await expect(open().runtime.resumeRun(pending, approveAll(pending.requests))).rejects.toMatchObject({
      code: 'HAFT_INVALID_PENDING',
    });
  });

  test('is still read if it has format 1', async () => {
    const { run, runtime, toolset } = open();
    await run.call('pay', { amount: 5 });
    const pending = { ...plain(run.pending()), format: 1 as const };
    const { outcomes } = await runtime.resumeRun(pending, approveAll(pending.requests));
    expect(outcomes).toMatchObject([{ text: 'paid 5' }]);
    expect(toolset.done).toEqual(['pay 5']);
  });
});

test('a handler decides about inner calls, so that the tool continues', async () => {
  const asked: string[][] = [];
  const { run }: Opened = open({
    onDeferred: (requests) => {
      asked.push(requests.map(({ tool }) => tool));
      return approveAll(requests.filter(({ tool }) => tool === 'pay'));
    },
    concurrency: 1,
  });
  const outcome = await run.call('series', program(pay(1), look('a'), pay(2)));
  expect(outcome).toMatchObject({ value: ['success: paid 1', 'success: saw a', 'success: paid 2'] });
  const waiting = await run.call('series', program({ name: 'ship', arguments: { item: 'box' } }));
  expect(requestsOf(waiting)).toHaveLength(1);
  expect(asked).toEqual([['pay'], ['pay'], ['ship']]);
});

test('an inner call that waits becomes a call of the run if its outer call succeeds', async () => {
  const { run } = open({ deps: playing(pay(5)) });
  const outcome = await run.call('play', {});
  expect(outcome.status).toBe('success');
  expect(run.pending().requests).toMatchObject([{ tool: 'pay', parent: { tool: 'play' } }]);
});

describe('the handler of a call [HITL-10]', () => {
  const asking = (): { asked: string[]; onDeferred: DeferredHandler } => {
    const asked: string[] = [];
    const onDeferred: DeferredHandler = (requests) => {
      asked.push(...requests.map(({ tool, parent }) => `${tool} of ${parent?.tool ?? 'the model'}`));
      return approveAll(requests);
    };
    return { asked, onDeferred };
  };

  test('decides about its inner calls too, also after it approved the call itself', async () => {
    const { run } = open();
    const { asked, onDeferred } = asking();
    const outcome = await run.call({ name: 'approved', arguments: program(pay(5)) }, { onDeferred });
    expect(outcome).toMatchObject({ value: ['success: paid 5'] });
    expect(asked).toEqual(['approved of the model', 'pay of approved']);
  });

  test('decides about the inner calls of its inner calls', async () => {
    const { run } = open();
    const { asked, onDeferred } = asking();
    const inner = { name: 'together', arguments: program(pay(5)) };
    const outcome = await run.call({ name: 'series', arguments: program(inner) }, { onDeferred });
    expect(outcome).toMatchObject({ status: 'success' });
    expect(asked).toEqual(['pay of together']);
  });
});
