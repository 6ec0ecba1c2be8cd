import { CallLimit, RunContext, Timeout, Tool, Toolset, type ToolOutcome } from '@haft/core';
import { createRuntime, type Run, type RunOptions, type RuntimeOptions } from '../../src/index.js';
import { quietLogger } from '../support/quiet-logger.js';
import { reflect } from '../support/reflect.js';

interface Deps {
  run?: Run;
  kept?: RunContext;
}

@Toolset()
class Nest {
  readonly log: string[] = [];

  @Tool()
  async outer(run: RunContext<Deps>): Promise<string> {
    run.deps.kept = run;
    const inner = await run.deps.run?.callWithin(run, { id: 'inner', name: 'inner', arguments: { value: 1 } });
    return `outer of ${inner?.status}: ${inner?.text}`;
  }

  @Tool()
  async inner(value: number): Promise<string> {
    return `inner ${value}`;
  }

  @Tool()
  @CallLimit({ concurrent: 1 })
  async countDown(from: number, run: RunContext<Deps>): Promise<string> {
    if (from === 0) return 'zero';
    const below = await run.deps.run?.callWithin(run, { name: 'count_down', arguments: { from: from - 1 } });
    return `${from} ${below?.text}`;
  }

  @Tool()
  @Timeout(30)
  async impatient(run: RunContext<Deps>): Promise<void> {
    const outcome = await run.deps.run?.callWithin(run, { name: 'slow' });
    this.log.push(`outcome ${outcome?.status}`);
  }

  @Tool()
  async slow(run: RunContext): Promise<void> {
    await new Promise((resolve) => run.signal.addEventListener('abort', resolve));
    this.log.push('aborted');
  }
}
const run = { parameters: { run: {} } };
const number = { type: 'number' } as const;
const nest = reflect(Nest, {
  outer: run,
  inner: { parameters: { value: number } },
  countDown: { parameters: { from: number, run: {} } },
  impatient: run,
  slow: run,
});

function start(options: RunOptions = {}, more: RuntimeOptions = {}): { run: Run; deps: Deps; toolset: Nest } {
  const toolset = new Nest();
  const runtime = createRuntime({ toolsets: [nest, toolset], logger: quietLogger(), ...more });
  const deps: Deps = {};
  deps.run = runtime.startRun({ deps, ...options });
  return { run: deps.run, deps, toolset };
}

const text = async (outcome: Promise<ToolOutcome>): Promise<string> => (await outcome).text;

test('a call inside of another needs no room of its own in the run', async () => {
  const { run: one } = start({ concurrency: 1 });
  expect(await text(one.call('outer', {}))).toBe('outer of success: inner 1');
});

test('nor in the runtime, nor in a batch', async () => {
  const { run: one } = start({}, { concurrency: { runtime: 1, batch: 1 } });
  expect(await text(one.call('outer', {}))).toBe('outer of success: inner 1');
  const outcomes = await one.callAll([{ name: 'outer' }, { name: 'outer' }]);
  expect(outcomes.map((outcome) => outcome.text)).toEqual(Array(2).fill('outer of success: inner 1'));
});

test('nor in the tool, when it calls itself', async () => {
  const { run: one } = start({ concurrency: 1 });
  expect(await text(one.call('count_down', { from: 3 }))).toBe('3 2 1 zero');
});

test('it gives no room back that it did not take', async () => {
  const { run: one, toolset } = start({ concurrency: 1 });
  await one.call('outer', {});
  let [inside, most] = [0, 0];
  toolset.inner = async () => {
    most = Math.max(most, ++inside);
    await new Promise((resolve) => setTimeout(resolve, 2));
    inside--;
    return 'done';
  };
  await Promise.all([1, 2, 3].map((value) => one.call('inner', { value })));
  expect(most).toBe(1);
});

test('every limit on calls counts it, and its arguments are checked as all are', async () => {
  const { run: one } = start({ maxCalls: 1 });
  expect(await text(one.call('outer', {}))).toMatch(/^outer of failed: Tool call limit reached\./);
});

test('when the call around it is stopped, it is stopped too', async () => {
  const { run: one, toolset } = start();
  expect(await one.call('impatient', {})).toMatchObject({ status: 'failed', reason: 'timeout' });
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(toolset.log.sort()).toEqual(['aborted', 'outcome interrupted']);
});

test.each([
  [
    'a call that is answered',
    async ({ run: one, deps }: ReturnType<typeof start>) => {
      await one.call('outer', {});
      return deps.kept as RunContext;
    },
  ],
  ['no call at all', async () => Object.create(RunContext.prototype) as RunContext],
  ['nobody', async () => undefined as unknown as RunContext],
])('the context of %s is refused', async (_name, contextOf) => {
  const started = start();
  const context = await contextOf(started);
  await expect(started.run.callWithin(context, { name: 'inner', arguments: { value: 1 } })).rejects.toMatchObject({
    code: 'HAFT_INVALID_OPTION',
  });
});

test('the context of another run is refused', async () => {
  const [one, other] = [start(), start()];
  one.deps.run = other.run;
  const outcome = await one.run.call('outer', {});
  expect(outcome).toMatchObject({ status: 'failed', reason: 'exception' });
});
