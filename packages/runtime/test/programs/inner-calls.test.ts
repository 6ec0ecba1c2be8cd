import { CallLimit, RunContext, Timeout, Tool, Toolset, type ToolOutcome } from '@haft/core';
import {
  compose,
  createRuntime,
  defineTool,
  dynamic,
  toolset,
  type Run,
  type RunOptions,
  type RuntimeOptions,
} from '../../src/index.js';
import { quietLogger } from '../support/quiet-logger.js';
import { reflect } from '../support/reflect.js';
import { until } from '../support/turns.js';

interface Deps {
  kept?: RunContext;
}

@Toolset()
class Nest {
  readonly log: string[] = [];

  @Tool()
  async outer(run: RunContext<Deps>): Promise<string> {
    run.deps.kept = run;
    const inner = await run.calls.call({ id: 'inner', name: 'inner', arguments: { value: 1 } });
    return `outer of ${inner.status}: ${inner.text}`;
  }

  @Tool()
  async inner(value: number): Promise<string> {
    return `inner ${value}`;
  }

  @Tool()
  @CallLimit({ concurrent: 1 })
  async countDown(from: number, run: RunContext<Deps>): Promise<string> {
    if (from === 0) return 'zero';
    const below = await run.calls.call({ name: 'count_down', arguments: { from: from - 1 } });
    return `${from} ${below.text}`;
  }

  @Tool()
  @Timeout(30)
  async impatient(run: RunContext<Deps>): Promise<void> {
    const outcome = await run.calls.call({ name: 'slow' });
    this.log.push(`outcome ${outcome.status}`);
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
  const runtime = createRuntime({
    toolsets: [nest, toolset],
    ...more,
    observe: { logger: quietLogger(), ...more.observe },
  });
  const deps: Deps = {};
  return { run: runtime.startRun({ deps, ...options }), deps, toolset };
}

const text = async (outcome: Promise<ToolOutcome>): Promise<string> => (await outcome).text;

test('an inner call needs no slot of the run [NEW-23]', async () => {
  const { run: one } = start({ concurrency: 1 });
  expect(await text(one.call('outer', {}))).toBe('outer of success: inner 1');
});

test('an inner call needs no slot of the runtime or of a batch [NEW-23]', async () => {
  const { run: one } = start({}, { limits: { concurrency: { runtime: 1, batch: 1 } } });
  expect(await text(one.call('outer', {}))).toBe('outer of success: inner 1');
  const outcomes = await one.callAll([{ name: 'outer' }, { name: 'outer' }]);
  expect(outcomes.map((outcome) => outcome.text)).toEqual(Array(2).fill('outer of success: inner 1'));
});

test('a tool that calls itself needs no second slot of the tool [NEW-23]', async () => {
  const { run: one } = start({ concurrency: 1 });
  expect(await text(one.call('count_down', { from: 3 }))).toBe('3 2 1 zero');
});

test('an inner call does not release the slot of its outer call [NEW-23]', async () => {
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

test('every limit on calls counts inner calls [NEW-23]', async () => {
  const { run: one } = start({ maxCalls: 1 });
  expect(await text(one.call('outer', {}))).toMatch(/^outer of failed: Tool call limit reached\./);
});

test('the end of the outer call interrupts its inner calls [NEW-23]', async () => {
  const { run: one, toolset } = start();
  expect(await one.call('impatient', {})).toMatchObject({ status: 'failed', reason: 'timeout' });
  await until(() => toolset.log.length > 1);
  expect(toolset.log.sort()).toEqual(['aborted', 'outcome interrupted']);
});

describe.each<[string, (started: ReturnType<typeof start>) => Promise<RunContext>]>([
  [
    'an answered call',
    async ({ run: one, deps }) => {
      await one.call('outer', {});
      return deps.kept as RunContext;
    },
  ],
  ['no call', async () => Object.create(RunContext.prototype) as RunContext],
])('the context of %s', (_name, contextOf) => {
  const calls: Readonly<Record<string, (context: RunContext) => Promise<unknown>>> = {
    call: (context) => context.calls.call({ name: 'inner', arguments: { value: 1 } }),
    callAll: (context) => context.calls.callAll([{ name: 'inner', arguments: { value: 1 } }]),
    openBatch: (context) => context.calls.openBatch([{ name: 'inner', arguments: { value: 1 } }]),
    check: (context) => context.calls.check({ name: 'inner', arguments: { value: 1 } }),
  };
  test.each(Object.entries(calls))('rejects %s [NEW-23]', async (_method, make) => {
    await expect(make(await contextOf(start()))).rejects.toMatchObject({ code: 'HAFT_INVALID_OPTION' });
  });
});

test('an inner call after the next step has begun finds its tool [NEW-23]', async () => {
  const inner = defineTool({ name: 'inner', description: 'Works.', parameters: { type: 'object' }, execute: () => 1 });
  const outer = defineTool({
    name: 'outer',
    description: 'Calls another tool in the next step.',
    parameters: { type: 'object' },
    execute: async (_args: object, context: RunContext) => {
      one.nextStep();
      return (await context.calls.call({ name: 'inner' })).text;
    },
  });
  const toolsets = compose(dynamic(() => toolset('desk', [inner, outer]), { per: 'step' }));
  const one: Run = createRuntime({ toolsets, observe: { logger: quietLogger() } }).startRun();
  expect(await text(one.call({ name: 'outer' }))).toBe('1');
});
