import { jest } from '@jest/globals';
import {
  Cached,
  ModelRetry,
  RequiresApproval,
  Timeout,
  Tool,
  ToolFailed,
  ToolResult,
  Toolset,
  type Interceptor,
} from '@haft/core';
import {
  compose,
  createRuntime,
  defineTool,
  toolset,
  type CacheStore,
  type RunEvent,
  type RunOptions,
  type Runtime,
  type RuntimeOptions,
} from '../../../src/index.js';
import { ResultCache, type CacheEntry } from '../../../src/cache/result-cache.js';
import { quietLogger } from '../../support/quiet-logger.js';
import { reflect } from '../../support/reflect.js';

@Toolset()
@Cached({ ttlMs: 1000, scope: 'global' })
class Library {
  calls: string[] = [];

  @Tool()
  async find(query: object): Promise<object> {
    this.calls.push(JSON.stringify(query));
    await new Promise((resolve) => setTimeout(resolve, 2));
    return { found: new Date(0), query };
  }

  @Tool()
  @Cached({ ttlMs: 1000, scope: 'user' })
  async mine(): Promise<string> {
    this.calls.push('mine');
    return 'mine';
  }

  @Tool()
  @Cached({ ttlMs: 1000, scope: 'run' })
  async once(): Promise<string> {
    this.calls.push('once');
    return 'once';
  }

  @Tool()
  async retry(): Promise<string> {
    this.calls.push('retry');
    await new Promise((resolve) => setTimeout(resolve, 2));
    if (this.calls.length === 1) throw new ModelRetry('Again.');
    return 'now';
  }

  @Tool()
  @RequiresApproval()
  async guarded(): Promise<string> {
    return 'secret';
  }

  @Tool()
  @Timeout(30)
  async hangs(): Promise<string> {
    this.calls.push('hangs');
    if (this.calls.length === 1) await new Promise(() => undefined);
    return 'answered';
  }

  @Tool()
  async fails(): Promise<never> {
    this.calls.push('begins');
    await new Promise((resolve) => setTimeout(resolve, 5));
    this.calls.push('ends');
    throw new ToolFailed('The shelf is empty.');
  }
}

const library = reflect(Library, {
  find: { parameters: { query: { type: 'object' } }, open: true },
  mine: {},
  once: {},
  retry: {},
  guarded: {},
  hangs: {},
  fails: {},
});

function start(options: RuntimeOptions = {}): { runtime: Runtime; toolset: Library; lines: readonly string[] } {
  const toolset = new Library();
  const logger = quietLogger();
  return {
    runtime: createRuntime({
      toolsets: [library, toolset],
      ...options,
      observe: { logger, ...options.observe },
    }) as Runtime,
    toolset,
    lines: logger.lines,
  };
}

const find = (runtime: Runtime, query: object, options: RunOptions = {}) =>
  runtime.startRun(options).call('find', { query });

test('a result is found again by its arguments, with any order of their keys [CACHE-1, NEW-12]', async () => {
  const { runtime, toolset } = start();
  const first = await find(runtime, { a: 1, b: { c: 2, d: 3 } });
  const second = await find(runtime, { b: { d: 3, c: 2 }, a: 1 });
  expect(toolset.calls).toHaveLength(1);
  expect(first).not.toHaveProperty('cached');
  expect(second).toMatchObject({ status: 'success', cached: true, text: first.text });
  expect(second).toHaveProperty('value.found', '1970-01-01T00:00:00.000Z');
  await find(runtime, { a: 2 });
  expect(toolset.calls).toHaveLength(2);
});

test('one of several equal concurrent calls runs [CACHE-1]', async () => {
  const { runtime, toolset } = start();
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => find(runtime, {})));
  expect(toolset.calls).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome.status === 'success' && outcome.cached === true)).toHaveLength(19);
});

test('an unsuccessful outcome is not stored, and does not answer waiting calls [CACHE-1]', async () => {
  const { runtime, toolset } = start();
  const outcomes = await Promise.all([1, 2, 3].map(() => runtime.startRun().call('retry', {})));
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['retry', 'success', 'success']);
  expect(toolset.calls).toHaveLength(2);
});

test('after a second failure, no call waits any longer: the others run concurrently', async () => {
  const { runtime, toolset } = start();
  const outcomes = await Promise.all([1, 2, 3, 4, 5].map(() => runtime.startRun().call('fails', {})));
  expect(outcomes.map(({ status }) => status)).toEqual(Array(5).fill('failed'));
  const alone = ['begins', 'ends'];
  expect(toolset.calls.slice(0, 4)).toEqual([...alone, ...alone]);
  expect(toolset.calls.slice(4)).toEqual([...Array(3).fill('begins'), ...Array(3).fill('ends')]);
});

test('one whose run is cancelled is followed by one other', async () => {
  const { runtime, toolset } = start();
  const cancelled = runtime.startRun();
  const first = cancelled.call('find', { query: {} });
  const others = [1, 2, 3].map(() => find(runtime, {}));
  await new Promise((resolve) => setImmediate(resolve));
  cancelled.cancel();
  expect((await first).status).toBe('interrupted');
  expect((await Promise.all(others)).map(({ status }) => status)).toEqual(['success', 'success', 'success']);
  expect(toolset.calls).toHaveLength(2);
});

test('one that is cancelled while it waits does not run, and no call waits for it [CACHE-1]', async () => {
  const results = new ResultCache({ get: () => undefined, set: () => undefined });
  const stopped = new Error('cancelled');
  const made: string[] = [];
  const entry = (why?: Error): CacheEntry<string> => ({
    key: 'one',
    ttlMs: 1000,
    storeTimeoutMs: 100,
    logger: quietLogger(),
    stopped: why,
    decode: (text) => text,
    encode: () => undefined,
    begin: () => undefined,
  });
  let fail: () => void = () => undefined;
  const first = results.through(entry(), () => new Promise((_, reject) => (fail = () => reject(new Error('no')))));
  const cancelled = results.through(entry(stopped), async () => made.push('cancelled').toString());
  const other = results.through(entry(), async () => made.push('other').toString());
  await new Promise((resolve) => setImmediate(resolve));
  fail();
  await expect(first).rejects.toThrow('no');
  await expect(cancelled).rejects.toBe(stopped);
  await other;
  expect(made).toEqual(['other']);
});

test('a call that never answers holds the others no longer than its own deadline', async () => {
  jest.useFakeTimers();
  try {
    const { runtime, toolset } = start({ limits: { timeoutMs: 200 } });
    const first = runtime.startRun().call('hangs', {});
    await jest.advanceTimersByTimeAsync(100);
    const second = runtime.startRun().call('hangs', {});
    await jest.advanceTimersByTimeAsync(101);
    expect((await first).status).toBe('failed');
    expect(await second).toMatchObject({ status: 'success', text: 'answered' });
    expect(toolset.calls).toHaveLength(2);
  } finally {
    jest.useRealTimers();
  }
});

test('users never read the results of each other, and a run without a user is a mistake of the developer [CACHE-2, NEW-12]', async () => {
  const { runtime, toolset } = start();
  for (const userId of ['ada', 'eve', 'ada']) await runtime.startRun({ userId }).call('mine', {});
  expect(toolset.calls).toEqual(['mine', 'mine']);
  await expect(runtime.startRun().call('mine', {})).rejects.toMatchObject({ code: 'HAFT_CACHE_WITHOUT_USER' });
});

test('runs keep their own results [CACHE-2, NEW-12]', async () => {
  const { runtime, toolset } = start();
  for (const run of [runtime.startRun(), runtime.startRun()]) {
    await run.call('once', {});
    await run.call('once', {});
  }
  expect(toolset.calls).toEqual(['once', 'once']);
});

test('a hit still needs the decision [CACHE-1]', async () => {
  const { runtime } = start();
  for (let i = 0; i < 2; i++) expect((await runtime.startRun().call('guarded', {})).status).toBe('deferred');
});

test('arguments that an interceptor changed are not kept under those that were sent', async () => {
  const changing: Interceptor = { intercept: (call, next) => next(call.withArguments({ query: { changed: true } })) };
  const { runtime, toolset } = start({ interceptors: [changing] });
  await find(runtime, {});
  await find(runtime, {});
  expect(toolset.calls).toEqual(['{"changed":true}', '{"changed":true}']);
});

test('a broken store costs the cache, not the call', async () => {
  const broken: CacheStore = {
    get: () => Promise.reject(new Error('down')),
    set: () => Promise.reject(new Error('down')),
  };
  const { runtime, toolset, lines } = start({ cache: broken });
  expect((await find(runtime, {})).status).toBe('success');
  expect(toolset.calls).toHaveLength(1);
  expect(lines).toEqual(['The cache could not be read; the tool is called.', 'The cache could not be written.']);
});

test('a store that knows only text and a time to live is enough [CACHE-3]', async () => {
  const kept = new Map<string, { value: string; ttl: number }>();
  const store: CacheStore = {
    get: (key) => Promise.resolve(kept.get(key)?.value),
    set: (key, value, ttl) => Promise.resolve(kept.set(key, { value, ttl })),
  };
  const { runtime } = start({ cache: store });
  await find(runtime, { a: 1 });
  expect(await find(runtime, { a: 1 })).toMatchObject({ cached: true });
  expect([...kept]).toEqual([[expect.stringMatching(/^haft:[0-9a-f]{64}$/), { value: expect.any(String), ttl: 1000 }]]);
});

test.each(['get', 'set'] as const)(
  'a store that never answers %s costs a part of the time, and not the call',
  async (what) => {
    const silent: CacheStore = {
      get: () => undefined,
      set: () => undefined,
      [what]: () => new Promise(() => undefined),
    };
    jest.useFakeTimers();
    const { runtime, toolset, lines } = start({ cache: silent, limits: { timeoutMs: 400 } });
    const made = Promise.all([find(runtime, { a: 1 }), find(runtime, { a: 1 })]);
    await jest.advanceTimersByTimeAsync(399);
    jest.useRealTimers();
    const outcomes = await made;
    expect(outcomes.map(({ status }) => status)).toEqual(['success', 'success']);
    expect(toolset.calls.length).toBeGreaterThan(0);
    expect(lines.join()).toMatch(/The cache could not be (read|written)/);
  },
);

describe('a hit has all the effects of the outcome that it repeats [CACHE-1, RES-7]', () => {
  const find = defineTool({
    name: 'find_tools',
    description: 'Finds a tool.',
    parameters: { type: 'object' },
    settings: { cached: { ttlMs: 1000, scope: 'global' }, final: true },
    execute: (_args, run) => {
      run.state.set('found', true);
      run.report('found');
      return new ToolResult({ value: 1, content: 'found it', metadata: { cost: 7 }, reveals: ['hidden_one'] });
    },
  });
  const hidden = defineTool({
    name: 'hidden_one',
    description: 'Waits to be found.',
    parameters: { type: 'object' },
    execute: () => 'here',
  });
  const toolsets = [toolset('finders', [find]), compose(toolset('others', [hidden])).deferLoading('all')];

  test('hidden tools are revealed in the run of the hit, the run ends, the host has its facts', async () => {
    const runtime = createRuntime({ toolsets });
    const first = await runtime.startRun().call('find_tools', {});
    const events: RunEvent[] = [];
    const run = runtime.startRun({ onEvent: (event) => events.push(event) });
    expect((await run.call('hidden_one', {})).status).toBe('retry');
    const second = await run.call({ name: 'find_tools', arguments: {} });
    expect(second).toEqual({ ...first, callId: second.callId, cached: true });
    expect(second).toMatchObject({ final: true, metadata: { cost: 7 } });
    expect(await run.call('hidden_one', {})).toMatchObject({ status: 'success', text: 'here' });
    expect((await run.definitions()).map(({ name }) => name)).toContain('hidden_one');
    // The effects of the tool while it ran are not repeated.
    expect(events.filter(({ type }) => type === 'progress')).toEqual([]);
  });

  test('an unknown value in the store is not a hit', async () => {
    const lines = quietLogger();
    for (const text of ['5', 'null', '{"text":7}', '{']) {
      const cache: CacheStore = { get: () => text, set: () => undefined };
      const outcome = await createRuntime({ toolsets, cache, observe: { logger: lines } })
        .startRun()
        .call('find_tools', {});
      expect(outcome).toMatchObject({ status: 'success', text: 'found it' });
      expect(outcome).not.toHaveProperty('cached');
    }
    expect(lines.lines).toEqual(Array(4).fill('The cache could not be read; the tool is called.'));
  });
});
