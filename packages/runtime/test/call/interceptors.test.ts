import { ModelRetry, Tool, ToolFailed, Toolset, Use, type Interceptor, type SuccessOutcome } from '@haft/core';
import { createRuntime, denyWith, forTools, type Run, type RunEvent, type RuntimeOptions } from '../../src/index.js';
import { quietLogger } from '../support/quiet-logger.js';
import { reflect } from '../support/reflect.js';

let log: string[] = [];
beforeEach(() => {
  log = [];
});

function logging(name: string, around: 'call' | 'execution' = 'execution'): Interceptor {
  return {
    around,
    intercept: async (call, next) => {
      log.push(`${name}>`);
      const outcome = await next();
      log.push(`<${name} ${outcome.status}`);
      return outcome;
    },
  };
}

class FromContainer implements Interceptor {
  constructor(private readonly name = 'container') {}
  intercept: Interceptor['intercept'] = (call, next) => logging(this.name).intercept(call, next);
}

@Toolset()
@Use(logging('toolset'), logging('toolset call', 'call'))
class Post {
  @Tool()
  @Use(logging('tool'), logging('tool call', 'call'))
  async send(to: string, text: string): Promise<string> {
    log.push(`send ${to} ${text}`);
    if (to === 'nobody') throw new ToolFailed('There is nobody.');
    return `sent to ${to}`;
  }

  @Tool()
  @Use(FromContainer)
  async open(): Promise<string> {
    return 'open';
  }
}

const string = { type: 'string', minLength: 2 } as const;
const post = reflect(Post, { send: { parameters: { to: string, text: string } }, open: {} });

function start(
  interceptors: RuntimeOptions['interceptors'] = [],
  more: RuntimeOptions = {},
): { run: Run; events: RunEvent[] } {
  const events: RunEvent[] = [];
  const runtime = createRuntime({
    toolsets: [post, new Post()],
    provide: [{ provide: FromContainer, useFactory: () => new FromContainer() }],
    interceptors: interceptors,
    ...more,
    observe: { logger: quietLogger(), onEvent: (event) => events.push(event), ...more.observe },
  });
  return { run: runtime.startRun() as Run, events };
}

const letter = { to: 'ada', text: 'hello' };

test('runtime, toolset, tool: the first is the outermost, and call interceptors are outside execution ones [HOOK-1, HOOK-2]', async () => {
  const { run } = start([logging('runtime'), logging('runtime call', 'call')]);
  await run.call('send', letter);
  expect(log).toEqual([
    'runtime call>',
    'toolset call>',
    'tool call>',
    'runtime>',
    'toolset>',
    'tool>',
    'send ada hello',
    '<tool success',
    '<toolset success',
    '<runtime success',
    '<tool call success',
    '<toolset call success',
    '<runtime call success',
  ]);
});

test('around the execution, nothing runs when the arguments are wrong', async () => {
  const { run } = start();
  await run.call({ name: 'send', arguments: { to: 'ada' } });
  expect(log).toEqual(['toolset call>', 'tool call>', '<tool call retry', '<toolset call retry']);
});

test('a class comes from the container', async () => {
  const { run } = start();
  await run.call('open', {});
  expect(log).toContain('container>');
});

test('an interceptor may answer instead of the tool, which is recorded [HOOK-4, TSP-7]', async () => {
  const skipping: Interceptor = {
    intercept: async (call): Promise<SuccessOutcome> => ({
      status: 'success',
      callId: call.callId,
      tool: call.definition.name,
      text: 'from memory',
      value: 'from memory',
      repairs: [],
    }),
  };
  const { run, events } = start([skipping]);
  expect(await run.call('send', letter)).toMatchObject({ status: 'success', text: 'from memory' });
  expect(log).not.toContain('send ada hello');
  expect(events).toMatchObject([{ type: 'skipped', tool: 'send', status: 'success', skippedBy: 'Object' }]);
});

test('the outcome names the class of an interceptor that answered, also inside forTools [HOOK-4]', async () => {
  class Closed implements Interceptor {
    intercept: Interceptor['intercept'] = async (call) => denyWith(call);
  }
  // As a module is, whose exports are an interceptor.
  const bare = Object.assign(Object.create(null) as object, new Closed());
  for (const [interceptor, skippedBy] of [
    [new Closed(), 'Closed'],
    [forTools('send', new Closed()), 'Closed'],
    [bare, 'Object'],
  ] as const) {
    const { run, events } = start([interceptor]);
    expect(await run.call('send', letter)).toMatchObject({ status: 'denied' });
    expect(events).toMatchObject([{ type: 'skipped', status: 'denied', skippedBy }]);
  }
});

test.each(['call', 'execution'] as const)(
  'around the %s, changed arguments are checked again [TSP-7]',
  async (around) => {
    const changing = (args: Record<string, string>): Interceptor => ({
      around,
      intercept: (call, next) => next(call.withArguments(args)),
    });
    const good = await start([changing({ to: 'eve', text: 'changed' })]).run.call('send', letter);
    expect(good).toMatchObject({ text: 'sent to eve' });
    log = [];
    const bad = await start([changing({ to: 'eve', text: '' })]).run.call('send', letter);
    expect(bad).toMatchObject({ status: 'retry', issues: [{ path: ['text'] }] });
    expect(log).not.toContain('send eve ');
  },
);

test('an interceptor may recover from a failure [HOOK-3, TSP-7]', async () => {
  const recovering: Interceptor = {
    intercept: async (_call, next) => {
      const outcome = await next();
      if (outcome.status !== 'failed') return outcome;
      return { ...outcome, status: 'success', text: 'kept for later', value: undefined };
    },
  };
  const { run } = start([recovering]);
  expect(await run.call('send', { to: 'nobody', text: 'hello' })).toMatchObject({
    status: 'success',
    text: 'kept for later',
  });
});

test('an error of an interceptor has the same effect as an error of the tool', async () => {
  const asking: Interceptor = { intercept: () => Promise.reject(new ModelRetry('Say please.')) };
  const broken: Interceptor = { intercept: () => Promise.reject(new Error('secret')) };
  expect(await start([asking]).run.call('send', letter)).toMatchObject({
    status: 'retry',
    text: 'Say please.\n\nFix the errors and try again.',
  });
  const masked = await start([broken]).run.call('send', letter);
  expect(masked).toMatchObject({ status: 'failed', reason: 'exception' });
  expect(masked.text).not.toContain('secret');
});

test('an interceptor may throw synchronously', async () => {
  const broken: Interceptor = {
    intercept: () => {
      throw new ToolFailed('Closed.');
    },
  };
  expect(await start([broken]).run.call('send', letter)).toMatchObject({ status: 'failed', text: 'Closed.' });
});

test('next twice is a mistake of the developer, and the tool runs once', async () => {
  const twice: Interceptor = {
    intercept: async (_call, next) => {
      await next();
      return next();
    },
  };
  await expect(start([twice]).run.call('send', letter)).rejects.toMatchObject({
    code: 'HAFT_NEXT_TWICE',
    hint: expect.stringContaining('at most once'),
  });
  expect(log.filter((line) => line === 'send ada hello')).toHaveLength(1);
});

test.each([
  undefined,
  null,
  'done',
  {},
  { status: 'weird', text: '', repairs: [] },
  { status: 'success', text: 'done' },
])('to return %p instead of an outcome is a mistake of the developer', async (what) => {
  const forgetful: Interceptor = {
    intercept: async (_call, next) => {
      await next();
      return what as never;
    },
  };
  await expect(start([forgetful]).run.call('send', letter)).rejects.toMatchObject({
    code: 'HAFT_INVALID_OPTION',
    message: "The interceptor Object returned no outcome for 'send'.",
  });
});

test('the deadline covers interceptors [HOOK-6]', async () => {
  const hanging: Interceptor = { intercept: () => new Promise(() => undefined) };
  expect(await start([hanging], { limits: { timeoutMs: 20 } }).run.call('send', letter)).toMatchObject({
    reason: 'timeout',
  });
});

test('an interceptor sees the typed arguments, the definition and the run', async () => {
  let seen: unknown;
  const looking: Interceptor = {
    intercept: (call, next) => {
      seen = {
        args: call.arguments,
        name: call.definition.name,
        attempt: call.run.retries.attempt,
        callId: call.callId,
      };
      return next();
    },
  };
  await start([looking]).run.call({ id: 'c7', name: 'send', arguments: letter });
  expect(seen).toEqual({ args: letter, name: 'send', attempt: 0, callId: 'c7' });
});
