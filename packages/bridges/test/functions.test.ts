import { describe, expect, it } from '@jest/globals';
import { Tool, Toolset } from '@haft/core';
import type { ReflectedToolsets } from '@haft/core/reflected';
import { createRuntime, defineTool, toolset } from '@haft/runtime';
import {
  functionsOf,
  schemaOf,
  type ArgumentsSchema,
  type FunctionAnswer,
  type FunctionCallOptions,
} from '../src/functions.js';
import { textOfMistake } from '../../core/test/support/text-of-mistake.js';
import { reflect } from '../../runtime/test/support/reflect.js';
import { ERRANDS, expectDecidedOnce } from './support/errands.js';
import { deskRun, deskRuntime, PNG, SEARCH_PROMPT } from './support/desk.js';

const any = (value: unknown): never => value as never;

/** Calls one tool of the desk as a function. */
async function answered(name: string, args: unknown, options?: FunctionCallOptions): Promise<FunctionAnswer> {
  const { run } = deskRun();
  const one = (await functionsOf(run)).find((each) => each.name === name);
  if (one === undefined) throw new Error(`There is no ${name}.`);
  return one.call(args, options);
}

describe('functionsOf', () => {
  it('returns every visible tool with the facts that the model sees', async () => {
    const { run } = deskRun();
    const functions = await functionsOf(run);
    const definitions = await run.definitions();
    expect(functions.map(({ name, description, parameters }) => ({ name, description, parameters }))).toEqual(
      definitions.map(({ name, description, parameters }) => ({ name, description, parameters })),
    );
    const { call: _call, description: _description, ...pay } = functions[1] ?? any({});
    expect(pay).toEqual({
      name: 'desk_pay',
      parameters: definitions[1]?.parameters,
      open: {},
      result: undefined,
      examples: [],
      strict: undefined,
      mayWaitFor: ['approval'],
    });
    expect(functions[0]?.examples).toEqual([{ query: 'letters', limit: 5 }]);
  });

  it('shows schema and examples in the dialect of the run, and reads arguments of this dialect', async () => {
    const log: string[] = [];
    const run = deskRuntime().startRun({ deps: { user: 'ada', log }, target: 'openai' });
    const [search] = await functionsOf(run);
    expect(search).toMatchObject({
      strict: true,
      parameters: { required: ['query', 'limit', 'lang'] },
      examples: [{ query: 'letters', limit: 5, lang: null }],
    });
    await search?.call({ query: 'letters', limit: null, lang: null }, { id: 'c1' });
    expect(log).toEqual(['search {"query":"letters"} c1']);
  });

  it.each([
    ['desk_search', '{"query":"a"}', false, '{"found":"a x10","for":"ada"}'],
    ['desk_search', { query: '', lang: 'english' }, true, SEARCH_PROMPT],
    ['desk_break', { how: 'failed' }, true, 'The drawer is stuck.'],
    [
      'desk_pay',
      { amount: 500 },
      false,
      'The tool call waits for an approval. Do not call it again: it continues when it is decided.',
    ],
  ])(
    'answers %s %j with the text for the model, and marks errors [NEW-40, NEW-23]',
    async (name, args, isError, text) => {
      expect(await answered(name, args)).toMatchObject({ text, isError, parts: [{ type: 'text', text }] });
    },
  );

  it('answers media as parts, without facts for the host', async () => {
    const { parts, outcome } = await answered('desk_photo', {});
    expect(parts).toEqual([
      { type: 'text', text: 'The desk:' },
      { type: 'image', data: PNG, mediaType: 'image/png' },
    ]);
    expect(outcome).toMatchObject({ status: 'success', value: { width: 1 } });
  });

  it('passes progress, decisions and the signal on', async () => {
    const progress: unknown[] = [];
    await answered('desk_pages', {}, { onProgress: (one) => progress.push(one) });
    expect(progress).toEqual([{ page: 1 }, { page: 2 }]);
    expect(await answered('desk_pay', { amount: 500 }, { approved: false })).toMatchObject({ isError: true });
    expect(await answered('desk_pay', { amount: 500 }, { approved: true })).toMatchObject({ text: 'paid 500' });
    const onDeferred: FunctionCallOptions['onDeferred'] = (requests) =>
      Object.fromEntries(requests.map(({ id }) => [id, true]));
    expect(await answered('desk_pay', { amount: 500 }, { onDeferred })).toMatchObject({ text: 'paid 500' });
    const signal = AbortSignal.abort();
    expect(await answered('desk_slow', {}, { signal })).toMatchObject({ outcome: { status: 'interrupted' } });
  });

  it('does not decide about inner calls, so that the host decides each of them once [NEW-29]', async () => {
    const { run, log } = deskRun();
    const errands = (await functionsOf(run)).find(({ name }) => name === 'desk_errands');
    expect(await errands?.call(ERRANDS, { approved: true })).toMatchObject({ outcome: { status: 'deferred' } });
    await expectDecidedOnce(run, log);
  });

  it('finds the run of a call in the context of the SDK', async () => {
    const runtime = deskRuntime();
    const start = (user: string) => runtime.startRun({ deps: { user, log: [] } });
    const [search] = await functionsOf({ template: start('nobody'), runOf: (user: string) => start(user) });
    const texts = ['ada', 'bob'].map(async (context) => (await search?.call({ query: 'x' }, { context }))?.text);
    expect(await Promise.all(texts)).toEqual(['ada', 'bob'].map((user) => `{"found":"x x10","for":"${user}"}`));
  });
});

const weather = defineTool({
  name: 'weather',
  description: 'Tells the weather.',
  parameters: {
    type: 'object',
    properties: { city: { type: 'string', minLength: 1 }, days: { type: 'integer' } },
    required: ['city'],
    additionalProperties: false,
  },
  execute: ({ city }: { city: string }) => city,
});
const toolsets = toolset('weather', [weather]);

interface OrderTools {
  readonly orders_find: { readonly arguments: { readonly id: number }; readonly result: string };
}

describe('schemaOf', () => {
  it('reads the toolsets at the first use, once', async () => {
    const reads: string[] = [];
    const schema = schemaOf(() => (reads.push('read'), toolsets), 'weather');
    expect(schema['~standard']).toMatchObject({ version: 1, vendor: 'haft' });
    expect(reads).toEqual([]);
    expect(await schema['~standard'].validate({ city: 'Bonn', days: '2' })).toEqual({
      value: { city: 'Bonn', days: 2 },
    });
    expect(schema['~standard'].jsonSchema.input({ target: 'draft-07' })).toMatchObject({
      type: 'object',
      required: ['city'],
    });
    expect(reads).toEqual(['read']);
  });

  it('returns the problems that a model reads', async () => {
    const { issues } = await schemaOf(() => toolsets, 'weather')['~standard'].validate({ city: '' });
    expect(issues?.[0]?.message).toContain('expected a string of at least 1 character, received ""');
  });

  it('gives a decorator of others the schema of a method of its own class', async () => {
    const schemas: ArgumentsSchema<unknown>[] = [];
    const AgentFunction =
      ({ inputSchema }: { inputSchema: ArgumentsSchema<unknown> }) =>
      (_target: object, _method: string): void =>
        void schemas.push(inputSchema);
    // #region schema-of
    @Toolset({ prefix: 'orders' })
    class OrdersToolset {
      @AgentFunction({ inputSchema: schemaOf(() => toolsets, 'orders_find') })
      @Tool()
      find(id: number): string {
        return `order ${id}`;
      }
    }
    // #endregion schema-of
    const methods = { find: { parameters: { id: { type: 'number' } } } } as const;
    const reflected: unknown = reflect(OrdersToolset, methods, { prefix: 'orders_' });
    const toolsets = reflected as ReflectedToolsets<OrderTools>;
    expect(await schemas[0]?.['~standard'].validate({ id: '7' })).toEqual({ value: { id: 7 } });
  });

  it('needs no services of the tools', async () => {
    class Clock {}
    @Toolset({ prefix: 'time' })
    class TimeToolset {
      constructor(readonly clock: Clock) {}
      @Tool()
      now(offset: number): number {
        return offset;
      }
    }
    const methods = { now: { parameters: { offset: { type: 'number' } } } } as const;
    const time = reflect(TimeToolset, methods, { prefix: 'time_', dependencies: [Clock] });
    expect(() => createRuntime({ toolsets: time })).toThrow('Clock');
    const schema = schemaOf(() => [toolsets, time], any('time_now'));
    expect(await schema['~standard'].validate({ offset: 1 })).toEqual({ value: { offset: 1 } });
  });
});

describe('a mistake of the developer', () => {
  it.each<[string, () => unknown, string]>([
    ['functionsOf of the runtime', () => functionsOf(any(deskRuntime())), 'is a runtime, and not a run'],
    ['functionsOf of nothing', () => functionsOf(any(undefined)), 'is undefined, and not a run'],
    [
      'schemaOf of the toolsets',
      () => schemaOf(any(toolsets), any('weather')),
      'first argument of schemaOf() is an object',
    ],
    ['schemaOf without a name', () => schemaOf(() => toolsets, any(5)), 'second argument of schemaOf() is a number'],
    [
      'schemaOf of a module that is not loaded yet',
      () =>
        schemaOf(
          any(() => undefined),
          any('weather'),
        )['~standard'].validate({}),
      "The function of schemaOf('weather') returned undefined.",
    ],
    [
      'schemaOf with an unknown name',
      () => schemaOf(() => toolsets, any('wether'))['~standard'].validate({}),
      'HAFT_UNKNOWN_TOOL',
    ],
  ])('%s', async (_what, make, text) => {
    expect(await textOfMistake(make)).toContain(text);
  });
});
