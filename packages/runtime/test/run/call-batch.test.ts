import { AsyncLocalStorage } from 'node:async_hooks';
import { jest } from '@jest/globals';
import { CallLimit, type Interceptor, ModelRetry, RunContext, Sequential, Tool, Toolset } from '@haft/core';
import { createRuntime, type Run, type RunOptions, type RuntimeOptions } from '../../src/index.js';
import { quietLogger } from '../support/quiet-logger.js';
import { reflect } from '../support/reflect.js';

@Toolset()
class Kitchen {
  readonly log: string[] = [];
  cooking = 0;
  most = 0;

  @Tool()
  async cook(dish: string): Promise<string> {
    this.log.push(`+${dish}`);
    this.most = Math.max(this.most, ++this.cooking);
    await new Promise((resolve) => setTimeout(resolve, 5));
    this.cooking--;
    this.log.push(`-${dish}`);
    return dish;
  }

  @Tool()
  @Sequential()
  async clean(dish: string): Promise<string> {
    return this.cook(dish);
  }

  @Tool()
  @CallLimit({ perRun: 2 })
  async taste(dish: string): Promise<string> {
    return dish;
  }

  @Tool()
  async guess(dish: string, run: RunContext): Promise<string> {
    if (dish === 'soup') return `soup at ${run.retries.attempt}`;
    throw new ModelRetry(`Not ${dish}.`);
  }

  @Tool()
  async wait(run: RunContext): Promise<void> {
    await new Promise((resolve) => run.signal.addEventListener('abort', resolve));
  }
}

const dish = { dish: { type: 'string' } } as const;
const kitchen = reflect(Kitchen, {
  cook: { parameters: dish },
  clean: { parameters: dish },
  taste: { parameters: dish },
  guess: { parameters: { ...dish, run: {} } },
  wait: { parameters: { run: {} } },
});

function start(options: RunOptions = {}, more: RuntimeOptions = {}): { run: Run; toolset: Kitchen } {
  const toolset = new Kitchen();
  const runtime = createRuntime({
    toolsets: [kitchen, toolset],
    ...more,
    observe: { logger: quietLogger(), ...more.observe },
  });
  return { run: runtime.startRun(options) as Run, toolset };
}

const call = (name: string, one: string): { name: string; id: string; arguments: object } => ({
  id: `${name}-${one}`,
  name,
  arguments: { dish: one },
});
const dishes = (count: number): string[] => Array.from({ length: count }, (_, index) => `dish ${index}`);

test('outcomes come in the order of the calls, whatever finishes first [CONC-1, CONC-5]', async () => {
  const { run } = start();
  const outcomes = await run.callAll([
    call('cook', 'a'),
    call('taste', 'b'),
    call('nothing', 'c'),
    call('guess', 'soup'),
  ]);
  expect(outcomes.map(({ callId, status }) => `${callId} ${status}`)).toEqual([
    'cook-a success',
    'taste-b success',
    'nothing-c retry',
    'guess-soup success',
  ]);
});

test('at most 10 calls of a batch run at the same time [CONC-2]', async () => {
  const { run, toolset } = start();
  const outcomes = await run.callAll(dishes(25).map((one) => call('cook', one)));
  expect(outcomes.every(({ status }) => status === 'success')).toBe(true);
  expect(toolset.most).toBe(10);
});

test('a run can be told to do one thing after the other [CONC-4]', async () => {
  const { run, toolset } = start({ concurrency: 1 });
  await Promise.all([run.callAll([call('cook', 'a'), call('cook', 'b')]), run.call(call('cook', 'c'))]);
  expect(toolset.most).toBe(1);
});

test('all runs of a runtime share its limit [CONC-2]', async () => {
  const { run, toolset } = start({}, { limits: { concurrency: { runtime: 2 } } });
  await Promise.all(dishes(6).map((one) => run.call(call('cook', one))));
  expect(toolset.most).toBe(2);
});

test('at most 50 calls of a runtime run at the same time, unless it is told otherwise [CONC-2]', async () => {
  const { run, toolset } = start();
  const outcomes = await Promise.all(dishes(70).map((one) => run.call(call('cook', one))));
  expect(outcomes.every(({ status }) => status === 'success')).toBe(true);
  expect(toolset.most).toBe(50);
});

test('a sequential tool waits for earlier calls and delays later ones [CONC-3]', async () => {
  const { run, toolset } = start();
  await run.callAll([call('cook', 'a'), call('cook', 'b'), call('clean', 'c'), call('cook', 'd'), call('cook', 'e')]);
  expect(toolset.log).toEqual(['+a', '+b', '-a', '-b', '+c', '-c', '+d', '+e', '-d', '-e']);
});

test('sequential calls among themselves keep their order, and others after the last of them run together', async () => {
  const { run, toolset } = start();
  await run.callAll([call('clean', 'a'), call('clean', 'b'), call('cook', 'c'), call('cook', 'd'), call('clean', 'e')]);
  expect(toolset.log).toEqual(['+a', '-a', '+b', '-b', '+c', '+d', '-c', '-d', '+e', '-e']);
});

test('the first calls that fit into a limit run, the others are told so [LIM-1]', async () => {
  const { run, toolset } = start({ maxCalls: 3 });
  const outcomes = await run.callAll(dishes(5).map((one) => call('cook', one)));
  expect(outcomes.map(({ status }) => status)).toEqual(['success', 'success', 'success', 'failed', 'failed']);
  expect(outcomes[4]?.text).toBe(
    "Tool call limit reached. Tool call cook not executed. Don't try to execute it again.",
  );
  expect(toolset.log).toHaveLength(6);
});

test('parallel calls cannot pass a limit together [LIM-2, NEW-7]', async () => {
  const { run } = start();
  const outcomes = await Promise.all(dishes(5).map((one) => run.call(call('taste', one))));
  expect(outcomes.filter(({ status }) => status === 'success')).toHaveLength(2);
});

test('a batch spends the retry budget of a tool once, however many of its calls fail [RET-3]', async () => {
  const { run } = start({ retries: 1 });
  const wrong = dishes(4).map((one) => call('guess', one));
  expect((await run.callAll(wrong)).map(({ status }) => status)).toEqual(['retry', 'retry', 'retry', 'retry']);
  expect((await run.callAll(wrong)).map(({ status }) => status)).toEqual(['failed', 'failed', 'failed', 'failed']);
  expect((await run.callAll(wrong)).map(({ status }) => status)).toEqual(['failed', 'failed', 'failed', 'failed']);
  expect(await run.call(call('guess', 'soup'))).toMatchObject({ value: 'soup at 2' });
});

test('a success in a batch starts the budget again [RET-3]', async () => {
  const { run } = start({ retries: 1 });
  await run.callAll([call('guess', 'tea'), call('guess', 'soup')]);
  expect(await run.call(call('guess', 'soup'))).toMatchObject({ value: 'soup at 0' });
});

test('all calls of a batch see the same attempt [RET-3, RET-6]', async () => {
  const { run } = start();
  await run.call(call('guess', 'tea'));
  const outcomes = await run.callAll([call('guess', 'soup'), call('guess', 'tea'), call('guess', 'soup')]);
  expect(outcomes).toMatchObject([{ value: 'soup at 1' }, { status: 'retry' }, { value: 'soup at 1' }]);
});

test('a mistake of the developer rejects the batch after the others have finished', async () => {
  const { run, toolset } = start({}, { errors: { onUnexpected: 'throw' }, interceptors: [twice] });
  await expect(run.callAll([call('taste', 'a'), call('cook', 'b')])).rejects.toMatchObject({ code: 'HAFT_NEXT_TWICE' });
  expect(toolset.log).toEqual(['+b', '-b']);
});

test('a wiring mistake in one call holds no other', async () => {
  class Lost {
    @Tool() async one(): Promise<string> {
      return 'one';
    }
  }
  const container = {
    createScope: () => ({
      resolve: () => {
        throw new Error('no such thing');
      },
      dispose: () => Promise.resolve(),
    }),
  };
  const toolset = new Kitchen();
  const runtime = createRuntime({
    toolsets: [kitchen, toolset, reflect(Lost, { one: {} })],
    container,
    limits: { concurrency: { batch: 1, runtime: 1 } },
  });
  const run = runtime.startRun() as Run;
  await expect(run.callAll([{ name: 'one' }, call('cook', 'a'), { name: 'one' }, call('cook', 'b')])).rejects.toThrow(
    'no such thing',
  );
  expect(toolset.log).toEqual(['+a', '-a', '+b', '-b']);
});

test('waiting in a batch is part of the time of a call [CONC-2]', async () => {
  jest.useFakeTimers();
  try {
    const { run } = start({}, { limits: { timeoutMs: 40, concurrency: { batch: 1 } } });
    const batch = run.callAll(Array.from({ length: 20 }, () => ({ name: 'wait' })));
    // One after another they would take 800.
    await jest.advanceTimersByTimeAsync(60);
    const outcomes = await batch;
    expect(outcomes.every((outcome) => outcome.status === 'failed' && outcome.reason === 'timeout')).toBe(true);
  } finally {
    jest.useRealTimers();
  }
});

test('a waiting call runs in the context of its batch, whichever call freed the slot', async () => {
  const storage = new AsyncLocalStorage<string>();
  const seen: (string | undefined)[] = [];
  const { run } = start({}, { limits: { timeoutMs: 40, concurrency: { batch: 1 } } });
  const note: Interceptor = {
    async intercept(_, next) {
      seen.push(storage.getStore());
      return next();
    },
  };
  const { run: other } = start({}, { limits: { timeoutMs: 40, concurrency: { batch: 1 } }, interceptors: [note] });
  await storage.run('elsewhere', () => run.callAll([{ name: 'wait' }]));
  await storage.run('here', () => other.callAll([{ name: 'wait' }, call('cook', 'a'), call('cook', 'b')]));
  expect(new Set(seen)).toEqual(new Set(['here']));
});

test('the first mistake of the developer is the one that the batch rejects with', async () => {
  const broken: Interceptor = {
    async intercept({ callId }) {
      if (callId === 'taste-late') await new Promise((resolve) => setTimeout(resolve, 10));
      throw new Error(callId);
    },
  };
  const { run } = start({}, { errors: { onUnexpected: 'throw' }, interceptors: [broken] });
  await expect(run.callAll([call('taste', 'late'), call('taste', 'soon')])).rejects.toThrow('taste-late');
});

test('unknown names share one budget [RET-7]', async () => {
  const { run } = start();
  const statuses = [];
  for (const name of ['a', 'b', 'c', 'd']) statuses.push((await run.call(call(name, 'x'))).status);
  expect(statuses).toEqual(['retry', 'retry', 'failed', 'failed']);
});

test('the last of three unknown names has a true count and the hint of the nearest name [RET-7]', async () => {
  const { run } = start();
  const texts = [];
  for (const name of ['cleen', 'coook', 'gues']) texts.push((await run.call(call(name, 'x'))).text);
  expect(texts[2]).toBe(
    "Unknown tool name: 'gues'. Did you mean 'guess'? Available tools: 'clean', 'cook', 'guess', 'taste', 'wait'. 3 calls of unknown tool names failed. Call an available tool or stop.",
  );
});

test('several unknown names in a batch count once [RET-7]', async () => {
  const { run } = start({ retries: 1 });
  const batch = ['a', 'b', 'c'].map((name) => call(name, 'x'));
  expect((await run.callAll(batch)).map(({ status }) => status)).toEqual(['retry', 'retry', 'retry']);
  const outcomes = await run.callAll(batch);
  expect(outcomes.map(({ status }) => status)).toEqual(['failed', 'failed', 'failed']);
  expect(outcomes[0]?.text).toBe(
    "Unknown tool name: 'a'. Available tools: 'clean', 'cook', 'guess', 'taste', 'wait'. 2 calls of unknown tool names failed. Call an available tool or stop.",
  );
});

const twice = {
  intercept: async (intercepted: { definition: { name: string } }, next: () => Promise<never>): Promise<never> => {
    if (intercepted.definition.name === 'taste') await next();
    return next();
  },
};
