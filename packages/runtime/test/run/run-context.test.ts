import { CallLimit, Inject, RunContext, Tool, ToolFailed, Toolset } from '@haft/core';
import { createRuntime, type Run, type RunEvent, type RunOptions } from '../../src/index.js';
import { quietLogger } from '../support/quiet-logger.js';
import { reflect } from '../support/reflect.js';

@Toolset()
class Diary {
  @Tool()
  async write(line: string, run: RunContext): Promise<number> {
    const lines = (run.state.get('lines') ?? []) as string[];
    run.state.set('lines', [...lines, line]);
    return lines.length + 1;
  }

  @Tool()
  async report(run: RunContext): Promise<string> {
    run.report({ percent: 50 });
    run.emit('half');
    run.logger.warn('Half done.');
    return 'done';
  }

  @Tool()
  async key(run: RunContext): Promise<string> {
    return run.idempotencyKey;
  }

  @Tool()
  async stop(run: RunContext): Promise<string> {
    run.calls.halt('No money is left.');
    return 'stopped';
  }

  @Tool()
  async deps(run: RunContext<{ readonly user: string }>): Promise<string> {
    return run.deps.user;
  }

  @Tool()
  @CallLimit({ perRun: 3 })
  async usage(run: RunContext): Promise<object> {
    return run.calls.usage;
  }

  @Tool()
  async assign(name: string, run: RunContext): Promise<void> {
    try {
      const [group, member = group] = name.split('.') as [string, string?];
      const target = group === member ? run : (run as unknown as Record<string, unknown>)[group];
      (target as Record<string, unknown>)[member] = 'mine';
    } catch (error) {
      throw new ToolFailed((error as Error).message);
    }
  }

  @Tool()
  async everything(run: RunContext): Promise<object> {
    const { callId, toolName, retries, runId, userId, metadata } = run;
    return {
      ...{ callId, toolName, retries, runId, userId, metadata },
      approval: run.approval ?? 'none',
      signal: run.signal.constructor.name,
      secondsLeft: Math.round(((run.deadline ?? 0) - Date.now()) / 1000),
      tools: run.calls.tools().map(({ name }) => name),
      messages: 'messages' in run,
    };
  }

  @Tool()
  async facts(options: object, run: RunContext): Promise<object> {
    const { runId, userId, metadata, deps, toolName, retries, approval } = run;
    const { attempt } = retries;
    return {
      options,
      runId,
      userId,
      metadata,
      deps,
      toolName,
      attempt,
      approval: approval ?? null,
      ...run.calls.usage,
    };
  }
}
const run = { parameters: { run: {} } };
const diary = reflect(Diary, {
  write: { parameters: { line: { type: 'string' }, run: {} } },
  report: run,
  key: run,
  stop: run,
  deps: run,
  usage: run,
  assign: { parameters: { name: { type: 'string' }, run: {} } },
  everything: run,
  facts: { parameters: { options: { type: 'object' }, run: {} }, open: true },
});

function start(options: RunOptions = {}): { run: Run; events: RunEvent[]; lines: readonly string[] } {
  const events: RunEvent[] = [];
  const logger = quietLogger();
  const runtime = createRuntime({ toolsets: [diary, new Diary()], observe: { logger } });
  return {
    run: runtime.startRun({ onEvent: (event) => events.push(event), ...options }) as Run,
    events,
    lines: logger.lines,
  };
}

test("a tool reads the host's facts about its run and its call, and no messages [CTX-5, TIME-1]", async () => {
  const { run: one } = start({ id: 'r1', userId: 'ada', deps: { user: 'ada' }, metadata: { plan: 'free' } });
  const outcome = await one.call({ id: 'c1', name: 'everything' });
  expect(outcome).toMatchObject({
    value: {
      callId: 'c1',
      toolName: 'everything',
      retries: { attempt: 0, max: 2, isLast: false },
      approval: 'none',
      runId: 'r1',
      userId: 'ada',
      metadata: { plan: 'free' },
      signal: 'AbortSignal',
      secondsLeft: 30,
      tools: (await one.definitions()).map(({ name }) => name),
      messages: false,
    },
  });
});

test('media reach a tool as dependencies of the run, or through the container [CTX-7]', async () => {
  const image = new Uint8Array([1, 2, 3]);
  @Toolset()
  class Eye {
    @Tool()
    async look(
      run: RunContext<{ readonly images: readonly Uint8Array[] }>,
      @Inject('scan') scan: Uint8Array,
    ): Promise<unknown> {
      return [run.deps.images[0] === image, scan === image];
    }
  }
  const eye = reflect(Eye, {
    look: { parameters: { run: {}, 'host:scan': {} }, host: [{ index: 1, name: 'scan' }] },
  });
  const runtime = createRuntime({ toolsets: eye, provide: [{ provide: 'scan', useValue: image }] });
  const [definition] = await runtime.startRun().definitions();
  expect(definition?.parameters.properties).toEqual({});
  expect(await runtime.startRun({ deps: { images: [image] } }).call({ name: 'look' })).toMatchObject({
    value: [true, true],
  });
});

test('the state of a run is shared by its calls and by no other run', async () => {
  const { run: one } = start();
  await one.call('write', { line: 'a' });
  expect(await one.call('write', { line: 'b' })).toMatchObject({ value: 2 });
  expect(await start().run.call('write', { line: 'c' })).toMatchObject({ value: 1 });
});

test('progress, events and log lines reach the host, and the model none of it [CTX-6]', async () => {
  const { run: one, events, lines } = start({ id: 'r1' });
  expect(await one.call({ id: 'c1', name: 'report' })).toMatchObject({ text: 'done' });
  const facts = { at: expect.any(Number), runId: 'r1', callId: 'c1', tool: 'report' };
  expect(events).toEqual([
    { type: 'progress', ...facts, progress: { percent: 50 } },
    { type: 'custom', ...facts, event: 'half' },
    { type: 'log', ...facts, level: 'warn', message: 'Half done.' },
  ]);
  expect(lines).toEqual(['Half done.']);
});

test('the same call of the same run has the same idempotency key, and no other has it', async () => {
  const keyOf = async (id: string, callId: string): Promise<unknown> => {
    const outcome = await start({ id }).run.call({ id: callId, name: 'key' });
    return outcome.status === 'success' ? outcome.value : undefined;
  };
  const keys = await Promise.all([
    keyOf('r1', 'c1'),
    keyOf('r1', 'c1'),
    keyOf('r1', 'c2'),
    keyOf('r2', 'c1'),
    keyOf('r', '1c1'),
  ]);
  expect(keys[0]).toMatch(/^[0-9a-f]{64}$/);
  expect(new Set(keys).size).toBe(4);
});

test('a tool may halt the run: calls in progress finish, later calls read the reason [CTX-6]', async () => {
  const { run: one } = start();
  const outcomes = await Promise.all([one.call('report', {}), one.call('stop', {})]);
  expect(outcomes.map(({ status }) => status)).toEqual(['success', 'success']);
  expect(await one.call('report', {})).toMatchObject({
    status: 'failed',
    reason: 'halted',
    text: 'The run was stopped: No money is left.',
  });
});

test('dependencies are those of the run [CTX-2]', async () => {
  expect(await start({ deps: { user: 'ada' } }).run.call('deps', {})).toMatchObject({ value: 'ada' });
});

describe('usage', () => {
  test('counts the calls that the run and the tool accepted, and the rest of their limits', async () => {
    const { run: one } = start({ maxCalls: 5 });
    await one.call('write', { line: 'a' });
    await one.call({ name: 'no_such_tool' });
    expect(await one.call('usage', {})).toMatchObject({
      value: { calls: 2, callsLeft: 3, toolCalls: 1, toolCallsLeft: 2 },
    });
    expect(await one.call('usage', {})).toMatchObject({
      value: { calls: 3, callsLeft: 2, toolCalls: 2, toolCallsLeft: 1 },
    });
  });

  test('says nothing of limits that there are not', async () => {
    const outcome = await start().run.call('facts', { options: {} });
    expect(outcome).toMatchObject({
      value: { calls: 1, callsLeft: undefined, toolCalls: 1, toolCallsLeft: undefined },
    });
  });

  test('counts a whole batch before one of it runs [LIM-1]', async () => {
    const { run: one } = start({ maxCalls: 4 });
    const outcomes = await one.callAll([{ name: 'usage' }, { name: 'usage' }]);
    const usage = { calls: 2, callsLeft: 2, toolCalls: 2, toolCallsLeft: 1 };
    expect(outcomes).toMatchObject([{ value: usage }, { value: usage }]);
  });

  test('is an immutable snapshot', async () => {
    const outcome = await start().run.call('usage', {});
    const { value } = outcome as { readonly value: { calls: number } };
    expect(() => (value.calls = 0)).toThrow(TypeError);
  });
});

test.each([
  'deps',
  'runId',
  'userId',
  'metadata',
  'signal',
  'logger',
  'state',
  'callId',
  'toolName',
  'retries',
  'retries.attempt',
  'retries.max',
  'retries.isLast',
  'deadline',
  'approval',
  'idempotencyKey',
  'calls',
  'calls.usage',
  'calls.resumed',
  'ledger',
])('no tool can assign %s', async (name) => {
  expect(await start().run.call('assign', { name })).toMatchObject({
    status: 'failed',
    text: expect.stringMatching(new RegExp(`^Cannot (set|assign to read only) property '?${name.split('.').at(-1)}`)),
  });
});

test('nothing that a model sends reaches the context [CTX-4, CTX-5]', async () => {
  const { run: one } = start({ id: 'r1', userId: 'ada', deps: 'deps', metadata: { plan: 'free' } });
  const forged = {
    runId: 'r2',
    userId: 'admin',
    metadata: { plan: 'all' },
    deps: 'mine',
    toolName: 'other',
    attempt: 9,
    approval: { requestId: 'a', metadata: {} },
    calls: 0,
  };
  const own = {
    runId: 'r1',
    userId: 'ada',
    metadata: { plan: 'free' },
    deps: 'deps',
    toolName: 'facts',
    approval: null,
  };
  expect(await one.call({ name: 'facts', arguments: { options: forged } })).toMatchObject({
    value: { options: forged, ...own, attempt: 0, calls: 1 },
  });
  // As the parameter itself, as a property next to it, and as an inherited property.
  for (const more of [{ run: forged }, { run: JSON.stringify(forged) }, { ...forged }, { deps: forged }]) {
    expect(await one.call({ name: 'facts', arguments: { options: {}, ...more } })).toMatchObject({ status: 'retry' });
    await one.call({ name: 'facts', arguments: { options: {} } });
  }
  const inherited = `{"options":{"__proto__":${JSON.stringify(forged)}}}`;
  expect(await one.call({ name: 'facts', arguments: inherited })).toMatchObject({ status: 'retry' });
  expect(await one.call({ name: 'facts', arguments: { options: {} } })).toMatchObject({ value: own });
});
