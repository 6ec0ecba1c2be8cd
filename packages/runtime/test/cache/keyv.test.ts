import { jest } from '@jest/globals';
import { Cached, Tool, Toolset } from '@haft/core';
import { Keyv } from 'keyv';
import { createRuntime, type Runtime } from '../../src/index.js';
import { quietLogger } from '../support/quiet-logger.js';
import { reflect } from '../support/reflect.js';

@Toolset()
class Archive {
  calls = 0;

  @Tool()
  @Cached({ ttlMs: 60_000, scope: 'global' })
  async find(name: string): Promise<object> {
    this.calls++;
    return { name, since: new Date(0), tags: new Set(['old']), size: 5n };
  }

  @Tool()
  @Cached({ ttlMs: 60_000, scope: 'user' })
  async mine(): Promise<number> {
    return ++this.calls;
  }

  @Tool()
  @Cached({ ttlMs: 60_000, scope: 'run' })
  async once(): Promise<number> {
    return ++this.calls;
  }

  @Tool()
  @Cached({ ttlMs: 20, scope: 'global' })
  async soon(): Promise<number> {
    return ++this.calls;
  }
}
const archive = reflect(Archive, { find: { parameters: { name: { type: 'string' } } }, mine: {}, once: {}, soon: {} });

function start(cache: Keyv): { runtime: Runtime; toolset: Archive; lines: readonly string[] } {
  const toolset = new Archive();
  const logger = quietLogger();
  return {
    runtime: createRuntime({ toolsets: [archive, toolset], cache, observe: { logger } }),
    toolset,
    lines: logger.lines,
  };
}

test("two runtimes share each other's results, with dates and sets as the model reads them [CACHE-3]", async () => {
  const keyv = new Keyv();
  const [one, two] = [start(keyv), start(keyv)];
  const first = await one.runtime.startRun().call('find', { name: 'a' });
  const second = await two.runtime.startRun().call('find', { name: 'a' });
  expect(first).not.toHaveProperty('cached');
  expect(second).toMatchObject({
    status: 'success',
    cached: true,
    text: first.text,
    value: { name: 'a', since: '1970-01-01T00:00:00.000Z', tags: ['old'], size: '5' },
  });
  expect([one.toolset.calls, two.toolset.calls]).toEqual([1, 0]);
  expect([...one.lines, ...two.lines]).toEqual([]);
});

test('other arguments are another entry', async () => {
  const { runtime, toolset } = start(new Keyv());
  for (const name of ['a', 'b', 'a']) await runtime.startRun().call('find', { name });
  expect(toolset.calls).toBe(2);
});

test('users and runs keep their own results [CACHE-2]', async () => {
  const { runtime } = start(new Keyv());
  const mine = async (userId: string) => runtime.startRun({ userId }).call('mine', {});
  expect(await mine('ada')).toMatchObject({ value: 1 });
  expect(await mine('eve')).toMatchObject({ value: 2 });
  expect(await mine('ada')).toMatchObject({ value: 1, cached: true });
  const run = runtime.startRun();
  expect(await run.call('once', {})).toMatchObject({ value: 3 });
  expect(await run.call('once', {})).toMatchObject({ value: 3, cached: true });
  expect(await runtime.startRun().call('once', {})).toMatchObject({ value: 4 });
});

test('a result is forgotten after its time', async () => {
  const clock = jest.spyOn(Date, 'now').mockReturnValue(0);
  const { runtime } = start(new Keyv());
  const run = runtime.startRun();
  expect(await run.call('soon', {})).toMatchObject({ value: 1 });
  clock.mockReturnValue(19);
  expect(await run.call('soon', {})).toMatchObject({ value: 1 });
  clock.mockReturnValue(21);
  expect(await run.call('soon', {})).toMatchObject({ value: 2 });
  clock.mockRestore();
});

test('a namespace of keyv keeps applications apart', async () => {
  const store = new Map();
  const [one, two] = ['one', 'two'].map((namespace) => start(new Keyv({ store, namespace })));
  await one?.runtime.startRun().call('find', { name: 'a' });
  await two?.runtime.startRun().call('find', { name: 'a' });
  expect(two?.toolset.calls).toBe(1);
});

test('a store behind keyv that is down costs the cache, not the call', async () => {
  const down = (): never => {
    throw new Error('no connection');
  };
  const store = Object.assign(new Map(), { get: down, set: down });
  const { runtime, toolset } = start(new Keyv({ store }));
  expect(await runtime.startRun().call('find', { name: 'a' })).toMatchObject({ status: 'success' });
  expect(await runtime.startRun().call('find', { name: 'a' })).toMatchObject({ status: 'success' });
  expect(toolset.calls).toBe(2);
});
