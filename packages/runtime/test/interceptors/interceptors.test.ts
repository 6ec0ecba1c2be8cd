import { jest } from '@jest/globals';
import {
  Hints,
  mapError,
  Tool,
  ToolFailed,
  Toolset,
  type FailedOutcome,
  type InterceptedCall,
  type Interceptor,
  type RunContext,
  type ToolOutcome,
} from '@haft/core';
import { z } from 'zod';
import {
  createRuntime,
  defineTool,
  denyWith,
  failWith,
  forTools,
  retryTransient,
  succeedWith,
  toolset,
  type DefinedTool,
  type Run,
  type RuntimeOptions,
} from '../../src/index.js';
import { quietLogger } from '../support/quiet-logger.js';
import { reflect } from '../support/reflect.js';

@Toolset()
class Net {
  calls = 0;

  @Tool()
  @Hints({ idempotent: true })
  async get(failures: number): Promise<string> {
    if (++this.calls <= failures) throw this.calls % 2 === 0 ? new ToolFailed('busy') : new Error('down');
    return `got after ${this.calls}`;
  }

  @Tool()
  async post(): Promise<string> {
    this.calls++;
    throw new ToolFailed('busy');
  }
}
const net = reflect(Net, {
  get: { parameters: { failures: { type: 'number' } }, hints: { idempotent: true } },
  post: {},
});

function start(...given: readonly (Interceptor | RuntimeOptions)[]): { run: Run; toolset: Net } {
  const toolset = new Net();
  const interceptors = given.filter((one) => 'intercept' in one);
  const options = Object.assign({}, ...given.filter((one) => !('intercept' in one))) as RuntimeOptions;
  const toolsets = [net, toolset];
  const runtime = createRuntime({
    toolsets,
    interceptors,
    ...options,
    observe: { logger: quietLogger(), ...options.observe },
    limits: { timeoutMs: 4000, ...options.limits },
  });
  return { run: runtime.startRun() as Run, toolset };
}

describe('retryTransient [RET-8]', () => {
  test('executes again after a temporary failure', async () => {
    const { run } = start(retryTransient({ delayMs: 1 }));
    expect(await run.call('get', { failures: 2 })).toMatchObject({ status: 'success', text: 'got after 3' });
  });

  test('gives up after as many executions as it may', async () => {
    const { run, toolset } = start(retryTransient({ attempts: 2, delayMs: 1 }));
    expect(await run.call('get', { failures: 9 })).toMatchObject({ status: 'failed', text: 'busy' });
    expect(toolset.calls).toBe(2);
  });

  test('leaves tools alone that may have had an effect', async () => {
    const { run, toolset } = start(retryTransient({ delayMs: 1 }));
    expect((await run.call('post', {})).status).toBe('failed');
    expect(toolset.calls).toBe(1);
  });

  test('asks whether a failure is one that goes away', async () => {
    const { run, toolset } = start(
      retryTransient({ delayMs: 1, on: (_error, outcome) => outcome.reason === 'exception' }),
    );
    expect((await run.call('get', { failures: 9 })).text).toBe('busy');
    expect(toolset.calls).toBe(2);
  });

  test('tells failures apart by the error that the tool threw, mapped or not [RET-8]', async () => {
    const asked: unknown[] = [];
    const on = (error: unknown): boolean => asked.push(error) > 0 && !(error instanceof ToolFailed);
    for (const mapErrors of [[], [mapError(Error, 'mapped')]]) {
      const { run, toolset } = start({ errors: { map: mapErrors } }, retryTransient({ delayMs: 1, on }));
      expect((await run.call('get', { failures: 9 })).text).toBe('busy');
      expect(toolset.calls).toBe(2);
    }
    expect(asked).toEqual([new Error('down'), new ToolFailed('busy'), new Error('down'), new ToolFailed('busy')]);
  });

  test('takes an answer of an interceptor for a `ToolFailed` [RET-8]', async () => {
    const asked: unknown[] = [];
    const on = (error: unknown): boolean => asked.push(error) === 0;
    const closed: Interceptor = { intercept: async (call) => failWith(call, 'closed') };
    await start(retryTransient({ on }), closed).run.call('get', { failures: 0 });
    expect(asked).toEqual([new ToolFailed('closed')]);
  });

  describe('an interceptor inside changes the failure [RET-8]', () => {
    const down = new Error('down');
    const failing = (execute: (args: object, run: RunContext) => unknown): DefinedTool =>
      defineTool({
        name: 'ping',
        description: 'Pings.',
        parameters: { type: 'object' },
        hints: { idempotent: true },
        execute,
      }) as DefinedTool;
    const askedAbout = async (
      change: (outcome: ToolOutcome, call: InterceptedCall) => ToolOutcome,
      options: RuntimeOptions = {},
      execute: (args: object, run: RunContext) => unknown = () => {
        throw down;
      },
    ): Promise<{ readonly asked: readonly unknown[]; readonly outcome: ToolOutcome }> => {
      const asked: unknown[] = [];
      const on = (error: unknown): boolean => asked.push(error) === 1;
      const changing: Interceptor = { intercept: async (call, next) => change(await next(), call) };
      const passing: Interceptor = { intercept: (_call, next) => next() };
      const runtime = createRuntime({
        toolsets: toolset('net', [
          failing(execute),
          defineTool({
            name: 'other',
            description: 'Fails.',
            parameters: { type: 'object' },
            execute: () => {
              throw new RangeError('other');
            },
          }),
        ]),
        interceptors: [forTools('ping', retryTransient({ delayMs: 0, on })), passing, forTools('ping', changing)],
        ...options,
        observe: { logger: quietLogger(), ...options.observe },
      });
      return { outcome: await runtime.startRun().call({ id: 'a', name: 'ping' }), asked };
    };

    test.each([
      ['a copy', (outcome: ToolOutcome) => ({ ...outcome })],
      ['a copy with another text', (outcome: ToolOutcome) => ({ ...outcome, text: 'Try later.' })],
      ['a copy by JSON', (outcome: ToolOutcome) => JSON.parse(JSON.stringify(outcome)) as ToolOutcome],
      ['a frozen copy', (outcome: ToolOutcome) => Object.freeze({ ...outcome })],
    ])('%s keeps the error', async (_how, change) => {
      for (const mapErrors of [[], [mapError(Error, 'mapped')]]) {
        const { asked, outcome } = await askedAbout(change, { errors: { map: mapErrors } });
        expect(asked).toEqual([down, down]);
        expect(asked[0]).toBe(down);
        expect((outcome as FailedOutcome).cause).toBe(down);
      }
    });

    test('a shared object never gets the error of another call', async () => {
      const shared = { status: 'failed', reason: 'tool', callId: 'a', tool: 'ping', text: 'No.', repairs: [] } as const;
      await askedAbout(() => shared);
      expect('cause' in shared).toBe(false);
    });

    test('a success in its place is not executed again', async () => {
      const { asked, outcome } = await askedAbout((_outcome, call) => succeedWith(call, 'cached'));
      expect(asked).toEqual([]);
      expect(outcome.text).toBe('cached');
    });

    test('a failure of its own counts as a `ToolFailed`', async () => {
      const { asked } = await askedAbout((_outcome, call) => failWith(call, 'closed'));
      expect(asked).toEqual([new ToolFailed('closed'), new ToolFailed('closed')]);
    });

    test('the error of an inner call stays with that call', async () => {
      const execute = async (_args: object, run: RunContext): Promise<never> => {
        const { text } = await run.calls.call({ name: 'other' });
        throw new ToolFailed(text.slice(0, 8));
      };
      const { asked } = await askedAbout((outcome) => ({ ...outcome }), {}, execute);
      expect(asked).toEqual([new ToolFailed('The tool'), new ToolFailed('The tool')]);
    });

    test('a success after an inner call that failed is not executed again', async () => {
      const execute = async (_args: object, run: RunContext): Promise<string> =>
        (await run.calls.call({ name: 'other' })).status;
      const { asked, outcome } = await askedAbout((given) => ({ ...given }), {}, execute);
      expect([asked, outcome.text]).toEqual([[], 'failed']);
    });
  });

  test('a function that expects the outcome first does not compile [RET-8]', () => {
    // @ts-expect-error: an error may be anything
    expect(retryTransient({ on: (outcome: FailedOutcome) => outcome.reason === 'tool' })).toBeDefined();
  });

  test('waits twice as long each time, 10 seconds at most, with a random part [RET-8]', async () => {
    const delays: (number | undefined)[] = [];
    const random = jest.spyOn(Math, 'random');
    const timer = jest.spyOn(globalThis, 'setTimeout').mockImplementation(((done: () => void, ms?: number) => {
      // The deadline of the call is one of them.
      if (ms !== 4000) delays.push(ms);
      if (ms !== 4000) queueMicrotask(done);
    }) as never);
    try {
      for (const part of [0, 0.999_999]) {
        random.mockReturnValue(part);
        await start(retryTransient({ attempts: 8, delayMs: 200 })).run.call('get', { failures: 99 });
      }
    } finally {
      timer.mockRestore();
      random.mockRestore();
    }
    const longest = [200, 400, 800, 1600, 3200, 6400, 10_000];
    expect(delays.map((ms) => Math.round(ms ?? 0))).toEqual([...longest.map((ms) => ms / 2), ...longest]);
  });

  test('a person is asked once, however often the call is executed [RET-8]', async () => {
    let executions = 0;
    const pay = defineTool({
      name: 'pay',
      description: 'Pays.',
      parameters: { type: 'object' },
      hints: { idempotent: true },
      settings: { approvals: [true] },
      execute: () => {
        if (++executions < 3) throw new ToolFailed('busy');
        return 'paid';
      },
    });
    const interceptors = [retryTransient({ delayMs: 0 })];
    const run = createRuntime({ toolsets: toolset('bank', [pay]), interceptors }).startRun();
    await run.call({ name: 'pay' });
    const [request] = run.pending().requests;
    expect(await run.resume({ [request?.id ?? '']: true })).toMatchObject([{ status: 'success', text: 'paid' }]);
    expect(executions).toBe(3);
  });

  test('ends with the deadline of the call', async () => {
    const { run, toolset } = start(retryTransient({ attempts: 100, delayMs: 10_000 }));
    expect(await run.call('get', { failures: 99 })).toMatchObject({ reason: 'timeout' });
    expect(toolset.calls).toBe(1);
  });
});

describe('a second execution has arguments of its own, and the same idempotency key', () => {
  const seen: unknown[] = [];
  const options = {
    name: 'sort',
    description: 'Sorts.',
    hints: { idempotent: true },
    execute: (args: { words?: string[] | undefined; tag?: string | undefined }, run: RunContext) => {
      seen.push([structuredClone(args), run.idempotencyKey]);
      args.words?.pop();
      delete args.tag;
      throw new ToolFailed('busy');
    },
  };
  const parameters = {
    type: 'object',
    properties: { words: { type: 'array', items: { type: 'string' } }, tag: { type: 'string' } },
  } as const;
  const standard = z.object({ words: z.array(z.string()).optional(), tag: z.string().optional() });
  const sent = { words: ['b', 'a'], tag: 'x' };
  const changing: Interceptor = {
    intercept: (call, next) => next(call.withArguments({ ...(call.arguments as object), tag: 'y' })),
  };
  const repeating = retryTransient({ delayMs: 0 });

  test.each([
    ['given as an object', defineTool({ ...options, parameters }), sent, [repeating], 'x'],
    ['given as a text', defineTool({ ...options, parameters }), JSON.stringify(sent), [repeating], 'x'],
    ['of a Standard Schema', defineTool({ ...options, parameters: standard }), sent, [repeating], 'x'],
    ['changed inside of it', defineTool({ ...options, parameters }), sent, [repeating, changing], 'y'],
    ['changed outside of it', defineTool({ ...options, parameters }), sent, [changing, repeating], 'y'],
    ['narrowed by forTools', defineTool({ ...options, parameters }), sent, [forTools('sort', repeating)], 'x'],
  ])('arguments %s', async (_how, tool, args, interceptors, tag) => {
    seen.length = 0;
    const runtime = createRuntime({ toolsets: toolset('sorts', [tool as DefinedTool]), interceptors });
    const given = structuredClone(args);
    expect(await runtime.startRun().call({ name: 'sort', arguments: given })).toMatchObject({ text: 'busy' });
    expect(seen).toHaveLength(3);
    expect(seen).toEqual(Array(3).fill([{ words: ['b', 'a'], tag }, (seen[0] as unknown[])[1]]));
  });
});

test('forTools lets retryTransient repeat only its tools [RET-9]', async () => {
  const { run, toolset: net } = start(forTools('post', retryTransient({ delayMs: 1 })));
  expect((await run.call('get', { failures: 9 })).status).toBe('failed');
  expect(net.calls).toBe(1);
});

test('forTools takes names, a list, a pattern or a predicate [RET-9, HOOK-5]', async () => {
  const log: string[] = [];
  const logging = (name: string): Interceptor => ({
    intercept: (_call, next) => {
      log.push(name);
      return next();
    },
  });
  const { run } = start(
    forTools('get', logging('name')),
    forTools(['post'], logging('list')),
    forTools(/^g/g, logging('pattern')),
    forTools(({ hints }) => hints?.idempotent === true, logging('predicate')),
  );
  await run.call('get', { failures: 0 });
  await run.call('get', { failures: 0 });
  expect(log).toEqual(['name', 'pattern', 'predicate', 'name', 'pattern', 'predicate']);
});

test('an interceptor answers with a value, a failure or a refusal', async () => {
  const answering = (answer: Interceptor['intercept']): Promise<unknown> =>
    start({ intercept: answer }).run.call('post', {});
  expect(await answering(async (call) => succeedWith(call, { at: new Date(0) }))).toMatchObject({
    status: 'success',
    tool: 'post',
    text: '{"at":"1970-01-01T00:00:00.000Z"}',
  });
  expect(await answering(async (call) => succeedWith(call, ''))).toMatchObject({ text: '(no output)' });
  expect(await answering(async (call) => failWith(call, 'Closed.'))).toMatchObject({
    status: 'failed',
    reason: 'tool',
    text: 'Closed.',
  });
  expect(await answering(async (call) => denyWith(call))).toMatchObject({
    status: 'denied',
    text: 'The tool call was denied.',
  });
});
