import { jest } from '@jest/globals';
import { RunContext, Timeout, Tool, Toolset, type ToolOutcome } from '@haft/core';
import {
  CallStopped,
  createRuntime,
  policy,
  type Run,
  type RunEvent,
  type RunOptions,
  type RuntimeOptions,
} from '../../src/index.js';
import { quietLogger } from '../support/quiet-logger.js';
import { reflect } from '../support/reflect.js';
import { turn, until, withFakeClock } from '../support/turns.js';

@Toolset()
class Slow {
  signals: AbortSignal[] = [];
  started = 0;

  @Tool()
  @Timeout(100)
  never(): Promise<never> {
    this.started++;
    return new Promise(() => undefined);
  }

  @Tool()
  @Timeout(100)
  quick(): string {
    this.started++;
    return 'done';
  }

  @Tool()
  patient(): Promise<never> {
    this.started++;
    return new Promise(() => undefined);
  }

  @Tool()
  @Timeout(20)
  async rejectsLate(run: RunContext): Promise<never> {
    await new Promise((resolve) => setTimeout(resolve, 40));
    throw new Error(`late ${run.callId}`);
  }

  @Tool()
  async watch(run: RunContext): Promise<string> {
    this.signals.push(run.signal);
    await new Promise((resolve) => run.signal.addEventListener('abort', resolve));
    return 'stopped';
  }

  @Tool()
  async ownTimeout(): Promise<never> {
    throw new DOMException('The database took too long.', 'TimeoutError');
  }

  @Tool()
  async deadline(run: RunContext): Promise<(number | undefined)[]> {
    const first = run.deadline;
    await new Promise((resolve) => setTimeout(resolve, 10));
    return [first, run.deadline];
  }

  @Tool()
  @Timeout(60)
  async *gush(): AsyncGenerator<number, string> {
    for (let i = 0; i < 1e9; i++) yield i;
    return 'never';
  }

  @Tool()
  flood(): AsyncGenerator<number, string> {
    return this.gush();
  }
}

const withRun = { parameters: { run: {} } };
const slow = reflect(Slow, {
  never: {},
  quick: {},
  patient: {},
  rejectsLate: withRun,
  watch: withRun,
  ownTimeout: {},
  deadline: withRun,
  gush: {},
  flood: {},
});

function start(options: RunOptions = {}, more: RuntimeOptions = {}): { run: Run; toolset: Slow; events: RunEvent[] } {
  const toolset = new Slow();
  const events: RunEvent[] = [];
  const runtime = createRuntime({
    toolsets: [slow, toolset],
    ...more,
    observe: { logger: quietLogger(), onEvent: (event) => events.push(event), ...more.observe },
    limits: { concurrency: { runtime: 100_000 }, ...more.limits },
  });
  return { run: runtime.startRun(options) as Run, toolset, events };
}

const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

test('10,000 calls that never settle are all answered at their deadline [TIME-1]', async () => {
  const { run, toolset } = start();
  const outcomes = await withFakeClock(async () => {
    const calls = many(10_000, () => run.call('never', {}));
    await until(() => toolset.started === 10_000);
    jest.advanceTimersByTime(100);
    return Promise.all(calls);
  });
  expect(toolset.started).toBe(10_000);
  expect(
    outcomes.every((outcome) => outcome.status === 'failed' && outcome.text === 'Timed out after 0.1 seconds.'),
  ).toBe(true);
});

test('calls that wait for room are answered at their deadline too [CONC-2]', async () => {
  const { run, toolset } = start({}, { limits: { concurrency: { runtime: 3 } } });
  const outcomes = await withFakeClock(async () => {
    const calls = many(100, () => run.call('never', {}));
    await until(() => toolset.started === 3);
    jest.advanceTimersByTime(100);
    return Promise.all(calls);
  });
  expect(outcomes.every((outcome) => outcome.status === 'failed')).toBe(true);
  expect(toolset.started).toBe(3);
  expect(await run.call('own_timeout', {})).toMatchObject({ reason: 'exception' });
});

test('0 of 1,000 cancelled calls report success, and every signal is aborted at once', async () => {
  const { run, toolset } = start();
  const calls = many(1000, () => run.call('watch', {}));
  await until(() => toolset.signals.length === 1000);
  run.cancel('Changed my mind.');
  expect(toolset.signals.every((signal) => signal.aborted)).toBe(true);
  const outcomes = await Promise.all(calls);
  expect(outcomes.filter(({ status }) => status !== 'interrupted')).toEqual([]);
});

test('a result that comes after cancellation is dropped and recorded', async () => {
  const { run, toolset, events } = start();
  const call = run.call({ id: 'c1', name: 'watch' });
  await until(() => toolset.signals.length === 1);
  run.cancel();
  expect((await call).status).toBe('interrupted');
  await until(() => events.length > 0);
  expect(events).toEqual([
    { at: expect.any(Number), type: 'late', runId: run.id, callId: 'c1', tool: 'watch', status: 'success' },
  ]);
});

test('a tool that rejects after its deadline causes no unhandled rejection', async () => {
  const unhandled = jest.fn();
  process.on('unhandledRejection', unhandled);
  const { run, events } = start();
  await withFakeClock(async () => {
    const call = run.call('rejects_late', {});
    await turn();
    jest.advanceTimersByTime(20);
    expect(await call).toMatchObject({ reason: 'timeout' });
    jest.advanceTimersByTime(20);
    await until(() => events.length > 0);
  });
  await turn();
  process.off('unhandledRejection', unhandled);
  expect(unhandled).not.toHaveBeenCalled();
  expect(events).toMatchObject([{ type: 'late', status: 'failed' }]);
});

test('the signal given to the run reaches the tool, with its reason as the cause', async () => {
  const controller = new AbortController();
  const { run, toolset } = start({ signal: controller.signal });
  const call = run.call('watch', {});
  await until(() => toolset.signals.length === 1);
  const reason = new Error('The user left.');
  controller.abort(reason);
  expect((await call).status).toBe('interrupted');
  expect(toolset.signals[0]?.reason).toBeInstanceOf(CallStopped);
  expect(toolset.signals[0]?.reason).toMatchObject({ why: 'cancelled', cause: reason });
});

test('a run whose signal is aborted already makes no calls', async () => {
  const { run, toolset } = start({ signal: AbortSignal.abort() });
  expect((await run.call('never', {})).status).toBe('interrupted');
  expect(toolset.started).toBe(0);
});

test('no listener stays on the signal of a run that ended', async () => {
  const controller = new AbortController();
  const add = jest.spyOn(controller.signal, 'addEventListener');
  const remove = jest.spyOn(controller.signal, 'removeEventListener');
  for (const _ of many(10, String)) await start({ signal: controller.signal }).run.end();
  expect(remove).toHaveBeenCalledTimes(add.mock.calls.length);
});

test('one signal for many runs and calls causes no leak warning of Node', async () => {
  const warnings: string[] = [];
  const listen = ({ message }: Error): void => void warnings.push(message);
  process.on('warning', listen);
  const { signal } = new AbortController();
  const started = many(20, () => start({ signal }));
  const own = new AbortController();
  const calls = started.map(({ run }) => run.call({ name: 'watch' }, { signal: own.signal }));
  await until(() => started.every(({ toolset }) => toolset.signals.length === 1));
  own.abort();
  for (const outcome of await Promise.all(calls)) expect(outcome.status).toBe('interrupted');
  await turn();
  process.off('warning', listen);
  expect(warnings).toEqual([]);
});

test("a tool's own time-out is its own exception [TIME-2]", async () => {
  expect(await start().run.call('own_timeout', {})).toMatchObject({ status: 'failed', reason: 'exception' });
});

test('the deadline that a tool reads is near and does not move', async () => {
  await withFakeClock(async () => {
    const { run } = start({}, { limits: { timeoutMs: 10_000 } });
    const begin = Date.now();
    const call = run.call('deadline', {});
    await turn();
    jest.advanceTimersByTime(10);
    const [first, second] = ((await call) as ToolOutcome & { value: number[] }).value;
    expect(second).toBe(first);
    expect(first).toBeGreaterThanOrEqual(begin + 10_000);
    expect(first).toBeLessThanOrEqual(begin + 10_250);
  });
});

test('a generator that never waits is ended at its deadline, and lets others have their turn', async () => {
  const { run } = start();
  let turns = 0;
  // Only the real clock shows that timers get their turn. This one is due before the deadline.
  const others = setInterval(() => turns++, 1);
  expect(await run.call('gush', {})).toMatchObject({ status: 'failed', reason: 'timeout' });
  clearInterval(others);
  expect(turns).toBeGreaterThan(0);
});

test('a generator that never waits is ended when its run is cancelled', async () => {
  const { run } = start();
  const call = run.call('flood', {});
  await turn();
  await turn();
  run.cancel();
  expect(await call).toMatchObject({ status: 'interrupted' });
});

test('a long deadline is kept by the coarse timer', async () => {
  jest.useFakeTimers();
  try {
    const { run } = start({}, { limits: { timeoutMs: 6000 } });
    const call = run.call('patient', {});
    let outcome: ToolOutcome | undefined;
    void call.then((one) => (outcome = one));
    await jest.advanceTimersByTimeAsync(5999);
    expect(outcome).toBeUndefined();
    await jest.advanceTimersByTimeAsync(252);
    expect(outcome).toMatchObject({ text: 'Timed out after 6 seconds.' });
    await jest.advanceTimersByTimeAsync(600);
    expect(jest.getTimerCount()).toBe(0);
  } finally {
    jest.useRealTimers();
  }
});

test('the end of a run interrupts its calls and leaves those of others', async () => {
  const { run, toolset } = start();
  const call = run.call('watch', {});
  await until(() => toolset.signals.length === 1);
  await run.end();
  expect((await call).status).toBe('interrupted');
  expect(toolset.signals[0]?.reason).toMatchObject({ why: 'ended' });
  await expect(run.call('watch', {})).rejects.toMatchObject({ code: 'HAFT_RUN_ENDED' });
  await expect(run.definitions()).rejects.toMatchObject({ code: 'HAFT_RUN_ENDED' });
  await run.end();
});

test('makes one error for all calls of a tool that run out of time [TIME-1]', async () => {
  jest.useFakeTimers();
  try {
    const { run, toolset } = start();
    const calls = Array.from({ length: 100 }, () => run.call('watch', {}));
    await jest.advanceTimersByTimeAsync(31_000);
    expect(new Set((await Promise.all(calls)).map(({ status }) => status))).toEqual(new Set(['failed']));
    expect(toolset.signals).toHaveLength(100);
    expect(new Set(toolset.signals.map(({ reason }) => reason as CallStopped)).size).toBe(1);
  } finally {
    jest.useRealTimers();
  }
});

describe('a call whose method never began', () => {
  const NEVER_STARTED = 'Timed out after 0.1 seconds. The call never started. You can repeat it.';

  async function answersOf(toolset: Slow, make: () => Promise<readonly ToolOutcome[]>) {
    jest.useFakeTimers();
    try {
      const made = make();
      await jest.advanceTimersByTimeAsync(200);
      const outcomes = await made;
      return { outcomes, started: toolset.started };
    } finally {
      jest.useRealTimers();
    }
  }

  test.each([
    ['of the runtime', {}, { limits: { concurrency: { runtime: 1 } } }],
    ['of the run', { concurrency: 1 }, {}],
  ])('says that it never started, for room %s [TIME-4]', async (_title, options, more) => {
    const { run, toolset } = start(options, more);
    const { outcomes, started } = await answersOf(toolset, () =>
      Promise.all([run.call('never', {}), run.call('never', {})]),
    );
    expect(started).toBe(1);
    expect(outcomes.map(({ text }) => text)).toEqual(['Timed out after 0.1 seconds.', NEVER_STARTED]);
    expect(outcomes[0]).not.toHaveProperty('notStarted');
    expect(outcomes[1]).toMatchObject({ status: 'failed', reason: 'timeout', notStarted: true });
  });

  test('says so for its turn in a batch too [TIME-4]', async () => {
    const { run, toolset } = start({}, { limits: { concurrency: { batch: 1, runtime: 10 } } });
    const request = { name: 'never', arguments: {} };
    const { outcomes, started } = await answersOf(toolset, () => run.callAll([request, request, request]));
    expect(started).toBe(1);
    expect(outcomes.map(({ text }) => text)).toEqual(['Timed out after 0.1 seconds.', NEVER_STARTED, NEVER_STARTED]);
  });

  test('a call that waited and then started says nothing of it [TIME-4]', async () => {
    const { run } = start({ concurrency: 1 });
    jest.useFakeTimers();
    try {
      const first = run.call('never', {});
      await jest.advanceTimersByTimeAsync(50);
      const second = run.call('never', {});
      await jest.advanceTimersByTimeAsync(60);
      await jest.advanceTimersByTimeAsync(100);
      expect((await first).text).toBe('Timed out after 0.1 seconds.');
      expect(await second).toMatchObject({ text: 'Timed out after 0.1 seconds.', reason: 'timeout' });
      expect(await second).not.toHaveProperty('notStarted');
    } finally {
      jest.useRealTimers();
    }
  });

  const never = (): Promise<never> => new Promise(() => undefined);

  test.each<[string, RuntimeOptions, number]>([
    ['in an interceptor before it', { interceptors: [{ intercept: never }] }, 0],
    ['in a policy', { interceptors: [policy(never)] }, 0],
    ['in an interceptor behind it', { interceptors: [{ intercept: (_call, next) => next().then(never) }] }, 1],
  ])('says so if its time is over %s [TIME-4]', async (_title, options, started) => {
    const { run, toolset } = start({}, options);
    const { outcomes } = await answersOf(toolset, () => Promise.all([run.call('quick', {})]));
    const hasBegun = started === 1;
    expect(toolset.started).toBe(started);
    expect(outcomes).toMatchObject([
      { reason: 'timeout', text: hasBegun ? 'Timed out after 0.1 seconds.' : NEVER_STARTED },
    ]);
    expect(outcomes[0]?.status === 'failed' && outcomes[0].notStarted).toBe(hasBegun ? undefined : true);
  });

  test('an interrupted call tells whether it had started [TIME-4]', async () => {
    const { run, toolset } = start({ concurrency: 1 });
    const calls = [run.call('patient', {}), run.call('patient', {})];
    await turn();
    run.cancel();
    const [first, second] = await Promise.all(calls);
    expect(toolset.started).toBe(1);
    expect(first).not.toHaveProperty('notStarted');
    expect(second).toMatchObject({ status: 'interrupted', notStarted: true });
  });
});
