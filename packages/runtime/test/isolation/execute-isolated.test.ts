import { jest } from '@jest/globals';
import { Isolated, Timeout, Tool, Toolset, type FailedOutcome, type Interceptor, type RunContext } from '@haft/core';
import {
  createRuntime,
  type IsolationOptions,
  type RunEvent,
  type Runtime,
  type RuntimeOptions,
} from '../../src/index.js';
import { quietLogger } from '../support/quiet-logger.js';
import { reflect } from '../support/reflect.js';
import { until, withFakeClock } from '../support/turns.js';

@Toolset()
@Isolated()
@Timeout(60_000)
class Lab {
  @Tool() square(_x: number): never {
    throw new Error('not in this thread');
  }
  @Tool() @Timeout(200) spin(): void {}
  @Tool() exit(): void {}
  @Tool() crash(): void {}
  @Tool() ask(): void {}
  @Tool() stop(): void {}
  @Tool() unsendable(): void {}
  @Tool() told(): void {}
  @Tool() mapped(): void {}
}
const lab = reflect(Lab, {
  square: { parameters: { x: { type: 'number' } } },
  spin: {},
  exit: {},
  crash: {},
  ask: {},
  stop: {},
  unsendable: {},
  told: {},
  mapped: {},
});

const module = new URL('../fixtures/worker-runtime.mjs', import.meta.url).href;
let runtime: Runtime;
let events: RunEvent[] = [];

function start(isolation: Partial<IsolationOptions> = {}, more: RuntimeOptions = {}): Runtime {
  events = [];
  runtime = createRuntime({
    toolsets: [lab, new Lab()],
    isolation: { module, threads: 1, ...isolation },
    ...more,
    observe: { logger: quietLogger(), onEvent: (event) => events.push(event), ...more.observe },
  }) as Runtime;
  return runtime;
}
afterEach(() => runtime.dispose());

const progress = () => events.map((event) => (event.type === 'progress' ? event.progress : event.type));

test('an isolated tool runs in another thread, with the facts of its run', async () => {
  const outcome = await start()
    .startRun({ id: 'r1', userId: 'ada' })
    .call({ id: 'c1', name: 'square', arguments: '{"x":7}' });
  expect(outcome).toMatchObject({ status: 'success', callId: 'c1', value: { squared: 49, userId: 'ada' } });
  expect(events).toEqual([
    { at: expect.any(Number), type: 'progress', runId: 'r1', callId: 'c1', tool: 'square', progress: 'half' },
  ]);
});

test('a thread receives the dependencies that `isolation.deps` selects, and the budgets of the run', async () => {
  const options = { deps: (run: RunContext) => ({ tenant: (run.deps as { tenant: string }).tenant }) };
  const run = start(options).startRun({ deps: { tenant: 'acme', connection: () => 'not sendable' }, retries: 1 });
  await run.call({ name: 'ask' });
  const { value } = (await run.call({ id: 'c2', name: 'told' })) as { value?: unknown };
  expect(value).toMatchObject({
    deps: { tenant: 'acme' },
    facts: { attempt: 0, maxRetries: 1, usage: { calls: 2, toolCalls: 1 }, idempotencyKey: expect.any(String) },
  });
});

test('an error that the thread maps is an event, and the cause of the outcome [ERR-11]', async () => {
  const outcome = await start().startRun({ id: 'r1' }).call({ id: 'c1', name: 'mapped' });
  expect(outcome).toMatchObject({ status: 'failed', text: 'Too far.' });
  expect((outcome as FailedOutcome).cause).toMatchObject({ name: 'RangeError', message: 'r' });
  expect(events).toContainEqual(expect.objectContaining({ type: 'mapped', callId: 'c1', status: 'failed' }));
});

test('dependencies that no thread can be sent are a mistake of the developer', async () => {
  const run = start({ deps: (run) => run.deps }).startRun({ deps: { connection: () => 'not sendable' } });
  await expect(run.call({ name: 'square', arguments: { x: 1 } })).rejects.toMatchObject({
    code: 'HAFT_ISOLATION',
    message: expect.stringContaining("The run of 'square' cannot be sent to a worker thread"),
  });
});

test('arguments are checked before, and interceptors are here', async () => {
  const log: unknown[] = [];
  const logging: Interceptor = {
    intercept: (call, next) => {
      log.push(call.arguments);
      return next();
    },
  };
  const run = start({}, { interceptors: [logging] }).startRun();
  expect((await run.call({ name: 'square', arguments: { x: 'seven' } })).status).toBe('retry');
  expect((await run.call({ name: 'square', arguments: { x: 7 } })).status).toBe('success');
  expect(log).toEqual([{ x: 7 }]);
});

test('a loop that never ends is stopped at its deadline, and the thread is replaced [NEW-18]', async () => {
  const run = start().startRun();
  await run.call({ name: 'square', arguments: { x: 1 } });
  const calls = await withFakeClock(async () => {
    const spinning = run.call({ name: 'spin' });
    const waiting = run.call({ name: 'square', arguments: { x: 3 } });
    await until(() => progress().includes('begun'));
    jest.advanceTimersByTime(200);
    return Promise.all([spinning, waiting]);
  });
  expect(calls).toMatchObject([
    { status: 'failed', reason: 'timeout', text: 'Timed out after 0.2 seconds.' },
    { status: 'success', value: { squared: 9 } },
  ]);
  expect(progress()).toEqual(['half', 'begun', 'half']);
});

test('a loop that never ends is stopped when the run is cancelled', async () => {
  const run = start().startRun();
  const { status } = await withFakeClock(async () => {
    const spinning = run.call({ name: 'spin' });
    await until(() => progress().includes('begun'));
    run.cancel();
    return spinning;
  });
  expect(status).toBe('interrupted');
});

test.each(['exit', 'crash'])(
  'a thread that ends by %s leaves its call unknown, and the next call gets a new one',
  async (name) => {
    const run = start().startRun();
    expect(await run.call({ name })).toMatchObject({ status: 'failed', reason: 'unknown' });
    expect((await run.call({ name: 'square', arguments: { x: 2 } })).status).toBe('success');
  },
);

test('a retry prompt of the tool uses up the budget here', async () => {
  const run = start().startRun({ retries: 1 });
  expect(await run.call({ name: 'ask' })).toMatchObject({
    status: 'retry',
    text: 'Say please.\n\nFix the errors and try again.',
  });
  expect(await run.call({ name: 'ask' })).toMatchObject({
    status: 'failed',
    text: "Tool 'ask' failed 2 times. Send other arguments or stop. Last problem: Say please.",
  });
});

test('a run that is stopped there is stopped here', async () => {
  const run = start().startRun();
  await run.call({ name: 'stop' });
  expect(await run.call({ name: 'ask' })).toMatchObject({ reason: 'halted', text: 'The run was stopped: Enough.' });
});

test('a value that cannot be sent is a failure that says that the tool ran', async () => {
  expect(await start().startRun().call({ name: 'unsendable' })).toMatchObject({ status: 'failed', reason: 'result' });
});

test('without a module, createRuntime throws, and a module without a runtime is a mistake of the developer', async () => {
  start();
  expect(() => createRuntime({ toolsets: lab })).toThrow(
    expect.objectContaining({
      code: 'HAFT_ISOLATION',
      message: "'square' is @Isolated, and no module for worker threads is given.",
    }),
  );
  await runtime.dispose();
  await expect(start({ export: 'engine' }).startRun().call({ name: 'ask' })).rejects.toMatchObject({
    code: 'HAFT_ISOLATION',
  });
  await runtime.dispose();
  await expect(start({ module: 'file:///no/such.mjs' }).startRun().call({ name: 'ask' })).rejects.toMatchObject({
    code: 'HAFT_ISOLATION',
  });
});
