import { describe, expect, it } from '@jest/globals';
import { ModelRetry, ToolFailed, type Interceptor } from '@haft/core';
import {
  createRuntime,
  decision,
  defineTool,
  failWith,
  denyWith,
  toolset,
  type Run,
  type RuntimeOptions,
} from '../../src/index.js';
import { quietLogger } from '../support/quiet-logger.js';

/*
 * Invalid input of models, streams and people: every call still has an outcome, of a bounded size.
 */

const EMPTY = { type: 'object', properties: {}, additionalProperties: false } as const;
const tool = (name: string, execute: () => unknown, settings: object = {}) =>
  defineTool({ name, description: `Does ${name}.`, parameters: EMPTY, settings, execute });

let executed = 0;
const tools = [
  tool('work', () => `worked ${++executed}`),
  tool('ask', () => {
    throw new ModelRetry('😀'.repeat(100_000));
  }),
  tool('fail', () => {
    throw new ToolFailed(`${'x'.repeat(1996)}${'😀'.repeat(100)}`);
  }),
  tool('approved', () => 'done', { approvals: [true] }),
  tool('elsewhere', () => 'never', { external: true }),
];

function start(retries = 2, more: RuntimeOptions = {}): Run {
  executed = 0;
  return createRuntime({
    toolsets: toolset('desk', tools),
    ...more,
    observe: { logger: quietLogger(), ...more.observe },
  }).startRun({ retries });
}

describe('a call without a usable name', () => {
  it.each([undefined, null, 5, {}, [], Symbol('work'), ''])('%p is the name of no tool', async (name) => {
    const outcome = await start().call({ id: 'c1', name: name as string, arguments: '{}' });
    expect(outcome).toMatchObject({ status: 'retry', callId: 'c1', tool: '', unknownTool: true });
    expect(outcome.text).toMatch(/^Unknown tool name: ''\. Available tools: /);
  });

  it('that is the JSON of a whole call is an error of the application, unless a model sent it', async () => {
    const text = JSON.stringify({ name: 'work', arguments: {} });
    await expect(start().call(text as never)).rejects.toMatchObject({
      code: 'HAFT_INVALID_OPTION',
      message: 'A run was given the JSON text of a call instead of a call.',
    });
    expect(await start().call({ name: text })).toMatchObject({ status: 'retry', unknownTool: true });
  });

  it('does not disturb the other calls of its message', async () => {
    const outcomes = await start().callAll([{ name: 'work' }, { name: undefined as unknown as string }]);
    expect(outcomes.map(({ status }) => status)).toEqual(['success', 'retry']);
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    '%s is an unknown name like any other',
    async (name) => {
      expect(await start().call({ name })).toMatchObject({ status: 'retry', unknownTool: true });
    },
  );
});

describe('values in place of a call', () => {
  const none = null as never;
  it.each<[string, unknown, string]>([
    ['null', null, 'A run was given null as a call.'],
    ['undefined', undefined, 'A run was given undefined as a call.'],
    ['a number', 5, 'A run was given a number as a call.'],
    ['a list', [], 'A run was given a list as a call.'],
    [
      'an object of another form',
      { function: { name: 'work' } },
      'A run was given the call of a provider, with the name inside of it, as a call.',
    ],
    ['an object without a name', { id: '1' }, 'A run was given an object without `name` as a call.'],
  ])('is refused for the developer: %s', async (_what, given, message) => {
    const error = { code: 'HAFT_INVALID_OPTION', message: expect.stringContaining(message) };
    const run = start();
    await expect(run.call(given as never)).rejects.toMatchObject(error);
    await expect(run.call(given as never, {} as never)).rejects.toMatchObject(error);
    await expect(run.waitsFor(given as never)).rejects.toMatchObject(error);
    await expect(run.callAll([given as never])).rejects.toMatchObject(error);
    expect(await run.call({ name: 'work' })).toMatchObject({ status: 'success', value: 'worked 1' });
  });

  it('does not stop the other calls of its message', async () => {
    await expect(start().callAll([{ name: 'work' }, none])).rejects.toMatchObject({ code: 'HAFT_INVALID_OPTION' });
    expect(executed).toBe(1);
  });

  it.each<[string, (run: Run) => Promise<unknown>]>([
    ['run.callAll() was given null.', (run) => run.callAll(none)],
    ['run.supersededCalls() was given null.', (run) => run.supersededCalls(none)],
    ['run.resume() was given null.', (run) => run.resume({}, none)],
  ])('is refused in other methods too: %s', async (message, call) => {
    const refused = { code: 'HAFT_INVALID_OPTION', message: expect.stringContaining(message) };
    await expect(call(start())).rejects.toMatchObject(refused);
  });

  it('is refused in place of options', async () => {
    const runtime = createRuntime({ toolsets: toolset('desk', tools) });
    const refused = expect.objectContaining({ code: 'HAFT_INVALID_OPTION' });
    const pending = runtime.startRun().pending();
    expect(() => runtime.startRun(none)).toThrow(refused);
    expect(() => createRuntime(none)).toThrow(refused);
    expect(() => createRuntime(undefined as never)).toThrow(refused);
    await expect(runtime.resumeRun(pending, {}, none)).rejects.toEqual(refused);
    const invalid = expect.objectContaining({ code: 'HAFT_INVALID_DECISION' });
    await expect(runtime.resumeRun(pending, none)).rejects.toEqual(invalid);
  });
});

describe('texts that a model reads are bounded', () => {
  it('when it makes up a name of 100,000 characters, also when that used up the budget', async () => {
    const run = start(1);
    const name = '😀'.repeat(50_000);
    const [first, second] = [await run.call({ name }), await run.call({ name })];
    expect([first.status, second.status]).toEqual(['retry', 'failed']);
    for (const { text } of [first, second]) {
      expect(text.length).toBeLessThan(400);
      expect(text.isWellFormed()).toBe(true);
    }
  });

  it('when a tool says more than 2,000 characters, and no character is cut in half', async () => {
    const run = start(1);
    const texts = [];
    for (const name of ['ask', 'ask', 'ask', 'fail']) texts.push((await run.call({ name })).text);
    expect(texts.map(({ length }) => length <= 2000 && length > 1900)).toEqual([true, true, true, true]);
    expect(texts.every((text) => text.isWellFormed())).toBe(true);
    expect(texts[0]).toMatch(/\.\.\.\n\nFix the errors and try again\.$/);
    expect(texts[1]).toMatch(/^Tool 'ask' failed 2 times\. Send other arguments or stop\. Last problem: 😀/u);
  });

  it('when another system or an interceptor says more', async () => {
    const run = start();
    const waiting = await run.call({ name: 'elsewhere' });
    if (waiting.status !== 'deferred') throw new Error(waiting.status);
    const [failed] = await run.resume({ [waiting.request.id]: decision.fail('x'.repeat(9000)) });
    expect(failed?.text).toHaveLength(2000);
    const refusing: Interceptor = { intercept: async (call) => failWith(call, 'x'.repeat(9000)) };
    expect((await start(2, { interceptors: [refusing] }).call({ name: 'work' })).text).toHaveLength(2000);
  });
});

describe('a decision or an answer without words', () => {
  it('is told in the usual words', async () => {
    const run = start();
    const waiting = [await run.call({ name: 'approved' }), await run.call({ name: 'elsewhere' })];
    const [denied, failed] = waiting.flatMap((one) => (one.status === 'deferred' ? [one.request.id] : []));
    const outcomes = await run.resume({ [denied ?? '']: decision.deny(''), [failed ?? '']: decision.fail('') });
    expect(outcomes.map(({ text }) => text)).toEqual(['The tool call was denied.', 'The tool failed.']);
    const denying: Interceptor = { intercept: async (call) => denyWith(call, '') };
    const answer = await start(2, { interceptors: [denying] }).call({ name: 'work' });
    expect(answer.text).toBe('The tool call was denied.');
  });
});

describe('a call of a batch that was cut off', () => {
  it('uses up the same budget as the others: they see the rest before it, and a success restores it', async () => {
    const run = start(0);
    const cut = { name: 'work', truncated: true } as const;
    const outcomes = await run.callAll([cut, { name: 'work' }, cut]);
    expect(outcomes.map(({ status }) => status)).toEqual(['failed', 'success', 'failed']);
    expect((await run.call({ name: 'work' })).status).toBe('success');
    await run.callAll([cut, cut]);
    expect(await run.call(cut)).toMatchObject({ status: 'failed', reason: 'exhausted' });
    expect((await run.call({ name: 'work' })).status).toBe('success');
  });
});

describe('onExhausted: throw', () => {
  const cut = { name: 'work', arguments: '{', truncated: true } as const;

  it('rejects, and throws nothing at the caller that awaits nothing yet', async () => {
    const call = start(0, { errors: { onExhausted: 'throw' } }).call(cut);
    await expect(call).rejects.toMatchObject({ code: 'HAFT_RETRY_BUDGET_EXHAUSTED' });
  });

  it('lets the other calls of a batch finish before the batch rejects', async () => {
    const batch = start(0, { errors: { onExhausted: 'throw' } }).callAll([{ name: 'work' }, cut, { name: 'work' }]);
    await expect(batch).rejects.toMatchObject({ code: 'HAFT_RETRY_BUDGET_EXHAUSTED' });
    expect(executed).toBe(2);
  });
});
