import { describe, expect, it } from '@jest/globals';
import { ApprovalRequired, Tool, ToolFailed, ToolResult, Toolset } from '@haft/core';
import { createRuntime, defineTool, policy, redact, toolset, type ToolSettings } from '../../src/index.js';
import { reflect } from '../support/reflect.js';
import { quietLogger } from '../support/quiet-logger.js';

const NONE = { type: 'object', properties: {}, additionalProperties: false } as const;
const tool = (name: string, execute: () => unknown, settings: ToolSettings = {}) =>
  defineTool({ name, description: name, parameters: NONE, settings, execute });
const program = 'prog_1';

describe('run.definitions() with programs of the provider', () => {
  const tools = [
    tool('plain', () => 1),
    tool('approved', () => 1, { approvals: [true] }),
    tool('outside', () => 1, { external: true }),
    tool('last', () => 1, { final: true }),
    defineTool({ name: 'private', description: 'Opts out.', parameters: NONE, programs: false, execute: () => 1 }),
  ];
  const runtime = createRuntime({ toolsets: toolset('all', tools) });

  it('marks the tools whose calls neither wait nor end the run, unless they opt out', async () => {
    const definitions = await runtime.startRun({ programs: 'provider' }).definitions();
    expect(definitions.filter((one) => one.programs === true).map(({ name }) => name)).toEqual(['plain']);
  });

  it('reads from the generated module that a method opts out', async () => {
    @Toolset()
    class Clock {
      @Tool() now(): number {
        return 0;
      }
      @Tool({ programs: false }) later(): number {
        return 1;
      }
    }
    const clock = reflect(Clock, { now: {}, later: { programs: false } });
    const definitions = await createRuntime({ toolsets: clock }).startRun({ programs: 'provider' }).definitions();
    expect(definitions).toMatchObject([
      { name: 'now', programs: true },
      { name: 'later', programs: false },
    ]);
  });

  it('marks nothing in other runs', async () => {
    const definitions = await runtime.startRun().definitions();
    expect(definitions.some((one) => one.programs === true)).toBe(false);
  });

  it('returns the same list and the same definitions at each step', async () => {
    const run = runtime.startRun({ programs: 'provider' });
    const before = await run.definitions();
    run.nextStep();
    expect(await run.definitions()).toBe(before);
    const [first] = await runtime.startRun({ programs: 'provider' }).definitions();
    expect(first).toBe(before[0]);
  });

  it('refuses another value', () => {
    expect(() => runtime.startRun({ programs: 'run' as never })).toThrow("startRun programs is 'run'.");
  });
});

describe('a call of a program of the provider', () => {
  it.each<[string, unknown, string]>([
    [
      'an object',
      { at: new Date(0), n: 1n, ids: new Set(['a']) },
      '{"at":"1970-01-01T00:00:00.000Z","n":"1","ids":["a"]}',
    ],
    ['a text, which stays as it is', 'two "words"', 'two "words"'],
    ['a blank text, which providers reject without quotes', ' ', '" "'],
    ['a value instead of the text for models', new ToolResult({ value: { n: 3 }, content: 'Three.' }), '{"n":3}'],
    ['the text of a result without a value', new ToolResult({ value: undefined, content: 'Three.' }), 'Three.'],
    [
      'a value instead of media',
      new ToolResult({ value: 3, content: [{ type: 'image', data: '', mediaType: 'image/png' }] }),
      '3',
    ],
  ])('answers with the value: %s', async (_title, result, text) => {
    const run = createRuntime({ toolsets: toolset('t', [tool('give', () => result)]) }).startRun();
    const outcome = await run.call({ name: 'give', program });
    expect(outcome).toMatchObject({ status: 'success', text });
    expect(outcome).not.toHaveProperty('parts');
  });

  it('answers with the whole value, of any length', async () => {
    const list = Array.from({ length: 1000 }, (_, index) => index);
    const runtime = createRuntime({
      toolsets: toolset('t', [tool('list', () => list)]),
      results: { maxCharacters: 100 },
    });
    const [whole, cut] = await runtime.startRun().callAll([{ name: 'list', program }, { name: 'list' }]);
    expect(JSON.parse(whole?.text ?? '')).toEqual(list);
    expect(cut?.text.length).toBeLessThan(300);
  });

  it('leaves the text for models in the cache', async () => {
    const cached = tool('give', () => new ToolResult({ value: 3, content: 'Three.' }), {
      cached: { scope: 'run', ttlMs: 9999 },
    });
    const run = createRuntime({ toolsets: toolset('t', [cached]) }).startRun();
    const outcomes = [
      await run.call({ name: 'give', program }),
      await run.call({ name: 'give' }),
      await run.call({ name: 'give', program }),
    ];
    expect(outcomes.map(({ text }) => text)).toEqual(['3', 'Three.', '3']);
  });

  it('answers with the redacted value as JSON', async () => {
    const hide = redact({ model: (text) => text.replaceAll(/"?secret"?/g, '(hidden)') });
    const runtime = createRuntime({ toolsets: toolset('t', [tool('give', () => ['secret'])]), interceptors: [hide] });
    expect(await runtime.startRun().call({ name: 'give', program })).toMatchObject({ text: '["(hidden)"]' });
  });

  it('answers with the text of a failure and of a correction', async () => {
    const fails = tool('fail', () => {
      throw new ToolFailed('No stock.');
    });
    const run = createRuntime({ toolsets: toolset('t', [fails]) }).startRun();
    expect(await run.call({ name: 'fail', program })).toMatchObject({ status: 'failed', text: 'No stock.' });
    expect(await run.call({ name: 'fail', arguments: '{"a":1}', program })).toMatchObject({ status: 'retry' });
  });

  it('fails if JSON has no form for the value', async () => {
    const odd = tool('odd', () => new ToolResult({ value: Symbol('odd'), content: 'Odd.' }));
    const runtime = createRuntime({ toolsets: toolset('t', [odd]), observe: { logger: quietLogger() } });
    expect(await runtime.startRun().call({ name: 'odd', program })).toMatchObject({
      status: 'failed',
      reason: 'result',
    });
  });

  it('refuses an id of a program that is not a text', async () => {
    const run = createRuntime({ toolsets: toolset('t', [tool('give', () => 1)]) }).startRun();
    await expect(run.call({ name: 'give', program: 1 as never })).rejects.toThrow('The program of a call is a number.');
  });
});

describe('a call of a program that cannot be answered immediately', () => {
  const REFUSED = { status: 'failed', reason: 'program', text: 'Call this tool directly, not from a program.' };
  let done = 0;
  const count = (): number => ++done;

  it.each<[string, ToolSettings]>([
    ['needs an approval', { approvals: [true] }],
    ['is external', { external: true }],
    ['ends the run', { final: true }],
  ])('fails if its tool %s, before the tool runs', async (_title, settings) => {
    const run = createRuntime({ toolsets: toolset('t', [tool('pay', count, settings)]) }).startRun();
    expect(await run.call({ name: 'pay', program })).toMatchObject(REFUSED);
    expect(done).toBe(0);
  });

  it('fails if a policy asks for an approval, and nothing waits', async () => {
    const ask = policy(() => 'requireApproval');
    const runtime = createRuntime({ toolsets: toolset('t', [tool('pay', count)]), interceptors: [ask] });
    const run = runtime.startRun();
    const [outcome] = await run.callAll([{ name: 'pay', program }]);
    expect(outcome).toMatchObject(REFUSED);
    expect(run.pending().calls).toEqual([]);
    expect(done).toBe(0);
  });

  it('fails if the tool itself asks to wait', async () => {
    const pay = tool('pay', () => {
      throw new ApprovalRequired();
    });
    const run = createRuntime({ toolsets: toolset('t', [pay]) }).startRun();
    expect(await run.call({ name: 'pay', program })).toMatchObject(REFUSED);
    expect(run.pending().calls).toEqual([]);
  });
});
