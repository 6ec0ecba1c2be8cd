import fc from 'fast-check';
import type { Interceptor, ToolCall, ToolOutcome } from '@haft/core';
import { createRuntime, defineTool, toolset, type Run, type RunEvent } from '../../../src/index.js';
import { DeskToolset, deskToolsets } from '../../support/desk-toolset.js';
import { admitCall } from '../../../src/call/admit-call.js';
import { Call } from '../../../src/call/call.js';
import { finishCall, putInFlight, rejectCall } from '../../../src/call/finish-call.js';
import { stepsOf } from '../../../src/call/plan/call-plan.js';
import { promisedAnswer } from '../../../src/call/plan/receivers.js';
import type { Answer, Step } from '../../../src/call/plan/step.js';
import { execute } from '../../../src/call/steps/10-execute.js';
import type { RunState } from '../../../src/run/state/run-state.js';
import { quietLogger } from '../../support/quiet-logger.js';
import { until } from '../../support/turns.js';

const passing: Interceptor = { intercept: (_call, next) => next() };

function start(interceptors: readonly Interceptor[] = []): { run: Run; events: RunEvent[]; lines: readonly string[] } {
  const events: RunEvent[] = [];
  const logger = quietLogger();
  const runtime = createRuntime({
    toolsets: [deskToolsets, new DeskToolset()],
    observe: { logger, onEvent: (event) => events.push(event) },
    interceptors,
  });
  return { run: runtime.startRun({ id: 'r1', userId: 'ada' }) as Run, events, lines: logger.lines };
}

const MASKED =
  /^The tool failed unexpectedly \(error id [0-9a-z]{12}_[0-9a-z]+\)\. Do not repeat the call with the same arguments\.$/;

interface Case {
  readonly title: string;
  readonly name: string;
  readonly arguments?: unknown;
  readonly is: Partial<Record<keyof ToolOutcome | 'value' | 'reason' | 'final' | 'exhausted' | 'issues', unknown>>;
}

const CASES: readonly Case[] = [
  {
    title: 'gives a result as JSON',
    name: 'desk_add',
    arguments: '{"a":1,"b":2}',
    is: { status: 'success', text: '3', value: 3 },
  },
  {
    title: 'leaves defaults to the method',
    name: 'desk_add',
    arguments: '{"a":1}',
    is: { status: 'success', value: 2 },
  },
  {
    title: 'takes arguments that a provider parsed',
    name: 'desk_add',
    arguments: { a: 2 },
    is: { status: 'success', value: 3 },
  },
  {
    title: 'gives a string as it is [RES-6]',
    name: 'desk_echo',
    arguments: '{"value":"{\\"a\\":1}"}',
    is: { status: 'success', text: '{"a":1}' },
  },
  {
    title: 'keeps 0 [RES-5]',
    name: 'desk_echo',
    arguments: '{"value":0}',
    is: { status: 'success', text: '0', value: 0 },
  },
  {
    title: 'keeps false [RES-5]',
    name: 'desk_echo',
    arguments: '{"value":false}',
    is: { status: 'success', text: 'false' },
  },
  {
    title: 'keeps null [RES-5]',
    name: 'desk_echo',
    arguments: '{"value":null}',
    is: { status: 'success', text: 'null' },
  },
  {
    title: 'keeps an empty list [RES-5]',
    name: 'desk_echo',
    arguments: '{"value":[]}',
    is: { status: 'success', text: '[]' },
  },
  {
    title: 'says that there is no output [RES-5]',
    name: 'desk_echo',
    arguments: '{}',
    is: { status: 'success', text: '(no output)' },
  },
  {
    title: 'says it of an empty string too [RES-5]',
    name: 'desk_echo',
    arguments: '{"value":""}',
    is: { status: 'success', text: '(no output)', value: '' },
  },
  {
    title: 'asks for correct arguments',
    name: 'desk_add',
    arguments: '{"a":"x"}',
    is: {
      status: 'retry',
      text: 'Tool call validation failed for tool \'desk_add\':\n- a: expected a number, received "x"\n\nFix the errors and try again.',
    },
  },
  {
    title: 'passes on what a tool asks for [ERR-2, RET-1]',
    name: 'desk_correct',
    arguments: '{"times":1}',
    is: { status: 'retry', text: 'Wrong 1.\n\nFix the errors and try again.', issues: [] },
  },
  {
    title: 'fails at the first mistake of a tool without retries [RET-5]',
    name: 'desk_strict',
    is: {
      status: 'failed',
      reason: 'exhausted',
      exhausted: true,
      text: "Tool 'desk_strict' failed 1 time. Send other arguments or stop. Last problem: Never.",
    },
  },
  {
    title: 'passes on why a tool failed [ERR-9]',
    name: 'desk_fail',
    arguments: '{"message":"HTTP 503"}',
    is: { status: 'failed', reason: 'tool', text: 'HTTP 503' },
  },
  {
    title: 'masks an unexpected rejection [ERR-8]',
    name: 'desk_crash',
    is: { status: 'failed', reason: 'exception', text: MASKED },
  },
  {
    title: 'masks an unexpected exception [ERR-8]',
    name: 'desk_crash_at_once',
    is: { status: 'failed', reason: 'exception', text: MASKED },
  },
  {
    title: 'stops the run [RET-2]',
    name: 'desk_stop',
    arguments: '{"reason":"Enough."}',
    is: { status: 'failed', reason: 'halted', text: 'The run was stopped: Enough.' },
  },
  {
    title: 'answers for a tool that does not [TIME-1]',
    name: 'desk_hang',
    is: { status: 'failed', reason: 'timeout', text: 'Timed out after 0.03 seconds.' },
  },
  { title: 'marks a final result [RES-1]', name: 'desk_done', is: { status: 'success', final: true, text: 'bye' } },
  {
    title: 'suggests a name [ERR-3]',
    name: 'desk_ad',
    is: {
      status: 'retry',
      tool: 'desk_ad',
      text: /^Unknown tool name: 'desk_ad'\. Did you mean 'desk_add'\? Available tools: 'desk_add', /,
    },
  },
];

describe.each([
  { way: 'the usual plan', interceptors: [] },
  { way: 'interceptors', interceptors: [passing] },
])('a call through $way [ERR-10]', ({ interceptors }) => {
  test.each(CASES)('$title', async ({ name, arguments: args, is }) => {
    const { run } = start(interceptors);
    const outcome = await run.call({ id: 'c1', name, arguments: args });
    expect(outcome.callId).toBe('c1');
    expect(outcome.repairs).toEqual([]);
    for (const [key, expected] of Object.entries(is)) {
      const actual = outcome[key as keyof ToolOutcome];
      if (expected instanceof RegExp) expect(actual).toMatch(expected);
      else expect(actual).toEqual(expected);
    }
    await run.end();
  });

  test('gives a tool its RunContext [CTX-5, RET-6]', async () => {
    const { run } = start(interceptors);
    expect(await run.call({ id: 'c1', name: 'desk_look' })).toMatchObject({
      value: {
        callId: 'c1',
        toolName: 'desk_look',
        retries: { attempt: 0, max: 2, isLast: false },
        runId: 'r1',
        userId: 'ada',
        metadata: {},
      },
    });
  });

  test('tells the developer the facts that the model does not read [ERR-8]', async () => {
    const { run, events, lines } = start(interceptors);
    const outcome = await run.call('desk_crash', {});
    const errorId = outcome.status === 'failed' ? outcome.errorId : undefined;
    expect(events).toMatchObject([{ type: 'exception', errorId, tool: 'desk_crash', runId: 'r1' }]);
    expect(events[0]).toHaveProperty('error.message', 'secret of /etc/passwd');
    expect(lines).toEqual([`Tool 'desk_crash' failed unexpectedly (error id ${errorId}).`]);
    expect(outcome.text).not.toContain('passwd');
  });

  test('aborts the signal at the deadline and drops later results', async () => {
    const { run, events } = start(interceptors);
    await run.call('desk_hang', {});
    await until(() => events.length > 0);
    expect(events).toMatchObject([{ type: 'late', tool: 'desk_hang', status: 'success' }]);
  });

  test('does not repeat a failed call when the budget is used up, but executes another [RET-3, RET-5]', async () => {
    const { run } = start(interceptors);
    const statuses = [];
    for (let i = 0; i < 4; i++) statuses.push((await run.call('desk_correct', { times: 9 })).status);
    expect(statuses).toEqual(['retry', 'retry', 'failed', 'failed']);
    expect((await run.call('desk_correct', { times: 9 })).text).toBe(
      "Tool 'desk_correct' failed 3 times. Send other arguments or stop. Last problem: Wrong 3.",
    );
    expect((await run.call('desk_correct', { times: 0 })).text).toBe('right');
  });

  test('starts a budget again after a success [RET-3]', async () => {
    const { run } = start(interceptors);
    const statuses = [];
    for (const times of [1, 1, 1, 2, 2, 2]) statuses.push((await run.call('desk_correct', { times })).status);
    expect(statuses).toEqual(['retry', 'success', 'retry', 'retry', 'success', 'retry']);
  });

  test('says more when the same problem comes back [NEW-6]', async () => {
    const { run } = start(interceptors);
    const first = await run.call('desk_add', { a: 'x' });
    const second = await run.call('desk_add', { a: 'x' });
    expect(second.text.length).toBeGreaterThan(first.text.length);
    expect(second.text).toContain('"type":"number"');
  });

  test('counts the calls of a tool [LIM-2]', async () => {
    const { run } = start(interceptors);
    const outcomes = [
      await run.call('desk_twice', {}),
      await run.call('desk_twice', {}),
      await run.call('desk_twice', {}),
    ];
    expect(outcomes.map((outcome) => outcome.status)).toEqual(['success', 'success', 'failed']);
    expect(outcomes[2]).toMatchObject({
      reason: 'limit',
      text: "Tool call limit reached. Tool call desk_twice not executed. Don't try to execute it again.",
    });
  });

  test('answers nothing but the reason after the run was stopped [RET-2]', async () => {
    const { run } = start(interceptors);
    await run.call('desk_stop', { reason: 'Enough.' });
    expect(await run.call('desk_add', { a: 1 })).toMatchObject({
      status: 'failed',
      reason: 'halted',
      text: 'The run was stopped: Enough.',
    });
    expect(await run.call('no_such_tool', {})).toMatchObject({ status: 'failed', reason: 'halted' });
  });

  test('interrupts calls in progress and all later ones when the run is cancelled [ERR-10]', async () => {
    const { run } = start(interceptors);
    const hanging = run.call('desk_hang', {});
    run.cancel('Nobody waits.');
    const text = 'The tool call was interrupted before a result was produced.';
    expect(await hanging).toMatchObject({ status: 'interrupted', text });
    expect(await run.call('desk_add', { a: 1 })).toMatchObject({ status: 'interrupted', text });
  });
});

describe.each<[string, readonly Interceptor[]]>([
  ['the usual plan', []],
  ['interceptors', [passing]],
])('errors of a tool, through %s [ERR-8]', (_, interceptors) => {
  const refuse = (): never => {
    throw new Error('Ask somebody else.');
  };

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['a text', 'no'],
    ['an object without a prototype', Object.create(null)],
    ['a proxy that refuses to be asked', new Proxy({}, { get: refuse, has: refuse, getPrototypeOf: refuse })],
  ])('is masked when it is %s', async (_title, thrown) => {
    const logger = quietLogger();
    const tool = defineTool({
      name: 'crash',
      description: 'Crashes.',
      parameters: { type: 'object' },
      execute: () => {
        throw thrown;
      },
    });
    const run = createRuntime({ toolsets: toolset('desk', [tool]), observe: { logger }, interceptors }).startRun();
    expect((await run.call({ name: 'crash', arguments: {} })).text).toMatch(MASKED);
    expect(logger.lines).toHaveLength(1);
  });
});

/** A generator as compilers write it for old targets: an object with these methods. */
function generatorByHand(values: readonly unknown[], last: unknown): unknown {
  const left = [...values];
  return {
    next: () => (left.length > 0 ? { done: false, value: left.shift() } : { done: true, value: last }),
    throw: (error: unknown) => Promise.reject(error as Error),
    return: (value: unknown) => ({ done: true, value }),
    [Symbol.iterator]() {
      return this;
    },
  };
}

describe.each<[string, readonly Interceptor[]]>([
  ['the usual plan', []],
  ['interceptors', [passing]],
])('the return value of a tool, through %s', (_, interceptors) => {
  async function* counted(): AsyncGenerator<string, number> {
    yield 'half way';
    return 2;
  }

  it.each<[string, () => unknown]>([
    ['a generator', counted],
    ['a generator of a promise', async () => counted()],
    [
      'a generator that a generator returns',
      () =>
        (async function* () {
          return counted();
        })(),
    ],
    ['an iterable of a promise', async () => ({ [Symbol.asyncIterator]: counted })],
    ['an iterable', () => ({ [Symbol.asyncIterator]: counted })],
    ['a generator of an older compiler', () => generatorByHand(['half way'], 2)],
  ])('is its last value for %s, and the others are progress [DEF-7]', async (_title, execute) => {
    const progress: unknown[] = [];
    const tool = defineTool({ name: 'count', description: 'Counts.', parameters: { type: 'object' }, execute });
    const run = createRuntime({
      toolsets: toolset('desk', [tool]),
      interceptors,
      observe: { onEvent: (event) => event.type === 'progress' && progress.push(event.progress) },
    }).startRun();
    expect(await run.call({ name: 'count', arguments: {} })).toMatchObject({ status: 'success', value: 2 });
    expect(progress).toEqual(['half way']);
  });

  it('fails if it cannot be asked', async () => {
    const execute = async (): Promise<unknown> =>
      new Proxy(
        {},
        {
          get: () => {
            throw new Error('Ask somebody else.');
          },
        },
      );
    const tool = defineTool({ name: 'count', description: 'Counts.', parameters: { type: 'object' }, execute });
    const logger = quietLogger();
    const run = createRuntime({ toolsets: toolset('desk', [tool]), observe: { logger }, interceptors }).startRun();
    expect(await run.call({ name: 'count', arguments: {} })).toMatchObject({ status: 'failed', reason: 'exception' });
  });
});

/** Takes all steps of a call, also those that its tool does not need, and awaits each one. */
async function takeAll(call: Call, steps: readonly Step[]): Promise<ToolOutcome> {
  const [step, ...others] = steps;
  if (step === undefined) {
    return promisedAnswer((receiver) => {
      execute(call, receiver);
    });
  }
  if (step.around === undefined) return (await step.run(call)) ?? takeAll(call, others);
  const accept = async (): Promise<Answer> => Promise.reject(new Error('No interceptor changes arguments here.'));
  return step.around(call, { take: () => takeAll(call, others), accept });
}

type MakeCall = (run: RunState, request: ToolCall) => Promise<ToolOutcome>;

const inPlan: MakeCall = (run, request) => (run as unknown as Run).call(request);

const inAllSteps: MakeCall = async (run, request) => {
  const call = admitCall(run, request);
  if (!(call instanceof Call)) return call;
  putInFlight(call);
  takeAll(call, stepsOf(call.state.planned, 'full')).then(
    (outcome) => {
      finishCall(call, outcome);
    },
    (error: unknown) => {
      rejectCall(call, error);
    },
  );
  return call.promisedAnswer();
};

describe('a plan and all steps', () => {
  /** Everything that a sequence of calls gives, without ids that differ from run to run. */
  async function traceOf(
    make: MakeCall,
    interceptors: readonly Interceptor[],
    calls: readonly unknown[][],
  ): Promise<unknown> {
    const { run, events, lines } = start(interceptors);
    const outcomes: unknown[] = [];
    for (const [name, args] of calls) {
      const request = { id: 'c1', name: name as string, arguments: args };
      outcomes.push(await make(run as unknown as RunState, request));
    }
    await run.end();
    return withoutIdsAndTimes({ outcomes, events, lines });
  }

  function withoutIdsAndTimes(trace: unknown): unknown {
    const plain = JSON.stringify(trace, (_key, value: unknown) => (value === undefined ? '(undefined)' : value));
    return JSON.parse(plain.replaceAll(/[0-9a-z]{12}_[0-9a-z]+/g, '(error id)').replaceAll(/"at":[0-9.]+/g, '"at":0'));
  }

  it('give the same outcomes, events and log lines for the same calls', async () => {
    const name = fc.constantFrom('desk_add', 'desk_echo', 'desk_correct', 'desk_fail', 'desk_twice', 'desk_ad');
    const args = fc.oneof(
      fc.record({ a: fc.oneof(fc.integer(), fc.string()), b: fc.oneof(fc.integer(), fc.constant(null)) }),
      fc.record({ times: fc.nat(3) }),
      fc.record({ value: fc.jsonValue(), message: fc.string() }),
      fc.constantFrom('{"a":1', '{a: 1}', '```json\n{"a":"2"}\n```', '[1]', 'null', '', '{"a":1}{"a":2}'),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(name, args), { minLength: 1, maxLength: 6 }), async (calls) => {
        const usual = await traceOf(inPlan, [], calls);
        expect(await traceOf(inAllSteps, [], calls)).toEqual(usual);
        expect(await traceOf(inPlan, [passing], calls)).toEqual(usual);
        expect(await traceOf(inAllSteps, [passing], calls)).toEqual(usual);
      }),
      { numRuns: 150 },
    );
  });
});
