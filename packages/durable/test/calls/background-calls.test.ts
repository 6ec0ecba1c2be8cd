import { jest } from '@jest/globals';
import { getEventListeners } from 'node:events';
import { ModelRetry, type RunContext, type ToolOutcome } from '@haft/core';
import {
  createRuntime,
  decision,
  defineTool,
  toolset,
  type BackgroundTask,
  type CallExecutor,
  type CallLedger,
  type CallRow,
  type DefinedTool,
  type PlainCall,
  type ProposedCall,
  type Run,
  type Runtime,
  type RuntimeOptions,
} from '@haft/runtime';
import { MemoryCallLedger } from '../../src/index.js';
import { keyAt, rowAt, rowOfKey } from '../support/row-at.js';

const NO_ARGUMENTS = { type: 'object', properties: {}, additionalProperties: false } as const;
const quiet = { debug: ignore, info: ignore, warn: ignore, error: ignore };

/** A tool whose executions the test ends. */
class Report {
  readonly attempts: { readonly run: RunContext; readonly end: (value: unknown) => void }[] = [];
  private wake: (() => void)[] = [];

  readonly tool = (own: Partial<Parameters<typeof defineTool>[0]> = {}): DefinedTool =>
    defineTool({
      name: 'report',
      description: 'Writes the report.',
      parameters: NO_ARGUMENTS,
      result: { type: 'object', properties: { pages: { type: 'integer' } }, required: ['pages'] },
      execute: (_args: object, run: RunContext) => this.execute(run),
      settings: { background: {} },
      ...own,
    } as never) as unknown as DefinedTool;

  /** Resolves when an execution has begun. */
  async begun(count = 1): Promise<RunContext> {
    while (this.attempts.length < count) await new Promise<void>((resolve) => this.wake.push(resolve));
    return (this.attempts[count - 1] as (typeof this.attempts)[number]).run;
  }

  end(value: unknown, attempt = 1): void {
    this.attempts[attempt - 1]?.end(value);
  }

  private execute(run: RunContext): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.attempts.push({ run, end: (value) => (value instanceof Error ? reject(value) : resolve(value)) });
      run.signal.addEventListener('abort', () => {
        reject(run.signal.reason as Error);
      });
      for (const one of this.wake.splice(0)) one();
    });
  }
}

function open(ledger: CallLedger, tools: readonly DefinedTool[], options: RuntimeOptions = {}): Runtime {
  return createRuntime({
    toolsets: toolset('office', tools),
    ...options,
    durability: { ledger, ...options.durability },
    observe: { logger: quiet, ...options.observe },
  });
}

/** Makes a call in a run of its own. */
async function call(runtime: Runtime, name: string, args: object = {}, userId = 'ann'): Promise<ToolOutcome> {
  const run = runtime.startRun({ userId });
  try {
    return await run.call({ id: `call_${name}`, name, arguments: args as never });
  } finally {
    await run.end();
  }
}

async function started(runtime: Runtime): Promise<string> {
  const outcome = await call(runtime, 'report');
  if (outcome.status !== 'success') throw new Error(outcome.text);
  return (outcome.value as BackgroundTask).task;
}

async function ended(runtime: Runtime, task: string): Promise<ToolOutcome> {
  return call(runtime, 'task_result', { task, waitSeconds: 20 });
}

describe('a tool with `background` [NEW-32]', () => {
  let ledger: MemoryCallLedger;
  let report: Report;
  let runtime: Runtime;

  beforeEach(() => {
    ledger = new MemoryCallLedger();
    report = new Report();
    runtime = open(ledger, [report.tool()]);
  });
  afterEach(() => runtime.dispose());

  test('answers with a task at once, and its result comes later', async () => {
    const run = runtime.startRun({ id: 'run', userId: 'ann' });
    const outcome = await run.call({ id: 'c1', name: 'report', arguments: {} });
    await run.end();
    expect(outcome).toMatchObject({
      status: 'success',
      value: { task: keyAt(ledger, 'run/c1'), status: 'queued' },
      text: `Started as task ${keyAt(ledger, 'run/c1')}. Ask task_status for its progress.`,
    });
    await report.begun();
    expect(await call(runtime, 'task_result', { task: keyAt(ledger, 'run/c1') })).toMatchObject({
      status: 'success',
      value: { task: keyAt(ledger, 'run/c1'), status: 'running' },
      text: 'The task is running. Ask again later.',
    });
    report.end({ pages: 3 });
    expect(await ended(runtime, keyAt(ledger, 'run/c1'))).toMatchObject({
      status: 'success',
      value: { task: keyAt(ledger, 'run/c1'), status: 'done', result: { pages: 3 } },
      text: '{"pages":3}',
    });
  });

  test('tells a model of the task, and not of its result, in the definition', async () => {
    const run = runtime.startRun();
    const definitions = await run.definitions();
    await run.end();
    expect(definitions.map(({ name }) => name)).toEqual(['report', 'task_status', 'task_result', 'task_cancel']);
    expect(definitions[0]?.result).toMatchObject({ required: ['task', 'status'] });
    const task = { type: 'string', description: 'The id of the task, as the call that started it returned it.' };
    const waitSeconds = expect.objectContaining({ type: 'integer', minimum: 0, maximum: 20, default: 0 });
    const closed = { type: 'object', required: ['task'], additionalProperties: false };
    expect(definitions.slice(1).map(({ parameters }) => parameters)).toEqual([
      { ...closed, properties: { task } },
      { ...closed, properties: { task, waitSeconds } },
      { ...closed, properties: { task } },
    ]);
  });

  test('stays in reach of the run that started it, if its tool disappears', async () => {
    let isShown = true;
    const ends = open(ledger, [report.tool()], { prepare: (_run, tools) => (isShown ? tools : []) });
    const [first, other] = [ends.startRun(), ends.startRun()];
    const outcome = await first.call({ id: 'c1', name: 'report', arguments: {} });
    await report.begun();
    isShown = false;
    first.nextStep();
    other.nextStep();
    expect((await first.definitions()).map(({ name }) => name)).toEqual(['task_status', 'task_result', 'task_cancel']);
    expect(await other.definitions()).toEqual([]);
    const { task } = (outcome as { readonly value: BackgroundTask }).value;
    const asked = { id: 'c2', name: 'task_status', arguments: { task } };
    expect(await first.call(asked)).toMatchObject({ status: 'success', value: { status: 'running' } });
    report.end({ pages: 3 });
    await ends.dispose();
  });

  test('leaves its run the tools for tasks if the user loses the permission of its tool', async () => {
    const rights = new Set(['report']);
    const tool = report.tool({ settings: { background: {}, requires: ['report'] } });
    const guarded = open(ledger, [tool], { can: (permission) => rights.has(permission) });
    const run = guarded.startRun();
    const outcome = await run.call({ id: 'c1', name: 'report', arguments: {} });
    await report.begun();
    rights.clear();
    run.nextStep();
    expect((await run.definitions()).map(({ name }) => name)).toEqual(['task_status', 'task_result', 'task_cancel']);
    expect(await guarded.startRun().definitions()).toEqual([]);
    const { task } = (outcome as { readonly value: BackgroundTask }).value;
    const asked = { id: 'c2', name: 'task_status', arguments: { task } };
    expect(await run.call(asked)).toMatchObject({ status: 'retry', text: expect.stringContaining('no task') });
    report.end({ pages: 3 });
    await guarded.dispose();
  });

  test('still checks the result against its own schema', async () => {
    const task = await started(runtime);
    await report.begun();
    report.end({ pages: 'three' });
    expect(await ended(runtime, task)).toMatchObject({
      value: { status: 'failed' },
      text: expect.stringContaining('failed') as unknown,
    });
  });

  test('tells the last progress', async () => {
    const task = await started(runtime);
    const run = await report.begun();
    run.report({ page: 1, of: 3 });
    expect(await call(runtime, 'task_status', { task })).toMatchObject({
      value: { task, tool: 'report', status: 'running', attempts: 1, progress: { page: 1, of: 3 } },
    });
    report.end({ pages: 3 });
    await ended(runtime, task);
  });

  test.each([
    ['keeps', 2000, { progress: 'x'.repeat(1998) }],
    ['ignores', 2001, {}],
  ])('%s progress that is %i characters long as JSON', async (_what, length, expected) => {
    const task = await started(runtime);
    (await report.begun()).report('x'.repeat(length - 2));
    const { value } = (await call(runtime, 'task_status', { task })) as { readonly value: object };
    expect(value).toEqual({
      ...{ task, tool: 'report', status: 'running', attempts: 1, ...expected },
      ...{ createdAt: expect.any(String), updatedAt: expect.any(String) },
    });
    report.end({ pages: 3 });
    await ended(runtime, task);
  });

  test('logs nothing if it succeeds', async () => {
    const lines: unknown[] = [];
    const note = (...line: unknown[]): unknown => lines.push(line);
    await runtime.dispose();
    const logger = { debug: note, info: note, warn: note, error: note };
    runtime = open(ledger, [report.tool()], { observe: { logger } });
    const task = await started(runtime);
    await report.begun();
    report.end({ pages: 3 });
    await ended(runtime, task);
    await runtime.dispose();
    expect(lines).toEqual([]);
  });

  test('reads the dependencies and the user of the run that made the call', async () => {
    const run = runtime.startRun({ userId: 'ann', tenantId: 'acme', deps: { printer: 'p1' }, metadata: { page: 'x' } });
    await run.call({ id: 'c1', name: 'report', arguments: {} });
    await run.end();
    const { userId, tenantId, deps, metadata } = await report.begun();
    expect({ userId, tenantId, deps, metadata }).toEqual({
      userId: 'ann',
      tenantId: 'acme',
      deps: { printer: 'p1' },
      metadata: { page: 'x' },
    });
    report.end({ pages: 1 });
  });

  test('hides the tasks of other users', async () => {
    const task = await started(runtime);
    for (const name of ['task_status', 'task_result', 'task_cancel'])
      expect(await call(runtime, name, { task }, 'eve')).toMatchObject({
        status: 'retry',
        text: expect.stringContaining(`There is no task "${task}".`) as unknown,
      });
    await report.begun();
    report.end({ pages: 1 });
    expect(await ended(runtime, task)).toMatchObject({ value: { status: 'done' } });
  });

  describe('without a user', () => {
    const begin = async (id?: string): Promise<{ readonly task: string; readonly run: Run }> => {
      const run = runtime.startRun(id === undefined ? {} : { id });
      const { value } = (await run.call({ id: 'c', name: 'report', arguments: {} })) as {
        readonly value: BackgroundTask;
      };
      return { task: value.task, run };
    };
    const ask = (run: Run, task: string): Promise<ToolOutcome> =>
      run.call({ id: 'ask', name: 'task_status', arguments: { task } });

    test('hides a task of a run whose id could be a guess from other runs', async () => {
      const { task, run } = await begin('chat-1');
      expect(await ask(runtime.startRun({ id: 'chat-2' }), task)).toMatchObject({ status: 'retry' });
      expect(await ask(run, task)).toMatchObject({ status: 'success' });
      expect(await ask(runtime.startRun({ id: 'chat-1' }), task)).toMatchObject({ status: 'success' });
    });

    test('shows a task to those who know its id, which contains a random UUID', async () => {
      const [{ task }, other] = [await begin(), await begin()];
      expect(await ask(other.run, task)).toMatchObject({ status: 'success', value: { task } });
      expect(task).toMatch(/^c_[0-9a-f]{32}$/);
      expect(other.task.slice(0, 12)).not.toBe(task.slice(0, 12));
    });
  });

  test('`task_result` answers when a call of this process ends, and does not wait for a clock', async () => {
    const task = await started(runtime);
    await report.begun();
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    try {
      const result = ended(runtime, task);
      await new Promise((resolve) => setImmediate(resolve));
      report.end({ pages: 1 });
      expect(await result).toMatchObject({ value: { status: 'done', result: { pages: 1 } } });
    } finally {
      jest.useRealTimers();
    }
  });

  test('keeps rows of other calls from the tools for tasks', async () => {
    await ledger.propose([
      {
        ...{
          turn: '',
          content: '',
          key: 'other',
          runId: 'r',
          callId: 'c',
          tenantId: '',
          userId: 'ann',
          tool: 'pay',
          kind: 'approval' as const,
        },
        ...{
          state: 'awaiting' as const,
          lease: null,
          leaseUntil: null,
          fingerprint: 'f',
          effectKey: 'e',
          request: null,
        },
        ...{ createdAt: 1, expiresAt: null },
        call: JSON.stringify({
          format: 1,
          key: 'other',
          run: { id: 'r', userId: 'ann' },
          id: 'c',
          tool: 'pay',
          definition: '',
          arguments: {},
          effectKey: 'e',
        }),
      },
    ]);
    expect(await call(runtime, 'task_cancel', { task: 'other' })).toMatchObject({ status: 'retry' });
    expect(rowAt(ledger, 'r/c')?.state).toBe('awaiting');
  });

  test('cancels a task in progress, and aborts its signal', async () => {
    const task = await started(runtime);
    const { signal } = await report.begun();
    expect(await call(runtime, 'task_cancel', { task })).toMatchObject({
      value: { task, status: 'running' },
      text: 'The task was told to stop. Ask task_status whether it has.',
    });
    expect(signal.aborted).toBe(true);
    expect(await ended(runtime, task)).toMatchObject({ value: { status: 'cancelled' } });
    expect(await call(runtime, 'task_cancel', { task })).toMatchObject({
      text: 'The task is cancelled.',
    });
  });

  test('starts a cancelled task with an unknown end again, if a person decides so', async () => {
    await runtime.dispose();
    runtime = open(ledger, [report.tool({ settings: { background: {}, effect: {} } })]);
    const task = await started(runtime);
    await report.begun();
    await call(runtime, 'task_cancel', { task });
    expect(await ended(runtime, task)).toMatchObject({ value: { status: 'unknown_outcome' } });
    await runtime.pending.decide(task, decision.again());
    await report.begun(2);
    report.end({ pages: 1 }, 2);
    expect(await ended(runtime, task)).toMatchObject({ value: { status: 'done' } });
  });

  test('cancels a task that has not begun', async () => {
    await runtime.dispose();
    runtime = open(ledger, [report.tool()], { limits: { concurrency: { background: 1 } } });
    const first = await started(runtime);
    await report.begun();
    const second = await started(runtime);
    expect(await call(runtime, 'task_cancel', { task: second })).toMatchObject({ text: 'The task is cancelled.' });
    report.end({ pages: 1 });
    await ended(runtime, first);
    expect(await ended(runtime, second)).toMatchObject({ value: { status: 'cancelled' } });
    expect(report.attempts).toHaveLength(1);
  });

  test('tells the failure of a task', async () => {
    const task = await started(runtime);
    await report.begun();
    report.end(new ModelRetry('The printer is off.'));
    expect(await ended(runtime, task)).toMatchObject({
      value: { task, status: 'failed' },
      text: expect.stringContaining('The printer is off.') as unknown,
    });
  });

  test('answers the same call of a restarted host with the same task', async () => {
    const make = async (): Promise<ToolOutcome> => {
      const run = runtime.startRun({ id: 'run', userId: 'ann' });
      const outcome = await run.call({ id: 'c1', name: 'report', arguments: {} });
      await run.end();
      return outcome;
    };
    await make();
    await report.begun();
    expect(await make()).toMatchObject({ value: { task: keyAt(ledger, 'run/c1'), status: 'running' } });
    report.end({ pages: 1 });
    await ended(runtime, keyAt(ledger, 'run/c1'));
    expect(await make()).toMatchObject({ value: { task: keyAt(ledger, 'run/c1'), status: 'done' } });
    expect(report.attempts).toHaveLength(1);
  });

  test('is refused without a ledger', () => {
    expect(() => createRuntime({ toolsets: toolset('office', [report.tool()]) })).toThrow(
      expect.objectContaining({ code: 'HAFT_INVALID_OPTION' }),
    );
  });

  test('runs the interceptors around its execution once, when it is executed', async () => {
    await runtime.dispose();
    const seen: string[] = [];
    const intercept = async (
      given: { readonly definition: { readonly name: string } },
      next: () => Promise<ToolOutcome>,
    ) => {
      seen.push(given.definition.name);
      return next();
    };
    runtime = open(ledger, [report.tool()], { interceptors: [{ intercept } as never] });
    const run = runtime.startRun({ userId: 'ann' });
    await run.call({ id: 'c1', name: 'report', arguments: {} });
    await run.end();
    await report.begun();
    expect(seen).toEqual(['report']);
    report.end({ pages: 1 });
  });
});

describe('a background call and a crash [NEW-32]', () => {
  test('continues in another process after the first one is gone', async () => {
    const ledger = new MemoryCallLedger();
    const report = new Report();
    const first = open(ledger, [report.tool({ hints: { idempotent: true } })], { durability: { leaseMs: 1000 } });
    const task = await started(first);
    const { idempotencyKey } = await report.begun();
    // A process that is gone renews no lease.
    await first.dispose();
    const row = await rowOfKey(ledger, task);
    expect(row?.state).toBe('running');
    const second = open(over(ledger), [report.tool({ hints: { idempotent: true } })]);
    expect(await second.recover()).toMatchObject({ started: [task], failed: [] });
    const again = await report.begun(2);
    expect(again.idempotencyKey).toBe(idempotencyKey);
    report.end({ pages: 2 }, 2);
    expect(await ended(second, task)).toMatchObject({ value: { status: 'done', result: { pages: 2 } } });
    await second.dispose();
  });

  test('ends a call with effects as unknown, which a person may start again', async () => {
    const ledger = new MemoryCallLedger();
    const report = new Report();
    const tool = report.tool({ settings: { background: {}, effect: {} } });
    const first = open(ledger, [tool], { durability: { leaseMs: 1000 } });
    const task = await started(first);
    await report.begun();
    await first.dispose();
    const second = open(over(ledger), [tool]);
    await second.recover();
    expect(await ended(second, task)).toMatchObject({
      value: { status: 'unknown_outcome' },
      text: expect.stringContaining('It is not known whether report took effect.') as unknown,
    });
    const outcome = await second.pending.decide(task, decision.again());
    expect(outcome).toMatchObject({ status: 'success', value: { task, status: 'queued' } });
    await report.begun(2);
    report.end({ pages: 2 }, 2);
    expect(await ended(second, task)).toMatchObject({ value: { status: 'done' } });
    await second.dispose();
  });

  test('executes a queued call whose process ended before it began', async () => {
    const ledger = new MemoryCallLedger();
    const report = new Report();
    const first = open(ledger, [report.tool()]);
    const task = await started(first);
    await first.dispose();
    expect((await rowOfKey(ledger, task))?.state).toBe('queued');
    const second = open(ledger, [report.tool()]);
    expect(await second.recover({ idleMs: 0 })).toMatchObject({ started: [task] });
    await report.begun();
    report.end({ pages: 1 });
    expect(await ended(second, task)).toMatchObject({ value: { status: 'done' } });
    await second.dispose();
  });
});

describe('a background call of a tool with an executor [NEW-32]', () => {
  const elsewhere = (admit: CallExecutor['admit']) => {
    const [ledger, sent]: [MemoryCallLedger, string[]] = [new MemoryCallLedger(), []];
    const execute = (): never => {
      throw new Error('A background call is handed over.');
    };
    const enqueue = ({ key }: PlainCall, attempt: number): Promise<void> => {
      sent.push(`${key} ${attempt}`);
      return Promise.resolve();
    };
    const executor: CallExecutor = { execute, enqueue, ...(admit && { admit }) };
    const runtime = open(ledger, [new Report().tool()], { durability: { ledger, executor: () => executor } });
    return { ledger, sent, make: () => runtime.startRun({ id: 'run', userId: 'ann' }).call(made) };
  };
  const made = { id: 'c1', name: 'report', arguments: {} };

  test('has the outcome with which the executor refuses it, and no row', async () => {
    const facts = { callId: 'other', tool: 'other', repairs: [] };
    const refusal = { status: 'failed', reason: 'limit', text: 'Too many reports wait.', ...facts } as const;
    const { ledger, sent, make } = elsewhere(() => Promise.resolve(refusal));
    expect(await make()).toMatchObject({ ...refusal, callId: 'c1', tool: 'report' });
    expect([rowAt(ledger, 'run/c1'), sent]).toEqual([undefined, []]);
  });

  test.each<[string, CallExecutor['admit']]>([
    ['takes every call', undefined],
    ['takes it', () => Promise.resolve(undefined)],
    ['cannot say whether it takes it', () => Promise.reject(new Error('Redis is away.'))],
  ])('is handed over once if the executor %s', async (_what, admit) => {
    const { ledger, sent, make } = elsewhere(admit);
    const task = { status: 'success', value: { status: 'queued' } };
    expect([await make(), await make()]).toMatchObject([task, task]);
    expect(sent).toEqual([`${keyAt(ledger, 'run/c1')} 1`]);
  });
});

/** Lets the attempt of a task end so that it is not known whether it took effect. */
async function endUnknown(ledger: MemoryCallLedger, task: string): Promise<void> {
  const row = (await rowOfKey(ledger, task)) as CallRow;
  ledger.start(row, { lease: 'lost', leaseUntil: 1, now: 0 });
  const attempt = { ...row, attempt: row.attempt + 1, lease: 'lost' };
  ledger.settle(attempt, { state: 'unknown_outcome', outcome: '{}', now: 1 });
}

describe('a server that only queues, and a worker [NEW-32]', () => {
  let ledger: MemoryCallLedger;
  let report: Report;
  let server: Runtime;
  let worker: Runtime;
  const pay = defineTool({
    name: 'pay',
    description: 'Pays.',
    parameters: NO_ARGUMENTS,
    execute: () => 'paid',
    settings: { approvals: [true], effect: {} },
  });
  /** An approved call that its process did not execute. */
  const approved = async (): Promise<string> => {
    await call(server, 'pay');
    const [waiting] = (await server.pending.list({ tool: 'pay' })).calls;
    await server.pending.decide(waiting?.key ?? '', decision.approve(), { execute: false });
    return waiting?.key ?? '';
  };

  beforeEach(() => {
    ledger = new MemoryCallLedger();
    report = new Report();
    server = open(ledger, [report.tool(), pay], { limits: { concurrency: { background: 0 } } });
    worker = open(ledger, [report.tool(), pay]);
  });
  afterEach(async () => {
    await server.dispose();
    await worker.dispose();
  });

  test('share the work: the worker executes, and the server has progress and result', async () => {
    const task = await started(server);
    expect(await server.recover({ idleMs: 0 })).toMatchObject({ started: [], ended: [], failed: [] });
    expect((await rowOfKey(ledger, task))?.state).toBe('queued');
    expect(await worker.recover({ calls: 'background', idleMs: 0 })).toMatchObject({ started: [task] });
    (await report.begun()).report({ page: 1 });
    expect(await call(server, 'task_status', { task })).toMatchObject({
      value: { status: 'running', progress: { page: 1 } },
    });
    report.end({ pages: 3 });
    expect(await ended(server, task)).toMatchObject({ value: { status: 'done', result: { pages: 3 } } });
  });

  test('divide what recover() finds: the worker leaves other calls, the server background calls', async () => {
    const task = await started(server);
    const payment = await approved();
    expect(await worker.recover({ calls: 'background', idleMs: 0, limit: 1 })).toMatchObject({
      started: [task],
      ended: [],
    });
    expect((await rowOfKey(ledger, payment))?.state).toBe('approved');
    await report.begun();
    report.end({ pages: 1 });
    await ended(worker, task);
    for (const id of ['a', 'b', 'c']) {
      const run = server.startRun({ id });
      await run.call({ id: 'c1', name: 'report', arguments: {} });
      await run.end();
    }
    const second = await approved();
    const { ended: paid } = await server.recover({ idleMs: 0, limit: 2 });
    expect(paid).toEqual([payment, second]);
  });

  test('reach a call behind 2,500 calls that are for workers', async () => {
    const queued = (await rowOfKey(ledger, await started(server))) as CallRow;
    const copy = (index: number): ProposedCall => {
      const key = `${queued.key}${index}`;
      return { ...queued, state: 'queued', key, call: queued.call.replace(queued.key, key) };
    };
    ledger.propose(Array.from({ length: 2_500 }, (_, index) => copy(index)));
    const payment = await approved();
    const rounds: (readonly string[])[] = [];
    for (let round = 0; round < 5; round++) rounds.push((await server.recover({ idleMs: 0 })).ended);
    expect(rounds).toEqual([[], [], [payment], [], []]);
    const next = await approved();
    expect((await server.recover({ idleMs: 0 })).ended).toEqual([next]);
  });

  test('reach a background call behind 2,500 calls that are not for workers', async () => {
    const queued = (await rowOfKey(ledger, await approved())) as CallRow;
    const copies = Array.from({ length: 2_500 }, (_, index) => `other-${index}`);
    ledger.propose(copies.map((key) => ({ ...queued, state: 'queued', kind: 'program', request: null, key })));
    const task = await started(server);
    expect(await worker.recover({ calls: 'background', idleMs: 0 })).toMatchObject({ started: [task], failed: [] });
    (await report.begun()).report({ page: 1 });
    report.end({ pages: 1 });
    expect(await ended(worker, task)).toMatchObject({ value: { status: 'done' } });
  });

  test('leave no listener on the signal of a worker that executed a call', async () => {
    const row = await rowOfKey(ledger, await started(server));
    const { signal } = new AbortController();
    const executed = worker.executeCall(JSON.parse(row?.call ?? '') as PlainCall, { signal });
    await report.begun();
    report.end({ pages: 1 });
    expect(await executed).toMatchObject({ status: 'success', value: { pages: 1 } });
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  test('leave a call with an unknown end, which a person starts again, to the worker', async () => {
    const task = await started(server);
    await endUnknown(ledger, task);
    expect(await server.pending.decide(task, decision.again())).toMatchObject({
      text: `Started as task ${task}. Ask task_status for its progress.`,
      value: { task, status: 'queued' },
    });
    expect(await worker.recover({ calls: 'background', idleMs: 0 })).toMatchObject({ started: [task] });
    await report.begun();
    report.end({ pages: 1 });
    expect(await ended(server, task)).toMatchObject({ value: { status: 'done' } });
  });

  test('leave a changed row to the process that recovers all calls', async () => {
    const task = await started(server);
    const row = await rowOfKey(ledger, task);
    const changed = open(
      Object.assign(Object.create(ledger) as CallLedger, {
        abandoned: () => [{ ...row, call: '{}' }],
      }),
      [report.tool()],
    );
    expect(await changed.recover({ calls: 'background', idleMs: 0 })).toMatchObject({ started: [], failed: [] });
    expect(await changed.recover({ idleMs: 0 })).toMatchObject({ started: [], failed: [{ key: task }] });
    await changed.dispose();
  });
});

describe('a background call and approvals [NEW-32]', () => {
  test('is queued by the approval, and not before', async () => {
    const ledger = new MemoryCallLedger();
    const report = new Report();
    const runtime = open(ledger, [report.tool({ settings: { background: {}, approvals: [true] } })]);
    const run = runtime.startRun({ id: 'run', userId: 'ann' });
    expect(await run.call({ id: 'c1', name: 'report', arguments: {} })).toMatchObject({ status: 'deferred' });
    await run.end();
    const { calls } = await runtime.pending.list();
    const outcome = await runtime.pending.decide(calls[0]?.key ?? '', decision.approve());
    expect(outcome).toMatchObject({ status: 'success', value: { task: keyAt(ledger, 'run/c1') } });
    const { approval } = await report.begun();
    expect(approval).toBeDefined();
    report.end({ pages: 1 });
    expect(await ended(runtime, keyAt(ledger, 'run/c1'))).toMatchObject({ value: { status: 'done' } });
    await runtime.dispose();
  });

  test('answers a resumed run with the task', async () => {
    const ledger = new MemoryCallLedger();
    const report = new Report();
    const runtime = open(ledger, [report.tool({ settings: { background: {}, approvals: [true] } })]);
    const run = runtime.startRun({ id: 'run', userId: 'ann' });
    const deferred = await run.call({ id: 'c1', name: 'report', arguments: {} });
    if (deferred.status !== 'deferred') throw new Error(deferred.text);
    const pending = run.pending();
    await run.end();
    const { outcomes } = await runtime.resumeRun(pending, { [deferred.request.id]: decision.approve() });
    expect(outcomes).toMatchObject([{ status: 'success', value: { task: keyAt(ledger, 'run/c1'), status: 'queued' } }]);
    await report.begun();
    report.end({ pages: 1 });
    await runtime.dispose();
  });
});

describe('run.enqueue [NEW-32]', () => {
  test('executes any tool in the background, after the same checks', async () => {
    const ledger = new MemoryCallLedger();
    const report = new Report();
    const runtime = open(ledger, [report.tool({ settings: {} })]);
    const run = runtime.startRun({ id: 'run' });
    expect(await run.enqueue({ id: 'bad', name: 'report', arguments: { no: 1 } })).toMatchObject({ status: 'retry' });
    const outcome = await run.enqueue({ id: 'c1', name: 'report', arguments: {} });
    expect(outcome).toMatchObject({
      value: { task: keyAt(ledger, 'run/c1'), status: 'queued' },
      text: `Started as task ${keyAt(ledger, 'run/c1')}.`,
    });
    await run.end();
    await report.begun();
    report.end({ pages: 1 });
    while ((await runtime.pending.get(keyAt(ledger, 'run/c1')))?.state !== 'done')
      await new Promise((resolve) => setTimeout(resolve, 5));
    expect((await runtime.pending.get(keyAt(ledger, 'run/c1')))?.outcome).toMatchObject({ value: { pages: 1 } });
    await runtime.dispose();
  });

  test('throws without a ledger', async () => {
    const runtime = createRuntime({ toolsets: toolset('office', [new Report().tool({ settings: {} })]) });
    const run = runtime.startRun();
    await expect(run.enqueue({ name: 'report', arguments: {} })).rejects.toMatchObject({ code: 'HAFT_INVALID_OPTION' });
    await run.end();
  });
});

/** The ledger as seen after all its leases are over. */
function over(ledger: CallLedger): CallLedger {
  const late = Object.create(ledger) as CallLedger;
  late.start = (key, options) => ledger.start(key, { ...options, now: options.now + 60_000 });
  late.abandoned = (options) => ledger.abandoned({ ...options, now: options.now + 60_000 });
  return late;
}

function ignore(): void {
  // Silent.
}
