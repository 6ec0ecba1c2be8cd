import { HaftError, Inject, ModelRetry, RunContext, Tool, ToolFailed, Toolset, type Interceptor } from '@haft/core';
import { EFFECTS_FORMAT, reflected, REFLECTED_FORMAT, type ReflectedToolsets } from '@haft/core/reflected';
import { expectTypeOf } from 'expect-type';
import { compose, createRuntime, defineTool, denyWith, toolset, type RuntimeOptions } from '../../src/index.js';
import { DeskToolset, deskToolsets } from '../support/desk-toolset.js';
import { quietLogger } from '../support/quiet-logger.js';
import { reflect } from '../support/reflect.js';

class Clock {
  now(): number {
    return 5;
  }
}

@Toolset({ prefix: 'time' })
class TimeToolset {
  static made = 0;
  constructor(private readonly clock: Clock) {
    TimeToolset.made++;
  }

  @Tool()
  async now(@Inject('zone') zone: string, offset: number): Promise<string> {
    return `${this.clock.now() + offset} ${zone}`;
  }
}
const time = reflect(
  TimeToolset,
  {
    now: {
      parameters: { 'host:zone': {}, offset: { type: 'number' } },
      host: [{ index: 0, name: 'zone' }],
    },
  },
  { prefix: 'time_', dependencies: [Clock] },
);

function errorOf(make: () => unknown): HaftError {
  try {
    make();
  } catch (error) {
    if (error instanceof HaftError) return error;
    throw error;
  }
  throw new Error('Nothing was thrown.');
}

test('toolsets and injected parameters come from the container, singletons once [CTX-3, CTX-4]', async () => {
  const runtime = createRuntime({ toolsets: time, provide: [Clock, { provide: 'zone', useValue: 'UTC' }] });
  for (let i = 0; i < 3; i++) {
    await using run = runtime.startRun();
    expect(await run.call({ name: 'time_now', arguments: { offset: 1 } })).toMatchObject({ value: '6 UTC' });
  }
  expect(TimeToolset.made).toBe(1);
  await runtime.dispose();
});

test('a wiring problem is an error when the runtime is created [CTX-3]', () => {
  expect(errorOf(() => createRuntime({ toolsets: time })).code).toBe('HAFT_WIRING');
});

test('the model cannot set an injected parameter, and is not told that it exists [ARG-8, CTX-4]', async () => {
  const runtime = createRuntime({ toolsets: time, provide: [Clock, { provide: 'zone', useValue: 'UTC' }] });
  const outcome = await runtime.startRun().call({ name: 'time_now', arguments: { offset: 1, zone: 'X' } });
  expect(outcome).toMatchObject({ status: 'retry', issues: [{ path: ['zone'] }] });
  expect(outcome.text).toContain('\n- zone: expected no argument of this name, received "X"\n');
});

test('a class whose tools differ from the generated module is stale [SER-2, NEW-22]', () => {
  class Changed {
    @Tool() read(): void {}
    @Tool() write(): void {}
  }
  const { code, message, hint } = errorOf(() =>
    createRuntime({ toolsets: reflect(Changed, { read: {}, remove: {} }) }),
  );
  expect(code).toBe('HAFT_STALE_DESCRIPTOR');
  expect(message).toBe(
    'Changed (toolset Changed, src/Changed.ts): the method write is a tool that the generated module does not know; ' +
      'the generated module has a tool of the method remove, which is not a tool.',
  );
  expect(hint).toBe('Run `npx haft build` and compile again.');
});

test('a tool of a base class that the build did not read is stale, with another way to correct it', () => {
  class Base {
    @Tool() read(): void {}
  }
  class Derived extends Base {}
  const { hint } = errorOf(() => createRuntime({ toolsets: reflect(Derived, {}) }));
  expect(hint).toBe(
    'Run `npx haft build` and compile again. If that does not help, a base class hides read from the build: ' +
      'override it in Derived with @Tool().',
  );
});

test('the methods of a mixin are tools, whether the class inherits or copies them', async () => {
  class Copied {
    @Tool() copy(): string {
      return 'copied';
    }
  }
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- TypeScript demands it of mixins
  const logged = <C extends abstract new (...args: any[]) => object>(base: C) => {
    abstract class Logged extends base {
      @Tool() log(): string {
        return 'logged';
      }
    }
    return Logged;
  };
  class Derived extends logged(Clock) {}
  Object.defineProperty(Derived.prototype, 'copy', {
    value: Object.getOwnPropertyDescriptor(Copied.prototype, 'copy')?.value,
  });
  const run = createRuntime({ toolsets: reflect(Derived, { copy: {}, log: {} }) }).startRun();
  for (const name of ['copy', 'log'])
    expect(await run.call({ name, arguments: {} })).toMatchObject({ status: 'success' });
});

test('an instance or a class that no generated module knows is refused with what to run', () => {
  const instance = errorOf(() => createRuntime({ toolsets: [deskToolsets, new Clock()] }));
  expect(instance.code).toBe('HAFT_NOT_REFLECTED');
  expect(instance.message).toContain('an instance of Clock');
  expect(instance.hint).toContain('npx haft build');
  expect(errorOf(() => createRuntime({ toolsets: Clock })).message).toContain('Clock');
  expect(errorOf(() => createRuntime({ toolsets: 5 as never })).code).toBe('HAFT_NOT_REFLECTED');
  const tool = defineTool({ name: 'look', description: 'Looks.', parameters: { type: 'object' }, execute: () => 1 });
  expect(errorOf(() => createRuntime({ toolsets: [tool] as never }))).toMatchObject({
    message: "createRuntime() got the tool 'look' as a toolset.",
    hint: "Put tools in a toolset: toolset('desk', [tool]).",
  });
});

test('two tools of one name are refused, and both toolsets named [NAM-4]', () => {
  class Other {
    @Tool() add(): void {}
  }
  const { code, message, hint } = errorOf(() =>
    createRuntime({ toolsets: [deskToolsets, new DeskToolset(), reflect(Other, { add: { name: 'desk_add' } })] }),
  );
  expect(code).toBe('HAFT_DUPLICATE_TOOL');
  expect(message).toBe("Toolset 'Other' defines 'desk_add', which toolset 'DeskToolset' defines too.");
  expect(hint).toContain('.prefix(');
});

test('a generated module of another version is refused', () => {
  expect(errorOf(() => createRuntime({ toolsets: reflected(99, () => ({ toolsets: [], services: [] })) })).code).toBe(
    'HAFT_FORMAT_VERSION',
  );
});

test('the module of a library is asked for the formats that this runtime reads, whatever its copy of @haft/core reads', () => {
  const asked: string[] = [];
  const read = (...formats: readonly number[]) => {
    asked.push(formats.join(' '));
    return { toolsets: [], services: [] };
  };
  const ofLibrary = { kind: 'reflected', read } as never;
  createRuntime({ toolsets: [ofLibrary, compose(ofLibrary)] });
  expect(new Set(asked)).toEqual(new Set([`1 ${REFLECTED_FORMAT} ${EFFECTS_FORMAT}`]));
});

test.each<[RuntimeOptions]>([
  [{ limits: { retries: -1 } }],
  [{ limits: { retries: 1.5 } }],
  [{ limits: { timeoutMs: 0 } }],
  [{ limits: { maxCalls: NaN } }],
  [{ limits: { concurrency: { runtime: 0 } } }],
  [{ limits: { concurrency: { batch: -1 } } }],
  [{ results: { maxCharacters: 0 } }],
])('an option out of its range is refused: %j', (options) => {
  expect(errorOf(() => createRuntime({ toolsets: deskToolsets, ...options })).code).toBe('HAFT_INVALID_OPTION');
});

test.each<[string, unknown, string]>([
  ['nothing', undefined, 'createRuntime was given no `toolsets`.'],
  ['options without toolsets', {}, 'createRuntime was given no `toolsets`.'],
  ['toolsets that are undefined', { toolsets: undefined }, 'createRuntime was given no `toolsets`.'],
  ['the toolsets themselves', deskToolsets, 'createRuntime was given no `toolsets`.'],
  ['a class', class Desk {}, 'createRuntime was given the class Desk.'],
])('%s causes an error with the hint { toolsets }', (_, given, message) => {
  const error = errorOf(() => createRuntime(given as never));
  expect(error).toMatchObject({
    code: 'HAFT_INVALID_OPTION',
    hint: expect.stringContaining('createRuntime({ toolsets })'),
  });
  expect(error.message).toContain(message);
});

test('the options of a run are checked too [RET-4]', () => {
  const runtime = createRuntime({ toolsets: deskToolsets });
  expect(errorOf(() => runtime.startRun({ retries: -1 })).code).toBe('HAFT_INVALID_OPTION');
  expect(errorOf(() => runtime.startRun({ concurrency: 0 })).code).toBe('HAFT_INVALID_OPTION');
});

test('definitions are those of the runtime, made once', async () => {
  const runtime = createRuntime({ toolsets: deskToolsets });
  const first = await runtime.startRun().definitions();
  expect(await runtime.startRun().definitions()).toBe(first);
  expect(first[0]).toEqual({
    name: 'desk_add',
    description: 'Does add.',
    toolset: 'DeskToolset',
    version: '0',
    fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
    parameters: {
      type: 'object',
      properties: { a: { type: 'number' }, b: { type: 'number' } },
      required: ['a'],
      additionalProperties: false,
    },
    result: { type: 'number' },
  });
  expect(() => (first as unknown[]).push(1)).toThrow(TypeError);
});

test('statistics count the calls of all runs [OBS-3]', async () => {
  const runtime = createRuntime({ toolsets: [deskToolsets, new DeskToolset()], observe: { logger: quietLogger() } });
  await runtime.startRun().call({ name: 'desk_add', arguments: { a: 1 } });
  await runtime.startRun().call({ name: 'desk_add', arguments: {} });
  await runtime.startRun().call({ name: 'desk_crash' });
  const statistics = runtime.statistics().filter(({ calls }) => calls > 0);
  const none = { success: 0, retry: 0, failed: 0, denied: 0, deferred: 0, interrupted: 0 };
  expect(statistics).toEqual([
    {
      tool: 'desk_add',
      calls: 2,
      cached: 0,
      late: 0,
      refused: 0,
      outcomes: { ...none, success: 1, retry: 1 },
      successRate: 0.5,
    },
    { tool: 'desk_crash', calls: 1, cached: 0, late: 0, refused: 0, outcomes: { ...none, failed: 1 }, successRate: 0 },
  ]);
});

test('each of the six outcomes is counted separately [ERR-10]', async () => {
  const refuse: Interceptor = { intercept: async (call) => denyWith(call) };
  const tool = (name: string, execute: () => unknown, settings: object = {}) =>
    defineTool({ name, description: `Does ${name}.`, parameters: { type: 'object' }, settings, execute });
  const fail = (error: Error) => (): never => {
    throw error;
  };
  const tools = [
    tool('success', () => 1),
    tool('retry', fail(new ModelRetry('Again.'))),
    tool('failed', fail(new ToolFailed('No.'))),
    tool('denied', () => 1, { interceptors: [refuse] }),
    tool('deferred', () => 1, { approvals: [true] }),
    tool('interrupted', () => new Promise(() => undefined)),
  ];
  const runtime = createRuntime({ toolsets: toolset('desk', tools), observe: { logger: quietLogger() } });
  const run = runtime.startRun();
  const calls = run.callAll(tools.map(({ definition }) => ({ name: definition.name })));
  setTimeout(() => run.cancel(), 10);
  expect((await calls).map(({ status, tool: name }) => [name, status])).toEqual(
    tools.map(({ definition: { name } }) => [name, name]),
  );
  for (const { tool: name, outcomes } of runtime.statistics()) {
    expect(Object.entries(outcomes).filter(([, count]) => count > 0)).toEqual([[name, 1]]);
  }
});

test('statistics of one tool [OBS-3]', async () => {
  const runtime = createRuntime({ toolsets: [deskToolsets, new DeskToolset()] });
  await runtime.startRun().call({ name: 'desk_add', arguments: { a: 1 } });
  expect(runtime.statistics('desk_add')).toMatchObject({ tool: 'desk_add', calls: 1, successRate: 1 });
  expect(runtime.statistics('desk_echo')).toMatchObject({ tool: 'desk_echo', calls: 0 });
  expect(errorOf(() => runtime.statistics('desk_ad'))).toMatchObject({
    code: 'HAFT_UNKNOWN_TOOL',
    hint: "Did you mean 'desk_add'?",
  });
});

test('the developer may ask for exceptions [ERR-8, RET-5]', async () => {
  const toolsets = [deskToolsets, new DeskToolset()];
  const throwing = createRuntime({ toolsets, errors: { onUnexpected: 'throw', onExhausted: 'throw' } });
  await expect(throwing.startRun().call({ name: 'desk_crash' })).rejects.toThrow('secret of /etc/passwd');
  await expect(throwing.startRun().call({ name: 'desk_crash_at_once' })).rejects.toThrow('secret of /etc/passwd');
  await expect(throwing.startRun().call({ name: 'desk_strict' })).rejects.toMatchObject({
    code: 'HAFT_RETRY_BUDGET_EXHAUSTED',
  });
});

test('a listener that throws disturbs nothing', async () => {
  const logger = quietLogger();
  const runtime = createRuntime({
    toolsets: [deskToolsets, new DeskToolset()],
    observe: {
      logger,
      onEvent: () => {
        throw new Error('listener');
      },
    },
  });
  expect((await runtime.startRun().call({ name: 'desk_add', arguments: {} })).status).toBe('retry');
  expect(logger.lines).toEqual(['A listener of run events threw.']);
});

test('RunContext cannot be changed', async () => {
  class Vandal {
    @Tool()
    async change(run: RunContext): Promise<string[]> {
      const failures: string[] = [];
      for (const name of ['deps', 'userId', 'signal', 'retries', 'state']) {
        try {
          (run as unknown as Record<string, unknown>)[name] = 'mine';
        } catch {
          failures.push(name);
        }
      }
      return failures;
    }
  }
  const runtime = createRuntime({ toolsets: [reflect(Vandal, { change: { parameters: { run: {} } } }), new Vandal()] });
  expect(await runtime.startRun().call({ name: 'change' })).toMatchObject({
    value: ['deps', 'userId', 'signal', 'retries', 'state'],
  });
});

test('calls are typed by the generated module [TSP-20]', () => {
  interface Tools {
    desk_add: { arguments: { a: number; b?: number }; result: number };
  }
  interface More {
    more_tea: { arguments: { cups: number }; result: string };
  }
  const typed = deskToolsets as ReflectedToolsets<Tools>;
  const use = () => {
    const run = createRuntime({ toolsets: typed }).startRun();
    // @ts-expect-error: no such tool
    void run.call('desk_sub', { a: 1 });
    // @ts-expect-error: an argument of the wrong type
    void run.call('desk_add', { a: '1' });
    void run.call('desk_add', { a: 1 });
    const both = createRuntime({ toolsets: [typed, time as ReflectedToolsets<More>] }).startRun();
    void both.call('more_tea', { cups: 1 });
    void both.call('desk_add', { a: 1 });
    // @ts-expect-error: an argument of the wrong type
    void both.call('more_tea', { cups: 'one' });
    expectTypeOf(run.call).returns.resolves.toHaveProperty('status');
    const untyped = createRuntime({ toolsets: deskToolsets }).startRun();
    void untyped.call('anything', { a: 1 });
  };
  expect(use).toBeInstanceOf(Function);
});

test('withDeps is about types only: the runtime is the same [CTX-2]', () => {
  const runtime = createRuntime({ toolsets: [deskToolsets, new DeskToolset()] });
  expect(runtime.withDeps<{ readonly user: string }>()).toBe(runtime);
});
