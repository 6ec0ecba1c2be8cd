import { describe, expect, it } from '@jest/globals';
import { type } from 'arktype';
import * as v from 'valibot';
import { z } from 'zod';
import { mapError, ModelRetry, type RunContext, type ToolDefinition, type ToolOutcome } from '@haft/core';
import { callChannel, type CallTrace } from '../../src/events/call-channel.js';
import type { RunEvent } from '../../src/events/run-event.js';
import { createRuntime } from '../../src/runtime/create-runtime.js';
import { compose, type DefinedTool, defineTool, toolset, type ToolSettings } from '@haft/compose';
import { quietLogger } from '../support/quiet-logger.js';

const call = async (tool: DefinedTool, args: unknown): Promise<ToolOutcome> => {
  const runtime = createRuntime({ toolsets: toolset('test', [tool]), observe: { logger: quietLogger() } });
  return runtime.startRun().call({ id: 'c1', name: tool.definition.name, arguments: args });
};

const json = {
  name: 'weather',
  description: 'Tells the weather.',
  parameters: {
    type: 'object',
    properties: { city: { type: 'string' }, days: { type: 'integer', minimum: 1, maximum: 7 } },
    required: ['city'],
    additionalProperties: false,
  },
  execute: ({ city, days = 1 }: { city: string; days?: number }) => `${city} ${days}`,
} as const;

describe('defineTool from JSON Schema', () => {
  it('makes a tool that runs', async () => {
    expect(await call(defineTool(json), { city: 'Oslo', days: 2 })).toMatchObject({
      status: 'success',
      value: 'Oslo 2',
    });
  });

  it('checks, repairs and explains arguments like those of every other tool [DEF-5, TSP-2, NEW-5]', async () => {
    expect(await call(defineTool(json), '{"city": "Oslo", "days": "3",}')).toMatchObject({
      status: 'success',
      value: 'Oslo 3',
      repairs: [{ kind: 'syntax' }, { kind: 'coercion', path: ['days'] }],
    });
    expect((await call(defineTool(json), { city: 'Oslo', days: '3' })).repairs).toEqual([
      { path: ['days'], kind: 'coercion', from: '"3"', to: '3' },
    ]);
    const refused = await call(defineTool(json), { city: 'Oslo', days: 8 });
    expect(refused.text).toBe(
      "Tool call validation failed for tool 'weather':\n- days: expected an integer from 1 to 7, received 8\n\nFix the errors and try again.",
    );
  });

  it('gives the run to execute', async () => {
    const tool = defineTool({ ...json, execute: (_args: object, run: RunContext) => run.callId });
    expect(await call(tool, { city: 'Oslo' })).toMatchObject({ value: 'c1' });
  });

  it('lets execute speak to the model', async () => {
    const execute = () => Promise.reject(new ModelRetry('There is no such city.'));
    expect((await call(defineTool({ ...json, execute }), { city: 'x' })).status).toBe('retry');
  });

  it('accepts the settings of decorators as an option', async () => {
    const tool = defineTool({ ...json, settings: { approvals: [true] } });
    expect(await call(tool, { city: 'Oslo' })).toMatchObject({ status: 'deferred', request: { kind: 'approval' } });
  });

  it('shows a complete definition', () => {
    const { definition } = defineTool({ ...json, version: '2', metadata: { a: 1 }, hints: { readOnly: true } });
    expect(definition).toMatchObject({ name: 'weather', version: '2', metadata: { a: 1 }, hints: { readOnly: true } });
    expect(definition.fingerprint).toMatch(/^[0-9a-f]{64}$/);
  });

  it('leaves keywords that only ajv knows to ajv, in our form of issues [DEF-5]', async () => {
    const parameters = {
      type: 'object',
      properties: { kind: { type: 'string' } },
      allOf: [{ properties: { card: { type: 'string' } } }],
      unevaluatedProperties: false,
      dependentSchemas: { card: { required: ['kind'] } },
    } as never;
    const tool = defineTool({ ...json, parameters, execute: (args: object) => args });
    expect((await call(tool, { kind: 'a', card: 'b' })).status).toBe('success');
    expect(await call(tool, { kind: 'a', other: 1 })).toMatchObject({
      status: 'retry',
      issues: [{ path: ['other'], rule: 'unevaluatedProperties', expected: 'no property of this name', received: '1' }],
    });
    expect(await call(tool, { kind: 5 })).toMatchObject({ issues: [{ path: ['kind'], expected: 'a string' }] });
  });

  it('leaves keywords of draft 7 to ajv, too', async () => {
    const parameters = {
      type: 'object',
      properties: { pair: { type: 'array', items: [{ type: 'string' }, { type: 'number' }], additionalItems: false } },
    } as never;
    const tool = defineTool({ ...json, parameters, execute: (args: object) => args });
    expect((await call(tool, { pair: ['a', 1] })).status).toBe('success');
    expect(await call(tool, { pair: ['a', 'b'] })).toMatchObject({ status: 'retry', issues: [{ path: ['pair', 1] }] });
  });

  it.each([
    [{ type: 'string' }, '# must have the type "object".'],
    [
      { type: 'object', properties: { a: { $ref: 'https://example.com/a' } } },
      '#/properties/a refers to "https://example.com/a", which is not in the schema.',
    ],
    [
      { type: 'object', properties: { a: { $ref: '#/$defs/b' } } },
      '#/properties/a refers to "#/$defs/b", which is not in the schema.',
    ],
    [
      { type: 'object', properties: { a: { pattern: '(' } } },
      '#/properties/a has the pattern "(", which is no regular expression.',
    ],
    [
      { type: 'object', properties: { a: { exclusiveMinimum: true } } },
      '#/properties/a has a boolean exclusiveMinimum, which is draft 4.',
    ],
    [{ type: 'object', properties: { a: 'string' } }, '#/properties/a is no schema.'],
    [
      { type: 'object', properties: { a: { type: 'strin' } } },
      '#/properties/a/type must be one of string, number, integer, boolean, object, array, null, or a list of some.',
    ],
    [{ type: 'object', properties: { a: {} }, required: ['b'] }, '# requires "b", which is none of its properties.'],
  ])('refuses the schema %j [DEF-13, SCH-21]', (parameters, problem) => {
    expect(() => defineTool({ ...json, parameters: parameters as never })).toThrow(
      expect.objectContaining({
        code: 'HAFT_INVALID_SCHEMA',
        message: `The parameter schema of 'weather' cannot be used: ${problem}`,
      }),
    );
  });

  it.each<[ToolSettings]>([
    [{ retries: -1 }],
    [{ retries: 1.5 }],
    [{ timeoutMs: 0 }],
    [{ callLimit: { perRun: 0 } }],
    [{ cached: { ttlMs: 0, scope: 'run' } }],
    [{ cached: { ttlMs: 1000 } as never }],
  ])('refuses the settings %j, as the decorator does', (settings) => {
    const refusal = expect.objectContaining({ code: 'HAFT_INVALID_OPTION' });
    expect(() => defineTool({ ...json, settings })).toThrow(refusal);
    expect(() => defineTool(() => 1, { name: 'one', settings })).toThrow(refusal);
  });

  const check = (): void => undefined;

  it.each([
    ['validate', check, 'must be a list of functions', 'Write a list: `validate: [...]`.'],
    ['validate', [check, 'b'], 'must be a list of functions', '`validate` is what @Validate gives to a method.'],
    ['approvals', true, 'must be a list of functions and true', 'Write a list: `approvals: [...]`.'],
    ['approvals', [false], 'must be a list of functions and true', 'is what @RequiresApproval gives to a method.'],
    ['prepare', check, 'must be a list of functions', 'Write a list: `prepare: [...]`.'],
    ['interceptors', { intercept: check }, 'must be a list of interceptors', 'Write a list: `interceptors: [...]`.'],
    ['interceptors', [{}], 'must be a list of interceptors', '`interceptors` is what @Use gives to a method.'],
    ['mapErrors', mapError(Error, 'a'), 'must be a list of results of mapError()', 'Write a list'],
    ['mapErrorsLast', [check], 'must be a list of results of mapError()', 'is what @MapErrors gives to a method.'],
    ['sequential', 'yes', 'must be true or false', 'is what @Sequential gives to a method.'],
    ['external', 1, 'must be true or false', 'is what @External gives to a method.'],
    ['final', {}, 'must be true or false', 'is what @Final gives to a method.'],
    ['isolated', 'a', 'must be true or false', 'is what @Isolated gives to a method.'],
    ['callLimit', 5, 'must be an object', 'is what @CallLimit gives to a method.'],
    ['cached', true, 'must be an object', 'is what @Cached gives to a method.'],
    ['effect', true, 'must be an object', 'is what @Effect gives to a method.'],
    ['background', true, 'must be an object', 'is what @Background gives to a method.'],
    ['supersedes', 'id', 'must be a function', 'is what @Supersedes gives to a method.'],
  ])('refuses the setting %s as %p', (name, value, problem, hint) => {
    const settings = { [name]: value } as never;
    for (const [owner, define] of [
      ["defineTool('weather')", () => defineTool({ ...json, settings })],
      ['defineTool(lookUp, options)', () => defineTool(function lookUp() {}, { name: 'one', settings })],
    ] as const) {
      expect(define).toThrow(
        expect.objectContaining({
          code: 'HAFT_INVALID_OPTION',
          message: `${owner} settings.${name} ${problem}.`,
          hint: expect.stringContaining(hint),
        }),
      );
    }
  });

  it('says where an option or a setting belongs that is in the wrong place', () => {
    expect(() => defineTool({ ...json, validate: [check] } as never)).toThrow(
      expect.objectContaining({
        code: 'HAFT_INVALID_OPTION',
        message: "defineTool('weather') does not have the option 'validate'.",
        hint: expect.stringContaining("Write 'validate' inside `settings`."),
      }),
    );
    for (const name of ['hints', 'preview', 'sensitive']) {
      expect(() => defineTool({ ...json, settings: { [name]: {} } as never })).toThrow(
        expect.objectContaining({
          code: 'HAFT_INVALID_OPTION',
          hint: expect.stringContaining(`Write '${name}' beside \`settings\`.`),
        }),
      );
    }
  });

  it('refuses settings that its tools cannot have', () => {
    const refusal = (hint: string) =>
      expect.objectContaining({ code: 'HAFT_INVALID_OPTION', hint: expect.stringContaining(hint) });
    expect(() => defineTool({ ...json, settings: { narrowInput: () => ({}) } })).toThrow(refusal('@UserInput'));
    expect(() => defineTool({ ...json, settings: { effect: { reconcile: 'find' } } })).toThrow(
      refusal('`reconcile` beside `settings`'),
    );
  });

  it('runs the functions of the setting `prepare` at each step [DEF-9]', async () => {
    const prepare = [
      (run: RunContext<{ isAdmin: boolean }>, definition: ToolDefinition) =>
        run.deps.isAdmin ? { ...definition, description: 'Prepared.' } : null,
    ];
    const runtime = createRuntime({
      toolsets: compose(toolset('world', [defineTool({ ...json, settings: { prepare } })])).prefix('eu'),
      observe: { logger: quietLogger() },
    });
    const admin = runtime.startRun({ deps: { isAdmin: true } });
    expect(await admin.definitions()).toMatchObject([{ name: 'eu_weather', description: 'Prepared.' }]);
    expect(await admin.call({ name: 'eu_weather', arguments: { city: 'Oslo' } })).toMatchObject({ status: 'success' });
    expect(await runtime.startRun({ deps: { isAdmin: false } }).definitions()).toEqual([]);
  });

  it('refuses a bad name, and options that are missing [DEF-13, NAM-2]', () => {
    expect(() => defineTool({ ...json, name: 'get weather' })).toThrow(
      expect.objectContaining({ code: 'HAFT_INVALID_NAME' }),
    );
    expect(() => defineTool({ ...json, description: ' ', execute: undefined as never })).toThrow(
      "defineTool('weather'): description is missing, execute is no function.",
    );
  });
});

const execute = ({ city, days }: { city: string; days: number }) => `${city} ${days}`;
const base = { name: 'weather', description: 'Tells the weather.' } as const;

const libraries: Readonly<Record<string, DefinedTool>> = {
  zod: defineTool({
    ...base,
    parameters: z.object({
      city: z.string().transform((city) => city.toUpperCase()),
      days: z.int().min(1).max(7).default(1),
    }),
    execute,
  }),
  valibot: defineTool({
    ...base,
    parameters: v.object({
      city: v.pipe(
        v.string(),
        v.transform((city) => city.toUpperCase()),
      ),
      days: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(7)), 1),
    }),
    jsonSchema: json.parameters,
    execute,
  }),
  arktype: defineTool({
    ...base,
    parameters: type({ city: 'string', days: '1 <= number.integer <= 7 = 1' }),
    execute: ({ city, days }) => `${city.toUpperCase()} ${days}`,
  }),
};

describe.each(Object.entries(libraries))('defineTool from a schema of %s', (_name, tool) => {
  it('shows the model the JSON Schema of its arguments', () => {
    const { parameters } = tool.definition;
    expect(parameters).toMatchObject({ type: 'object', properties: { city: { type: 'string' } }, required: ['city'] });
    expect(parameters).not.toHaveProperty('$schema');
  });

  it("passes the library's parsed arguments to execute, with defaults [DEF-5]", async () => {
    expect(await call(tool, { city: 'Oslo' })).toMatchObject({ status: 'success', value: 'OSLO 1' });
  });

  it('coerces like every other tool', async () => {
    expect(await call(tool, { city: 'Oslo', days: '3' })).toMatchObject({
      value: 'OSLO 3',
      repairs: [{ kind: 'coercion' }],
    });
  });

  it('reports problems with the texts of every other tool', async () => {
    const { status, text } = await call(tool, { city: 5, days: 9 });
    expect(status).toBe('retry');
    expect(text).toContain('- city: expected a string, received 5');
    expect(text).toMatch(/- days: expected an integer (from 1 to 7|.*of at most 7), received 9/);
  });
});

describe('defineTool from a Standard Schema', () => {
  const even = z.object({ n: z.number().refine((n) => n % 2 === 0, 'Give an even number.') });
  const free = z.object({ name: z.string().refine(async (name) => name !== 'taken', 'The name is taken.') });

  it('explains rules beyond the JSON Schema with the text of the library', async () => {
    const tool = defineTool({ ...base, parameters: even, execute: ({ n }) => n });
    expect(await call(tool, { n: 3 })).toMatchObject({
      status: 'retry',
      text: "Tool call validation failed for tool 'weather':\n- n: Give an even number.\n\nFix the errors and try again.",
      issues: [{ path: ['n'], rule: 'schema', received: '3' }],
    });
  });

  it.each([
    ['at once', (name: string) => name !== 'taken'],
    ['later', async (name: string) => Promise.resolve(name !== 'taken')],
  ])('names rules that a library checks %s in the prompt about invalid values', async (_when, isFree) => {
    const parameters = z.object({
      n: z.number(),
      users: z.array(z.object({ name: z.string().refine(isFree, 'The name is taken.'), age: z.number() })),
    });
    const tool = defineTool({ ...base, parameters, execute: () => 'done' });
    const users = [
      { name: 'taken', age: 'old' },
      { name: 5, age: 1 },
    ];
    const { text } = await call(tool, { n: 'x', users });
    expect(text.split('\n').slice(1, -2)).toEqual([
      '- n: expected a number, received "x"',
      '- users[0].age: expected a number, received "old"',
      '- users[1].name: expected a string, received 5',
      '- users[0].name: The name is taken.',
    ]);
  });

  it('waits for a library that validates asynchronously, before any approval', async () => {
    const options = { ...base, parameters: free, execute: ({ name }: { name: string }) => `Hello ${name}` };
    expect(await call(defineTool(options), { name: 'Ada' })).toMatchObject({ status: 'success', value: 'Hello Ada' });
    const guarded = defineTool({ ...options, settings: { approvals: [true] } });
    expect(await call(guarded, { name: 'taken' })).toMatchObject({
      status: 'retry',
      text: "Tool call validation failed for tool 'weather':\n- name: The name is taken.\n\nFix the errors and try again.",
    });
  });

  it.each([
    ['shows an example that the library accepts', z.object({ n: z.number().refine((n) => n < 1e9) }), { n: 'x' }, true],
    [
      'shows no example that the library rejects',
      z.object({ n: z.number().refine(() => false, 'No.') }),
      { n: 'x' },
      false,
    ],
    ['shows no example that the library judges later', free, { name: 5 }, false],
  ])('%s', async (_title, parameters, args, isShown) => {
    const tool = defineTool({ ...base, parameters, execute: () => 'done' });
    const run = createRuntime({ toolsets: toolset('test', [tool]), observe: { logger: quietLogger() } }).startRun();
    const send = async (): Promise<ToolOutcome> => run.call({ name: 'weather', arguments: args });
    await send();
    expect(/Valid arguments look like this/.test((await send()).text)).toBe(isShown);
  });

  it('validates once for each call', async () => {
    let count = 0;
    const counted = z.object({ n: z.number().refine(() => ++count > 0) });
    await call(defineTool({ ...base, parameters: counted, execute: ({ n }) => n, examples: [] }), { n: 1 });
    expect(count).toBeLessThanOrEqual(2); // one of them is the example that keeps the code warm
  });

  it('needs a JSON Schema from somewhere', () => {
    expect(() => defineTool({ ...base, parameters: v.object({ a: v.string() }), execute: () => 1 })).toThrow(
      "defineTool('weather'): schemas of valibot do not tell their JSON Schema.",
    );
  });

  it('rejects schemas without a JSON Schema', () => {
    expect(() => defineTool({ ...base, parameters: z.object({ when: z.date() }), execute: () => 1 })).toThrow(
      expect.objectContaining({ code: 'HAFT_INVALID_SCHEMA' }),
    );
  });
});

describe('sensitive', () => {
  const SECRET = 'hunter2';
  const json = {
    type: 'object',
    properties: {
      account: { type: 'object', properties: { pin: { type: 'string', minLength: 12 } } },
      cards: { type: 'array', items: { type: 'object', properties: { code: { type: 'integer' } } } },
      'a.b': { type: 'string', maxLength: 3 },
      answers: { type: 'object', additionalProperties: { type: 'string', maxLength: 3 } },
    },
  } as const;
  const quoting = (message: string) => z.string().refine((text) => text !== SECRET, message);
  const library = z.object({ pin: quoting(`${SECRET} is too common.`), word: quoting('Another word, please.') });
  const slow = z.object({
    pin: z.string().superRefine(async (pin, { addIssue }) => {
      await Promise.resolve();
      addIssue({ code: 'custom', message: `${pin} is taken` });
    }),
  });
  const options = { ...base, execute: () => 'in' };
  const sensitive = ['account.pin', 'cards.*.code', ['a.b'], 'answers'];

  /** All that models and developers read of a call. */
  const readersOf = async (tool: DefinedTool, args: unknown): Promise<string> => {
    const read: unknown[] = [];
    const listen = (trace: unknown): void => {
      const { arguments: accepted, outcome } = trace as CallTrace;
      read.push(accepted, outcome);
    };
    callChannel.asyncEnd.subscribe(listen);
    const logger = quietLogger();
    const onEvent = (event: RunEvent) => read.push(event);
    const runtime = createRuntime({ toolsets: toolset('desk', [tool]), observe: { redact: [], logger, onEvent } });
    for (let time = 0; time < 2; time++) read.push(await runtime.startRun().call({ name: 'weather', arguments: args }));
    callChannel.asyncEnd.unsubscribe(listen);
    return JSON.stringify([read, logger.lines]);
  };

  it.each([
    ['a property', json, sensitive, { account: { pin: SECRET } }],
    ['an item', json, sensitive, { cards: [{ code: SECRET }] }],
    ['a name with a dot', json, sensitive, { 'a.b': SECRET }],
    ['a name inside of a record', json, sensitive, { answers: { [SECRET]: 'long' } }],
    ['a value that fits', json, sensitive, { answers: { a: 'b' }, account: { pin: `${SECRET}${SECRET}` } }],
    ['what a library quotes', library, ['pin', 'word'], { pin: SECRET, word: SECRET }],
    ['what a library quotes later', slow, ['pin'], { pin: SECRET }],
  ])('%s is hidden from every reader', async (_what, parameters, places, args) => {
    const marked = defineTool({ ...options, parameters: parameters as typeof json, sensitive: places });
    expect(await readersOf(marked as DefinedTool, args)).not.toContain(SECRET);
    const plain = defineTool({ ...options, parameters: parameters as typeof json });
    expect(await readersOf(plain as DefinedTool, args)).toContain(SECRET);
  });

  it('shows the model the text of a library without a quotation', async () => {
    const tool = defineTool({ ...options, parameters: library, sensitive: ['pin', 'word'] });
    expect((await call(tool, { pin: SECRET, word: SECRET })).text.split('\n').slice(1, 3)).toEqual([
      '- pin: expected a value that fits the schema, received (hidden)',
      '- word: Another word, please.',
    ]);
  });

  it.each(['acount.pin', 'account.pins', 'account.pin.x', 'cards.*.number', 'x', '', []])(
    'refuses the place %j, which the schema does not have',
    (place) => {
      expect(() => defineTool({ ...options, parameters: json, sensitive: [place] })).toThrow(
        expect.objectContaining({ code: 'HAFT_INVALID_OPTION' }),
      );
    },
  );

  it.each(['free.x', 'answers.*', 'list.*.any', 'either.x', 'again.again.x'])('takes the place %j', (place) => {
    const parameters = {
      type: 'object',
      properties: {
        ...json.properties,
        free: { type: 'object' },
        list: { type: 'array' },
        either: { anyOf: [{ type: 'string' }, { type: 'object' }] },
        again: { $ref: '#' },
      },
    } as const;
    expect(() => defineTool({ ...options, parameters, sensitive: [place] })).not.toThrow();
  });
});
