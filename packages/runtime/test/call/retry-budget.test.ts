import { beforeEach, describe, expect, it } from '@jest/globals';
import {
  ApprovalRequired,
  CallDeferred,
  HaftError,
  ModelRetry,
  Retries,
  RunContext,
  Tool,
  ToolFailed,
  Toolset,
  type Interceptor,
  type ToolCall,
  type ToolOutcome,
} from '@haft/core';
import {
  compose,
  createRuntime,
  defineTool,
  toolset,
  type Run,
  type RunEvent,
  type RuntimeOptions,
} from '../../src/index.js';
import { quietLogger } from '../support/quiet-logger.js';
import { reflect } from '../support/reflect.js';

/*
 * How often a model may correct itself, by tool. run/call-batch.test.ts tests the counts in a
 * batch.
 */

/** The next behaviour of the tool. */
let act: (run: RunContext) => unknown;
let executions: number;
beforeEach(() => {
  executions = 0;
  act = () => 'done';
});

const work = (settings: object = {}) =>
  defineTool({
    name: 'work',
    description: 'Works.',
    aliases: ['toil'],
    parameters: { type: 'object', properties: { n: { type: 'integer' } }, additionalProperties: false },
    settings: { retries: 1, ...settings },
    execute: (_args, run) => {
      executions++;
      return act(run);
    },
  });
const ask = (): never => {
  throw new ModelRetry('Look again.');
};

function start(options: RuntimeOptions = {}, settings: object = {}): { run: Run; events: RunEvent[] } {
  const events: RunEvent[] = [];
  const onEvent = (event: RunEvent) => events.push(event);
  const toolsets = toolset('desk', [work(settings)]);
  return {
    run: createRuntime({
      toolsets,
      ...options,
      observe: { logger: quietLogger(), onEvent, ...options.observe },
    }).startRun() as Run,
    events,
  };
}

const call = (run: Run, args: unknown = {}, name = 'work'): Promise<ToolOutcome> =>
  run.call({ id: 'c1', name, arguments: args });

const CLOSED = "Tool 'work' failed 2 times. Send other arguments or stop. Last problem: Look again.";

describe('the retry budget', () => {
  it('allows one execution more than there are retries, then fails and does not repeat an equal call [RET-3, RET-5]', async () => {
    const { run, events } = start();
    act = ask;
    expect(await call(run)).toMatchObject({ status: 'retry' });
    const failed = await call(run);
    expect(failed).toMatchObject({ status: 'failed', reason: 'exhausted', exhausted: true, text: CLOSED });
    act = () => 'done';
    expect(await call(run)).toEqual({ ...failed, callId: 'c1' });
    expect(executions).toBe(2);
    expect(events.map(({ type }) => type)).toEqual(['retry', 'exhausted', 'refused']);
    expect(events[0]).toMatchObject({ attempt: 0, issues: [] });
  });

  it('is told to the tool: attempt, max, isLast [RET-6]', async () => {
    const seen: unknown[] = [];
    act = ({ retries: { attempt, max, isLast } }) => {
      seen.push([attempt, max, isLast]);
      return ask();
    };
    const { run } = start();
    await call(run);
    await call(run);
    expect(seen).toEqual([
      [0, 1, false],
      [1, 1, true],
    ]);
  });

  const asking = (error: () => Error): { settings: object } => ({
    settings: {
      validate: [
        () => {
          throw error();
        },
      ],
    },
  });
  const intercepting: Interceptor = { intercept: () => Promise.reject(new ModelRetry('Look again.')) };
  it.each<[string, { args?: unknown; settings?: object; act?: () => unknown }]>([
    ['arguments that are no JSON', { args: '{' }],
    ['arguments that do not fit', { args: { n: 'x' } }],
    ['ModelRetry of a validator', asking(() => new ModelRetry('Look again.'))],
    ['ModelRetry of an interceptor', { settings: { interceptors: [intercepting] } }],
    ['ModelRetry of the tool', { act: ask }],
  ])('is spent by %s [RET-1, RET-3]', async (_what, { args = {}, settings = {}, act: acts }) => {
    const { run } = start({}, settings);
    if (acts !== undefined) act = acts;
    const outcomes = [await call(run, args), await call(run, args)];
    expect(outcomes.map(({ status }) => status)).toEqual(['retry', 'failed']);
    expect(outcomes[1]).toMatchObject({ exhausted: true });
  });

  const thrown = (error: () => Error) => () => {
    throw error();
  };
  it.each<[string, () => unknown, object, ToolOutcome['status']]>([
    ['ToolFailed', thrown(() => new ToolFailed('No.')), {}, 'failed'],
    ['a masked exception', thrown(() => new Error('No.')), {}, 'failed'],
    ['a timeout', () => new Promise(() => undefined), { timeoutMs: 5 }, 'failed'],
    ['a limit', () => 'done', { callLimit: { perMinute: 1 } }, 'failed'],
    ['an approval that is asked for', thrown(() => new ApprovalRequired()), {}, 'deferred'],
    ['an execution elsewhere', thrown(() => new CallDeferred()), {}, 'deferred'],
  ])('is not spent by %s [RET-3, ERR-9, TIME-1]', async (_what, acts, settings, status) => {
    const { run } = start({}, settings);
    act = acts;
    let outcome: ToolOutcome | undefined;
    for (let i = 0; i < 4; i++) outcome = await call(run);
    expect(outcome).toMatchObject({ status });
    expect(outcome).not.toHaveProperty('exhausted');
    expect(run.pending().counters.tools['work']).toMatchObject({ failures: 0 });
  });

  it('is not given back by a failure of an earlier call that ends late [RET-3]', async () => {
    const { run } = start({}, { retries: 2 });
    let end: () => void = () => undefined;
    act = () => new Promise((_, reject) => (end = () => reject(new ModelRetry('Look again.'))));
    const late = call(run, { n: 1 });
    act = ask;
    expect(await call(run, { n: 2 })).toMatchObject({ status: 'retry' });
    expect(await call(run, { n: 3 })).toMatchObject({ status: 'retry' });
    end();
    expect(await late).toMatchObject({ status: 'retry' });
    expect(await call(run, { n: 4 })).toMatchObject({ status: 'failed', exhausted: true });
  });

  it('is shared by a tool and its aliases, and not by two runs [RET-3]', async () => {
    const { run } = start();
    act = ask;
    expect((await call(run)).status).toBe('retry');
    expect((await call(run, {}, 'toil')).status).toBe('failed');
    expect((await call(start().run)).status).toBe('retry');
  });

  it('costs nothing for the first call of a tool that must be found first, once for each [RET-3]', async () => {
    const attic = compose(toolset('attic', [work()])).deferLoading();
    const run = createRuntime({ toolsets: attic, observe: { logger: quietLogger() } }).startRun();
    const statuses = [];
    for (let i = 0; i < 3; i++) statuses.push((await call(run as Run)).status);
    expect(statuses).toEqual(['retry', 'retry', 'failed']);
  });
});

describe('how many retries there are', () => {
  @Toolset()
  @Retries(4)
  class OfClass {
    @Tool()
    @Retries(3)
    ofTool(run: RunContext): number {
      return run.retries.max;
    }

    @Tool()
    ofToolset(run: RunContext): number {
      return run.retries.max;
    }
  }
  @Toolset()
  class Plain {
    @Tool()
    plain(run: RunContext): number {
      return run.retries.max;
    }
  }
  const run = { parameters: { run: {} } };
  const toolsets = [reflect(OfClass, { ofTool: run, ofToolset: run }), reflect(Plain, { plain: run })];
  const runtime = createRuntime({ toolsets, limits: { retries: 5 } });

  it.each<[string, string, () => { call(call: ToolCall): Promise<ToolOutcome> }, number]>([
    ['the tool', 'of_tool', () => runtime.startRun({ retries: 6 }), 3],
    ['else the toolset', 'of_toolset', () => runtime.startRun({ retries: 6 }), 4],
    ['else the run', 'plain', () => runtime.startRun({ retries: 6 }), 6],
    ['else the runtime', 'plain', () => runtime.startRun(), 5],
    ['else Haft: 2', 'plain', () => createRuntime({ toolsets }).startRun(), 2],
  ])('says %s [RET-4]', async (_who, name, begin, expected) => {
    expect(await begin().call({ name })).toMatchObject({ value: expected });
  });
});

describe("with onExhausted: 'throw', the developer is told instead", () => {
  const thrownBy = async (making: Promise<unknown>): Promise<HaftError> => {
    try {
      await making;
    } catch (error) {
      if (error instanceof HaftError) return error;
    }
    throw new Error('Nothing was thrown.');
  };

  it('with all issues as data, and a line for each in the message, without values [RET-5, ERR-5]', async () => {
    const { run } = start({ errors: { onExhausted: 'throw' } }, { retries: 0 });
    const error = await thrownBy(call(run, { n: 'hunter2', m: 'hunter3' }));
    expect(error.code).toBe('HAFT_RETRY_BUDGET_EXHAUSTED');
    expect(error.message).toBe(
      [
        "Tool 'work' failed 1 times, which uses up its retry budget:",
        '- n: expected an integer',
        '- m: expected no argument of this name',
      ].join('\n'),
    );
    expect(error.issues).toMatchObject([{ path: ['n'], received: '"hunter2"' }, { path: ['m'] }]);
    // The printed error has no issues.
    expect(Object.keys(error)).not.toContain('issues');
  });

  it('without quoting invalid JSON [ERR-5]', async () => {
    const { run } = start({ errors: { onExhausted: 'throw' } }, { retries: 0 });
    const { message } = await thrownBy(call(run, '{"n": hunter2}'));
    expect(message).toContain('the text (hidden) has no quotes at line 1, column 7.');
  });

  it('with the text of the tool, if it asked itself [RET-5]', async () => {
    const { run } = start({ errors: { onExhausted: 'throw' } });
    act = ask;
    await call(run);
    expect((await thrownBy(call(run))).message).toBe(CLOSED);
    expect(await call(run)).toMatchObject({ status: 'failed', exhausted: true });
  });

  it('for unknown names, too [RET-5, RET-7]', async () => {
    const { run } = start({ errors: { onExhausted: 'throw' }, limits: { retries: 0 } });
    expect((await thrownBy(call(run, {}, 'wrok'))).code).toBe('HAFT_RETRY_BUDGET_EXHAUSTED');
    expect(await call(run, {}, 'wrok')).toMatchObject({ status: 'failed', exhausted: true });
  });
});
