import { ApprovalRequired, CallSuspended, type RunContext } from '@haft/core';
import {
  createRuntime,
  decision,
  defineTool,
  toolset,
  type AnyTool,
  type BackgroundTask,
  type CallLedger,
  type Runtime,
  type RunOptions,
  type RuntimeOptions,
  type Task,
} from '@haft/runtime';
import { MemoryCallLedger } from '../../src/index.js';
import { NO_ARGUMENTS, payTool } from './pay-tool.js';

const ann = { userId: 'ann' };

describe('runtime.tasks [NEW-39]', () => {
  test('returns progress while a task is in progress, and then its outcome', async () => {
    const [begun, written] = [signal(), signal()];
    const runtime = open(new MemoryCallLedger(), [
      background('report', async (run) => {
        run.report({ page: 2 });
        begun.give();
        await written.given;
        return { pages: 3 };
      }),
    ]);
    const key = await start(runtime, 'report');
    await begun.given;
    expect(await runtime.tasks.get(key, ann)).toMatchObject({
      ...{ key, tool: 'report', state: 'running', attempts: 1, progress: { page: 2 }, requests: [] },
    });
    written.give();
    expect(await ended(runtime, key)).toMatchObject({ state: 'done', outcome: { value: { pages: 3 } } });
  });

  test('returns an open request, and a decision continues the task in the background', async () => {
    const paid: unknown[] = [];
    const runtime = open(new MemoryCallLedger(), [background('pay', (run) => pay(run, paid))]);
    const key = await start(runtime, 'pay');
    const { requests } = await until(runtime, key, ({ state }) => state === 'awaiting');
    expect(requests).toMatchObject([{ key, request: { kind: 'approval', tool: 'pay' } }]);
    const id = requests[0]?.request?.id ?? '';
    expect(await runtime.tasks.decide(key, id, decision.approve(), ann)).toMatchObject({ requests: [] });
    expect(await ended(runtime, key)).toMatchObject({ state: 'done', outcome: { value: 'paid' } });
    await expect(runtime.tasks.decide(key, id, decision.approve(), ann)).rejects.toMatchObject({
      code: 'HAFT_UNKNOWN_DECISION',
    });
    expect(paid).toHaveLength(1);
  });

  test('returns the request of an inner call, and its end continues the task', async () => {
    const paid: unknown[] = [];
    const runtime = open(new MemoryCallLedger(), [program(), payTool(paid)]);
    const key = await start(runtime, 'program');
    const { requests } = await until(runtime, key, ({ state }) => state === 'awaiting');
    expect(requests).toMatchObject([{ tool: 'pay', request: { kind: 'approval' } }]);
    const status = await call(runtime, 'task_status', { task: key });
    expect(status).toMatchObject({ value: { status: 'awaiting', waitsFor: [{ kind: 'approval', tool: 'pay' }] } });
    await runtime.tasks.decide(key, requests[0]?.request?.id ?? '', decision.approve(), ann);
    expect(await ended(runtime, key)).toMatchObject({ state: 'done', outcome: { value: 'read: paid' } });
    expect(paid).toHaveLength(1);
  });

  test('continues a task whose inner call was decided while its method was still in progress', async () => {
    const [asked, goOn, paid] = [signal(), signal(), [] as unknown[]];
    const tool = program(async () => {
      asked.give();
      await goOn.given;
    });
    const runtime = open(new MemoryCallLedger(), [tool, payTool(paid)]);
    const key = await start(runtime, 'program');
    await asked.given;
    const { requests } = (await runtime.tasks.get(key, ann)) as Task;
    await runtime.tasks.decide(key, requests[0]?.request?.id ?? '', decision.approve(), ann);
    while ((await runtime.pending.get(requests[0]?.key ?? ''))?.state !== 'done') await new Promise(setImmediate);
    // The process looks at the outer call when the inner one has ended.
    await new Promise(setImmediate);
    goOn.give();
    expect(await ended(runtime, key)).toMatchObject({ state: 'done', outcome: { value: 'read: paid' } });
    expect(paid).toHaveLength(1);
  });

  test('rejects a decision of the wrong form, and leaves the request open', async () => {
    const runtime = open(new MemoryCallLedger(), [background('pay', (run) => pay(run, []))]);
    const key = await start(runtime, 'pay');
    const { requests } = await until(runtime, key, ({ state }) => state === 'awaiting');
    const supply = decision.supply({ amount: 1 });
    await expect(runtime.tasks.decide(key, requests[0]?.request?.id ?? '', supply, ann)).rejects.toMatchObject({
      code: 'HAFT_WRONG_DECISION_KIND',
    });
    expect(await runtime.tasks.get(key, ann)).toMatchObject({ state: 'awaiting', requests: [{ key }] });
  });

  test.each([
    ['the reason of its signal', 'cancelled', ({ reason }: AbortSignal) => reason as Error],
    ['an AbortError, as `fetch` does', 'cancelled', () => errorNamed('AbortError')],
    ['another error', 'unknown_outcome', () => errorNamed('TypeError')],
  ])('aborts the signal of a cancelled task: if it throws %s, it ends as %s', async (_what, state, error) => {
    const begun = signal();
    const runtime = open(new MemoryCallLedger(), [
      background('wait', async ({ signal: stop }) => {
        begun.give();
        await new Promise((resolve) => {
          stop.addEventListener('abort', resolve);
        });
        throw error(stop);
      }),
    ]);
    const key = await start(runtime, 'wait');
    await begun.given;
    await runtime.tasks.cancel(key, ann);
    const status = state === 'cancelled' ? 'interrupted' : 'failed';
    expect(await ended(runtime, key)).toMatchObject({ state, outcome: { status } });
    expect(await runtime.tasks.cancel(key, ann)).toMatchObject({ state });
  });

  test.each([
    ['has an effect', { settings: { background: {}, effect: {} } }],
    ['is idempotent', { settings: { background: {} }, hints: { idempotent: true } }],
  ])('does not know the end of a cancelled task that stops as it was told, if its tool %s', async (_what, own) => {
    const begun = signal();
    const tool = defineTool({
      ...{ name: 'wait', description: 'Waits.', parameters: NO_ARGUMENTS, ...own },
      execute: (_args: object, { signal: stop }: RunContext) => {
        begun.give();
        return new Promise((_resolve, reject) => {
          stop.addEventListener('abort', () => {
            reject(stop.reason as Error);
          });
        });
      },
    });
    const runtime = open(new MemoryCallLedger(), [tool]);
    const key = await start(runtime, 'wait');
    await begun.given;
    await runtime.tasks.cancel(key, ann);
    expect(await ended(runtime, key)).toMatchObject({ state: 'unknown_outcome' });
  });

  test('hides tasks of other users, in all methods', async () => {
    const runtime = open(new MemoryCallLedger(), [background('report', () => 'done')]);
    const key = await start(runtime, 'report');
    const eve = { userId: 'eve' };
    expect(await runtime.tasks.get(key, eve)).toBeUndefined();
    expect(await runtime.tasks.get(key, { ...ann, tenantId: 'other' })).toBeUndefined();
    expect(await runtime.tasks.cancel(key, eve)).toBeUndefined();
    expect(await runtime.tasks.decide(key, 'any', decision.deny(), eve)).toBeUndefined();
    expect(await runtime.tasks.get('no such key', ann)).toBeUndefined();
  });

  test('hides a task from its user if the permission for the tool is gone', async () => {
    const tool = background('report', () => 'done', ['reports']);
    const runtime = open(new MemoryCallLedger(), [tool]);
    const key = await start(runtime, 'report', { ...ann, permissions: ['reports'] });
    expect(await runtime.tasks.get(key, { ...ann, permissions: [] })).toBeUndefined();
    expect(await runtime.tasks.cancel(key, { ...ann, permissions: [] })).toBeUndefined();
    expect(await runtime.tasks.get(key, { ...ann, permissions: ['reports'] })).toMatchObject({ key });
  });

  test('takes a run as the owner, and leaves it open', async () => {
    const runtime = open(new MemoryCallLedger(), [background('report', () => 'done')]);
    const run = runtime.startRun({ id: 'chat-1' });
    const { value } = (await run.call({ id: 'c', name: 'report', arguments: {} })) as { value: BackgroundTask };
    expect(await runtime.tasks.get(value.task, run)).toMatchObject({ key: value.task });
    expect(await run.definitions()).not.toHaveLength(0);
    // Without a user, the id of this run could be a guess.
    expect(await runtime.tasks.get(value.task, {})).toBeUndefined();
    expect(await runtime.tasks.get(value.task, { id: 'chat-1' })).toMatchObject({ key: value.task });
  });

  test('needs a ledger, and an owner', () => {
    expect(() => createRuntime({ toolsets: toolset('t', []) }).tasks).toThrow(/runtime.tasks needs a ledger/);
    const runtime = open(new MemoryCallLedger(), [background('report', () => 'done')]);
    return expect(runtime.tasks.get('key', 'ann' as never)).rejects.toMatchObject({ code: 'HAFT_INVALID_OPTION' });
  });
});

function open(ledger: CallLedger, tools: readonly AnyTool[], options: RuntimeOptions = {}): Runtime {
  const logger = { debug: ignore, info: ignore, warn: ignore, error: ignore };
  return createRuntime({ toolsets: toolset('office', tools), ...options, durability: { ledger }, observe: { logger } });
}

function background(name: string, execute: (run: RunContext) => unknown, requires: readonly string[] = []) {
  return defineTool({
    name,
    description: 'Works for long.',
    parameters: NO_ARGUMENTS,
    settings: { background: {}, ...(requires.length === 0 ? {} : { requires }) },
    execute: (_args: object, run: RunContext) => execute(run),
  });
}

/** Pays after an approval that the method asks for. */
function pay(run: RunContext, paid: unknown[]): string {
  if (run.approval === undefined) throw new ApprovalRequired({ cents: 5 });
  paid.push(run.callId);
  return 'paid';
}

/** @param work - other work after the inner call has asked */
function program(work: () => Promise<void> = () => Promise.resolve()) {
  return background('program', async (run) => {
    const [known] = Object.values(run.calls.resumed?.outcomes ?? {});
    const outcome = known ?? (await run.calls.call({ id: 'inner', name: 'pay', arguments: {} }));
    if (outcome.status === 'deferred') {
      await work();
      throw new CallSuspended({ state: {}, waits: [outcome] });
    }
    return `read: ${outcome.text}`;
  });
}

async function start(runtime: Runtime, name: string, options: RunOptions = ann): Promise<string> {
  const run = runtime.startRun(options);
  const outcome = await run.call({ id: `call_${name}`, name, arguments: {} });
  await run.end();
  if (outcome.status !== 'success') throw new Error(outcome.text);
  return (outcome.value as BackgroundTask).task;
}

async function call(runtime: Runtime, name: string, args: object) {
  const run = runtime.startRun(ann);
  const outcome = await run.call({ id: 'asks', name, arguments: args as never });
  await run.end();
  return outcome;
}

/** Returns a task when it fits. The tasks here take a few turns of the event loop. */
async function until(runtime: Runtime, key: string, isOver: (task: Task) => boolean): Promise<Task> {
  for (let turn = 0; turn < 20_000; turn++) {
    const task = await runtime.tasks.get(key, ann);
    if (task === undefined) throw new Error(`There is no task ${key}.`);
    if (isOver(task)) return task;
    await new Promise(setImmediate);
  }
  throw new Error(`It stays so: ${JSON.stringify(await runtime.tasks.get(key, ann))}`);
}

function ended(runtime: Runtime, key: string): Promise<Task> {
  return until(runtime, key, ({ outcome }) => outcome !== undefined);
}

function errorNamed(name: string): Error {
  return Object.assign(new Error('It stopped.'), { name });
}

function signal(): { readonly given: Promise<void>; readonly give: () => void } {
  let give = (): void => undefined;
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give };
}

function ignore(): void {
  // The tests look at tasks.
}
