import { RequiresApproval, RunContext, Tool, Toolset } from '@haft/core';
import { createRuntime, decision, type Run, type RunEvent } from '../../src/index.js';
import { quietLogger } from '../support/quiet-logger.js';
import { reflect } from '../support/reflect.js';

@Toolset()
class Press {
  readonly log: string[] = [];

  @Tool()
  async slow(run: RunContext): Promise<string> {
    this.log.push('slow begins');
    await new Promise((resolve) => run.signal.addEventListener('abort', resolve));
    this.log.push(`slow is told: ${String((run.signal.reason as Error).cause)}`);
    return 'late';
  }

  @Tool()
  async *pages(run: RunContext): AsyncGenerator<string, string> {
    run.report('begins');
    yield 'page 1';
    yield 'page 2';
    return 'printed';
  }

  @Tool()
  @RequiresApproval((args: { readonly copies: number }) => args.copies > 10)
  print(copies: number): string {
    this.log.push(`prints ${copies}`);
    return `${copies} copies`;
  }
}
const run = { parameters: { run: {} } };
const press = reflect(Press, {
  slow: run,
  pages: run,
  print: { parameters: { copies: { type: 'number', minimum: 1 } } },
});

function start(onEvent?: (event: RunEvent) => void): { readonly run: Run; readonly toolset: Press } {
  const toolset = new Press();
  const runtime = createRuntime({
    toolsets: [press, toolset],
    observe: { logger: quietLogger(), ...(onEvent && { onEvent }) },
  });
  return { run: runtime.startRun(), toolset };
}

describe('a call with a signal of its own', () => {
  test('is interrupted alone, and its tool is told why', async () => {
    const { run: one, toolset } = start();
    const abort = new AbortController();
    const [mine, other] = [
      one.call({ id: 'c1', name: 'slow' }, { signal: abort.signal }),
      one.call({ id: 'c2', name: 'slow' }),
    ];
    while (toolset.log.length < 2) await new Promise((resolve) => setTimeout(resolve, 1));
    abort.abort('the user left');
    expect(await mine).toMatchObject({ status: 'interrupted', callId: 'c1' });
    await new Promise((resolve) => setTimeout(resolve, 1));
    expect(toolset.log).toEqual(['slow begins', 'slow begins', 'slow is told: the user left']);
    await one.end();
    expect(await other).toMatchObject({ status: 'interrupted' });
  });

  test('does not begin when the signal was aborted before', async () => {
    const { run: one, toolset } = start();
    const outcome = await one.call({ name: 'slow' }, { signal: AbortSignal.abort() });
    expect(outcome.status).toBe('interrupted');
    expect(toolset.log).toEqual([]);
  });

  test.each([
    ['ends', (one: Run) => void one.end(), { status: 'interrupted' }],
    ['is halted', (one: Run) => one.halt('enough'), { status: 'failed', reason: 'halted' }],
  ])('does not begin when the run %s meanwhile', async (_what, stop, expected) => {
    const { run: one, toolset } = start();
    const waiting = one.call({ name: 'print', arguments: { copies: 1 } }, {});
    stop(one);
    expect(await waiting).toMatchObject(expected);
    expect(toolset.log).toEqual([]);
  });

  test('leaves no listener on the signal', async () => {
    const { run: one } = start();
    const { signal } = new AbortController();
    let listeners = 0;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...args: Parameters<typeof add>) => (listeners++, add(...args));
    signal.removeEventListener = (...args: Parameters<typeof remove>) => (listeners--, remove(...args));
    await one.call({ name: 'pages' }, { signal });
    await one.call({ name: 'print', arguments: '{' }, { signal });
    expect(listeners).toBe(0);
  });
});

test('calls that come in the same turn spend the retry budget once, as a batch does', async () => {
  const { run: one } = start();
  const wrong = { name: 'print', arguments: { copies: 0 } };
  const together = () => Promise.all([1, 2, 3, 4].map(() => one.call(wrong, {})));
  const statuses = async () => (await together()).map(({ status }) => status);
  expect(await statuses()).toEqual(Array(4).fill('retry'));
  expect(await statuses()).toEqual(Array(4).fill('retry'));
  expect(await statuses()).toEqual(Array(4).fill('failed'));
});

describe('the progress of a call', () => {
  test('is told to who made the call, and to the listener of events', async () => {
    const events: unknown[] = [];
    const { run: one } = start((event) => {
      if (event.type === 'progress') events.push(event.progress);
    });
    const mine: unknown[] = [];
    const [outcome] = await Promise.all([
      one.call({ name: 'pages' }, { onProgress: (progress) => mine.push(progress) }),
      one.call({ name: 'pages' }),
    ]);
    expect(outcome).toMatchObject({ status: 'success', text: 'printed' });
    expect(mine).toEqual(['begins', 'page 1', 'page 2']);
    expect(events).toHaveLength(6);
  });

  test('is not disturbed by a listener that throws', async () => {
    const { run: one } = start();
    const onProgress = (): never => {
      throw new Error('broken');
    };
    expect(await one.call({ name: 'pages' }, { onProgress })).toMatchObject({ status: 'success' });
  });
});

describe('a call about which its host decides', () => {
  @Toolset()
  class Desk {
    @Tool()
    @RequiresApproval()
    async *pay(amount: number, run: RunContext): AsyncGenerator<string, string> {
      yield `approved by ${String(run.approval?.metadata['by'])}`;
      if (amount > 100) await new Promise((resolve) => run.signal.addEventListener('abort', resolve));
      return `paid ${amount}`;
    }
  }
  const desk = reflect(Desk, { pay: { parameters: { amount: { type: 'number' }, run: {} } } });
  const pay = (amount: number) => ({ id: 'p1', name: 'pay', arguments: { amount } });
  const startDesk = () => createRuntime({ toolsets: desk, observe: { logger: quietLogger() } }).startRun();

  test('continues immediately, with its progress', async () => {
    const one = startDesk();
    const progress: unknown[] = [];
    const outcome = await one.call(pay(5), {
      onProgress: (value) => progress.push(value),
      onDeferred: ([request]) => ({ [request?.id ?? '']: decision.approve({ metadata: { by: 'ada' } }) }),
    });
    expect(outcome).toMatchObject({ status: 'success', text: 'paid 5', callId: 'p1' });
    expect(progress).toEqual(['approved by ada']);
    expect(one.pending().requests).toEqual([]);
  });

  test('waits when nothing is decided', async () => {
    const one = startDesk();
    expect(await one.call(pay(5), { onDeferred: () => undefined })).toMatchObject({ status: 'deferred' });
    expect(one.pending().requests).toHaveLength(1);
  });

  test('is interrupted by its signal after the decision too', async () => {
    const one = startDesk();
    const abort = new AbortController();
    const outcome = await one.call(pay(500), {
      signal: abort.signal,
      onProgress: () => setTimeout(() => abort.abort(), 1),
      onDeferred: ([request]) => ({ [request?.id ?? '']: true }),
    });
    expect(outcome.status).toBe('interrupted');
  });
});

describe('the open request of a call', () => {
  test.each([
    ['an approval', { name: 'print', arguments: '{"copies":11}' }, 'approval'],
    ['nothing', { name: 'print', arguments: { copies: 2 } }, undefined],
    ['nothing, when it would be refused', { name: 'print', arguments: '{"copies":0}' }, undefined],
    ['nothing, when there is no such tool', { name: 'prnt' }, undefined],
  ])('is %s', async (_what, call, expected) => {
    const { run: one } = start();
    expect((await one.waitsFor(call))?.kind).toBe(expected);
  });

  test('has no id, because no decision is possible yet', async () => {
    const waiting = await start().run.waitsFor({ id: 'c1', name: 'print', arguments: '{"copies":11}' });
    expect(waiting).toMatchObject({ kind: 'approval', callId: 'c1', tool: 'print', arguments: { copies: 11 } });
    expect(waiting).not.toHaveProperty('id');
  });

  test.each([
    ['print', ['approval']],
    ['slow', []],
    ['prnt', []],
  ])('is known of the tool %s before', async (tool, expected) => {
    expect(await start().run.mayWaitFor(tool)).toEqual(expected);
  });

  test('executes, counts and keeps nothing', async () => {
    const events: RunEvent[] = [];
    const { run: one, toolset } = start((event) => events.push(event));
    await one.waitsFor({ name: 'print', arguments: { copies: 11 } });
    await one.waitsFor({ name: 'print', arguments: { copies: 0 } });
    await one.waitsFor({ name: 'prnt' });
    expect(one.pending()).toMatchObject({ requests: [], counters: { calls: 0, unknownNames: 0 } });
    expect([toolset.log, events]).toEqual([[], []]);
    expect(await one.call({ name: 'print', arguments: { copies: 2 } })).toMatchObject({ status: 'success' });
  });
});
