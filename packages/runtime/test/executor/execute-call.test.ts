import { ModelRetry, RequiresApproval, RunContext, Tool, Toolset, UserInput, type ToolOutcome } from '@haft/core';
import {
  createRuntime,
  decision,
  type CallExecutor,
  type ExecuteOptions,
  type PlainCall,
  type RunEvent,
  type Runtime,
  type RuntimeOptions,
} from '../../src/index.js';
import type { RunState } from '../../src/run/state/run-state.js';
import { quietLogger } from '../support/quiet-logger.js';
import { reflect } from '../support/reflect.js';

const executed: unknown[] = [];

@Toolset()
class Shop {
  @Tool() count(x: number): number {
    executed.push(x);
    return x + 1;
  }
  @Tool() @RequiresApproval() pay(x: number, run: RunContext): object {
    executed.push(x);
    return { paid: x, by: run.approval?.metadata['by'], key: run.idempotencyKey };
  }
  @Tool() ask(@UserInput() code: string): string {
    executed.push(code);
    return code;
  }
  @Tool() facts(run: RunContext): object {
    run.report('half');
    run.emit({ seen: 1 });
    run.logger.info('told');
    const { runId, callId, userId, tenantId, metadata, deps, idempotencyKey, deadline, approval } = run;
    return { runId, callId, userId, tenantId, metadata, deps, idempotencyKey, deadline, approval };
  }
  @Tool() stop(run: RunContext): object {
    run.calls.halt('The budget is spent.');
    return run.calls.usage;
  }
  @Tool() again(): never {
    throw new ModelRetry('Give another number.');
  }
  @Tool() hang(run: RunContext): Promise<never> {
    return new Promise((_, reject) => {
      run.signal.addEventListener('abort', () => {
        executed.push('aborted');
        reject(new Error('aborted'));
      });
      run.report('begun');
    });
  }
}

const number = { type: 'number' } as const;
const shop = reflect(Shop, {
  count: { parameters: { x: number } },
  pay: { parameters: { x: number, run: {} } },
  ask: { parameters: { 'input:code': { type: 'string' } } },
  facts: { parameters: { run: {} } },
  stop: { parameters: { run: {} } },
  again: {},
  hang: { parameters: { run: {} } },
});

const open: Runtime[] = [];
beforeEach(() => {
  executed.length = 0;
});
afterEach(async () => {
  for (const one of open.splice(0)) await one.dispose();
});

function runtimeWith(options: RuntimeOptions = {}): Runtime {
  const made = createRuntime({
    toolsets: [shop, new Shop()],
    ...options,
    observe: { logger: quietLogger(), ...options.observe },
  }) as Runtime;
  open.push(made);
  return made;
}

/** Runtimes of two processes, with JSON between them. */
function twoProcesses(sender: RuntimeOptions = {}, worker: RuntimeOptions = {}) {
  const remote = runtimeWith(worker);
  const sent: PlainCall[] = [];
  const executor: CallExecutor = {
    async execute(call, { attempt, signal, onEvent }) {
      const received = JSON.parse(JSON.stringify(call)) as PlainCall;
      sent.push(received);
      const send = (event: RunEvent): void => {
        onEvent(JSON.parse(JSON.stringify(event)) as RunEvent);
      };
      const outcome = await remote.executeCall(received, {
        deps: 'deps of the worker',
        attempt,
        signal,
        onEvent: send,
      });
      return JSON.parse(JSON.stringify(outcome)) as ToolOutcome;
    },
  };
  return {
    local: runtimeWith({ ...sender, durability: { executor: () => executor, ...sender.durability } }),
    remote,
    sent,
  };
}

test('an executor gets the call in place of the method, and its outcome is the outcome of the call', async () => {
  const { local, sent } = twoProcesses();
  const outcome = await local.startRun({ id: 'r1' }).call({ id: 'c1', name: 'count', arguments: '{"x":"41"}' });
  expect(outcome).toMatchObject({ status: 'success', callId: 'c1', tool: 'count', value: 42, text: '42' });
  expect(outcome.repairs).toHaveLength(1);
  expect(sent).toMatchObject([
    {
      format: 1,
      key: expect.stringMatching(/^c_[0-9a-f]{32}$/),
      run: { id: 'r1' },
      id: 'c1',
      tool: 'count',
      arguments: { x: 41 },
    },
  ]);
});

/** Returns the outcome of a call whose executor answers this, and the tools that it revealed. */
async function answered(answer: object): Promise<{ outcome: ToolOutcome; revealed: readonly string[] }> {
  const given = {
    callId: 'other',
    tool: 'other',
    text: 'from elsewhere',
    repairs: [],
    ...answer,
  } as unknown as ToolOutcome;
  const execute = (): Promise<ToolOutcome> => Promise.resolve(given);
  const run = runtimeWith({ durability: { executor: () => ({ execute }) } }).startRun();
  const outcome = await run.call('count', { x: 1 });
  return { outcome, revealed: [...(run as unknown as RunState).toolbox.revealed] };
}

test.each([
  ['a list of names', { status: 'success', value: 1 }, ['pay'], ['pay']],
  ['no name', { status: 'success', value: 1 }, [], []],
  ['a name without a list', { status: 'success', value: 1 }, 'pay', []],
  ['other values', { status: 'success', value: 1 }, ['pay', 7], []],
  ['names, after a failure', { status: 'failed', reason: 'tool' }, ['pay'], []],
])('the answer of an executor reveals tools by %s', async (_, answer, reveals, revealed) => {
  const { outcome, revealed: found } = await answered({ ...answer, run: { reveals } });
  expect(outcome).toMatchObject({ ...answer, tool: 'count', text: 'from elsewhere' });
  expect(found).toEqual(revealed);
});

const REQUEST = { id: 'r', kind: 'external', callId: 'other', tool: 'other', fingerprint: 'f', metadata: {} };

test.each([
  ['no request', {}],
  ['a request of an unknown kind', { request: { ...REQUEST, kind: 'later' } }],
  ['a request without metadata', { request: { ...REQUEST, metadata: null } }],
])('an executor that defers a call with %s returned no outcome', async (_, answer) => {
  const { outcome } = await answered({ status: 'deferred', ...answer });
  expect(outcome).toMatchObject({ status: 'failed', reason: 'result', repairs: [] });
});

test('the tool reads the facts of the run that made the call, and its events come back', async () => {
  const events: RunEvent[] = [];
  const { local, sent } = twoProcesses({ observe: { onEvent: (event) => events.push(event) } });
  const run = local.startRun({ id: 'r1', userId: 'ann', tenantId: 'acme', metadata: { a: 1 }, deps: 'here' });
  const { value } = (await run.call({ id: 'c1', name: 'facts' })) as { value?: unknown };
  expect(value).toMatchObject({
    ...{ runId: 'r1', callId: 'c1', userId: 'ann', tenantId: 'acme', metadata: { a: 1 }, deps: 'deps of the worker' },
    ...{ idempotencyKey: sent[0]?.effectKey, deadline: sent[0]?.deadline },
  });
  const facts = { runId: 'r1', callId: 'c1', tool: 'facts' };
  expect(events).toMatchObject([
    { type: 'progress', progress: 'half', ...facts },
    { type: 'custom', event: { seen: 1 }, ...facts },
    { type: 'log', message: 'told', ...facts },
  ]);
});

test('a tool reads the usage of the run that made the call, and stops that run', async () => {
  const { local } = twoProcesses({ limits: { maxCalls: 5 } });
  const run = local.startRun({ id: 'r1' });
  await run.call({ name: 'count', arguments: { x: 1 } });
  expect(await run.call({ name: 'stop' })).toMatchObject({ status: 'success', value: { calls: 2, callsLeft: 3 } });
  expect(await run.call({ name: 'count', arguments: { x: 1 } })).toMatchObject({
    status: 'failed',
    reason: 'halted',
    text: expect.stringContaining('The budget is spent.'),
  });
});

test.each([
  ['no object', 'halt'],
  ['no text as the reason', { haltReason: 5, reveals: [1] }],
  ['no list of names', { reveals: 'count' }],
])('effects of another process with %s change nothing', async (_what, effects) => {
  const outcome = { status: 'success', callId: 'c1', tool: 'count', value: 2, text: '2', repairs: [], run: effects };
  const executor: CallExecutor = { execute: () => Promise.resolve(outcome as never) };
  const run = runtimeWith({ durability: { executor: () => executor } }).startRun();
  expect(await run.call({ name: 'count', arguments: { x: 1 } })).toMatchObject({ status: 'success', value: 2 });
  expect(await run.call({ name: 'count', arguments: { x: 1 } })).toMatchObject({ status: 'success', value: 2 });
});

test.each([{ calls: 'many' }, [], { calls: 1, toolCalls: 1, callsLeft: 1.5 }])(
  'a call with the usage %j has another form',
  async (usage) => {
    const { local, remote, sent } = twoProcesses();
    await local.startRun().call({ name: 'count', arguments: { x: 1 } });
    const call = { ...(sent[0] as PlainCall), usage } as never;
    await expect(remote.executeCall(call)).rejects.toMatchObject({ code: 'HAFT_INVALID_PENDING' });
  },
);

test('only tools that the function chooses are executed elsewhere', async () => {
  const refused: CallExecutor = { execute: () => Promise.reject(new Error('not chosen')) };
  const local = runtimeWith({ durability: { executor: ({ name }) => (name === 'pay' ? refused : undefined) } });
  expect(await local.startRun().call({ name: 'count', arguments: { x: 1 } })).toMatchObject({ value: 2 });
});

test('an approved call is executed with its approval, which the worker checks', async () => {
  const { local, sent } = twoProcesses();
  const run = local.startRun({ id: 'r1', userId: 'ann' });
  const waiting = await run.call({ id: 'c1', name: 'pay', arguments: { x: 5 } });
  expect(sent).toEqual([]);
  const { id } = (waiting as Extract<ToolOutcome, { status: 'deferred' }>).request;
  const [outcome] = await run.resume({ [id]: decision.approve({ metadata: { by: 'bob' } }) });
  expect(outcome).toMatchObject({ status: 'success', value: { paid: 5, by: 'bob', key: sent[0]?.effectKey } });
});

test('the values of a user reach the worker', async () => {
  const { local } = twoProcesses();
  const run = local.startRun();
  const waiting = await run.call({ name: 'ask' });
  const { id } = (waiting as Extract<ToolOutcome, { status: 'deferred' }>).request;
  const [outcome] = await run.resume({ [id]: decision.supply({ code: '1234' }) });
  expect(outcome).toMatchObject({ status: 'success', value: '1234' });
});

test('a correction that the worker asks for spends the budget of the run', async () => {
  const { local } = twoProcesses();
  const run = local.startRun({ retries: 0 });
  expect(await run.call({ name: 'again' })).toMatchObject({ status: 'failed' });
  expect(await run.call({ name: 'again' })).toMatchObject({ status: 'failed' });
});

test('a cancelled call aborts the signal of the tool in the worker', async () => {
  const { local } = twoProcesses();
  const run = local.startRun();
  const begun = new Promise((resolve) => {
    void run.call({ name: 'hang' }, { onProgress: resolve }).then((outcome) => executed.push(outcome.status));
  });
  await begun;
  run.cancel();
  expect(executed).toContain('aborted');
});

test.each<[string, unknown]>([
  ['nothing', undefined],
  ['no outcome', { status: 'success' }],
  ['an unknown status', { status: 'maybe', text: '', repairs: [] }],
  ['a deferral without request', { status: 'deferred', text: '', repairs: [] }],
])('an executor that answers with %s fails the call', async (_, answer) => {
  const executor = { execute: () => Promise.resolve(answer as ToolOutcome) };
  const outcome = await runtimeWith({ durability: { executor: () => executor } })
    .startRun()
    .call({ name: 'again' });
  expect(outcome).toMatchObject({ status: 'failed', reason: 'result' });
});

test('events of an executor are those of the call, and other types are dropped', async () => {
  const events: RunEvent[] = [];
  const executor: CallExecutor = {
    execute: (call, { onEvent }: ExecuteOptions) => {
      onEvent({ type: 'progress', runId: 'other', callId: 'other', tool: 'other', progress: 1 });
      onEvent({ type: 'late', runId: 'r1', callId: 'c1', tool: 'count', status: 'failed' });
      return Promise.resolve({ status: 'success', callId: 'x', tool: 'y', text: '1', repairs: [], value: 1 });
    },
  };
  const local = runtimeWith({
    durability: { executor: () => executor },
    observe: { onEvent: (event) => events.push(event) },
  });
  const outcome = await local.startRun({ id: 'r1' }).call({ id: 'c1', name: 'count', arguments: { x: 1 } });
  expect(outcome).toMatchObject({ callId: 'c1', tool: 'count' });
  expect(events).toEqual([
    { at: expect.any(Number), type: 'progress', runId: 'r1', callId: 'c1', tool: 'count', progress: 1 },
  ]);
});

test('a call whose attempt died is not executed again without knowing its end', async () => {
  const { local, remote, sent } = twoProcesses();
  await local.startRun().call({ name: 'count', arguments: { x: 1 } });
  const again = await remote.executeCall(sent[0] as PlainCall, { attempt: 2, isRecovered: true });
  expect(again).toMatchObject({ status: 'failed', reason: 'unknown' });
  expect(executed).toEqual([1]);
});

describe('a forged call is never executed', () => {
  /** A call that was approved and executed before. */
  async function approvedCall(options: RuntimeOptions = {}) {
    const processes = twoProcesses(options, options);
    const run = processes.local.startRun({ id: 'r1', userId: 'ann' });
    const waiting = await run.call({ id: 'c1', name: 'pay', arguments: { x: 5 } });
    const { id } = (waiting as Extract<ToolOutcome, { status: 'deferred' }>).request;
    await run.resume({ [id]: decision.approve() });
    expect(executed.splice(0)).toEqual([5]);
    return { ...processes, call: processes.sent[0] as PlainCall };
  }

  test.each<[string, (call: PlainCall) => unknown]>([
    ['no object', () => 'call'],
    ['null', () => null],
    ['an array', () => []],
    ['another format', (call) => ({ ...call, format: 2 })],
    ['no key', ({ key: _, ...call }) => call],
    ['no run', ({ run: _, ...call }) => call],
    ['a number as id', (call) => ({ ...call, id: 1 })],
    ['a number as user', (call) => ({ ...call, run: { ...call.run, userId: 1 } })],
    ['a list as metadata', (call) => ({ ...call, run: { ...call.run, metadata: [] } })],
    ['a list as arguments', (call) => ({ ...call, arguments: [] })],
    ['a text as deadline', (call) => ({ ...call, deadline: 'later' })],
    ['no definition', ({ definition: _, ...call }) => call],
    ['another definition', (call) => ({ ...call, definition: 'f'.repeat(64) })],
    ['a deadline that is over', (call) => ({ ...call, deadline: 1 })],
    ['a grant without approval', (call) => ({ ...call, granted: { fingerprint: call.granted?.fingerprint } })],
    ['a grant without fingerprint', (call) => ({ ...call, granted: { approval: call.granted?.approval } })],
    ['a getter that throws', (call) => ({ ...call, toJSON: () => raise() })],
  ])('with %s: HAFT_INVALID_PENDING', async (_, forge) => {
    const { remote, call } = await approvedCall();
    await expect(remote.executeCall(forge(call) as PlainCall)).rejects.toMatchObject({
      code: 'HAFT_INVALID_PENDING',
      hint: expect.any(String),
    });
    expect(executed).toEqual([]);
  });

  test.each(['nothing', '__proto__', 'constructor'])('for the tool %s: HAFT_UNKNOWN_TOOL', async (tool) => {
    const { remote, call } = await approvedCall();
    await expect(remote.executeCall({ ...call, tool })).rejects.toMatchObject({ code: 'HAFT_UNKNOWN_TOOL' });
    expect(executed).toEqual([]);
  });

  test.each<[string, (call: PlainCall) => PlainCall]>([
    ['no approval', ({ granted: _, ...call }) => call],
    ['other arguments', (call) => ({ ...call, arguments: { x: 6 } })],
    ['another run', (call) => ({ ...call, run: { ...call.run, id: 'r2' } })],
    ['another user', (call) => ({ ...call, run: { ...call.run, userId: 'eve' } })],
    ['no user', (call) => ({ ...call, run: { id: call.run.id } })],
    ['another fingerprint', (call) => ({ ...call, granted: { approval: grantOf(call), fingerprint: 'x' } })],
    ['input that nobody asks for', (call) => ({ ...call, input: { code: '1' } })],
  ])('with %s: the outcome is deferred', async (_, forge) => {
    const { remote, call } = await approvedCall();
    expect(await remote.executeCall(forge(call))).toMatchObject({ status: 'deferred', request: { kind: 'approval' } });
    expect(executed).toEqual([]);
  });

  test('with invalid arguments: the outcome asks for a correction', async () => {
    const { remote, call } = await approvedCall();
    expect(await remote.executeCall({ ...call, arguments: { x: 'many' } })).toMatchObject({ status: 'retry' });
    expect(executed).toEqual([]);
  });

  test('without the signature of the pendingSecret, or with another one', async () => {
    const { remote, call } = await approvedCall({ people: { pendingSecret: 'one' } });
    const other = runtimeWith({ people: { pendingSecret: 'two' } });
    const { signature: _, ...unsigned } = call as PlainCall & { readonly signature?: string };
    for (const [runtime, forged] of [
      [remote, unsigned],
      [remote, { ...call, key: 'r1/c2' }],
      [other, call],
    ] as const) {
      await expect(runtime.executeCall(forged)).rejects.toMatchObject({ code: 'HAFT_INVALID_PENDING' });
    }
    expect(executed).toEqual([]);
    expect(await remote.executeCall(call)).toMatchObject({ status: 'success' });
  });

  test('an approval for another call is not shown to a tool that needs none', async () => {
    const { local, remote, call, sent } = await approvedCall();
    await local.startRun({ id: 'r1', userId: 'ann' }).call({ id: 'c2', name: 'facts' });
    const forged = { ...(sent.at(-1) as PlainCall), granted: call.granted };
    const { value } = (await remote.executeCall(forged)) as { value?: { approval?: unknown } };
    expect(value).toMatchObject({ callId: 'c2' });
    expect(value?.approval).toBeUndefined();
  });
});

function grantOf({ granted }: PlainCall) {
  return granted?.approval ?? raise();
}

function raise(): never {
  throw new Error('forged');
}
