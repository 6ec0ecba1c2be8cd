import { describe, expect, it } from '@jest/globals';
import type { JsonSchema, JsonSchemaObject } from '@haft/schema';
import { compareDefinitions, type ComparedDefinition } from '@haft/schema/compatibility';

const object = (
  properties: JsonSchemaObject['properties'],
  required: readonly string[] = [],
  more: JsonSchemaObject = {},
): JsonSchemaObject => ({
  type: 'object',
  properties: properties ?? {},
  required,
  additionalProperties: false,
  ...more,
});
const tool = (parameters: JsonSchema, more: Partial<ComparedDefinition> = {}): ComparedDefinition => ({
  name: 'search',
  version: '1',
  parameters,
  ...more,
});
const value = (schema: JsonSchema): JsonSchema => object({ v: schema }, ['v']);

describe('a changed promise [NEW-4]', () => {
  const hint = (hints: ComparedDefinition['hints']): Partial<ComparedDefinition> => ({ hints });
  it.each<[string, Partial<ComparedDefinition>, Partial<ComparedDefinition>, readonly string[]]>([
    ['nothing', {}, {}, []],
    ['a hint that says the usual', {}, hint({ readOnly: false, idempotent: false }), []],
    [
      'read-only to destructive',
      hint({ readOnly: true }),
      hint({ destructive: true }),
      [
        'breaking: the hint readOnly went from true to none: calls may change something now',
        'breaking: the hint destructive went from none to true: calls may destroy something now',
      ],
    ],
    ['read-only now', {}, hint({ readOnly: true }), ['compatible: the hint readOnly went from none to true']],
    [
      'not idempotent any more',
      hint({ idempotent: true }),
      hint({ idempotent: false }),
      ['breaking: the hint idempotent went from true to false: a repeated call may have a second effect now'],
    ],
    [
      'reaching other systems',
      hint({ openWorld: false }),
      {},
      ['breaking: the hint openWorld went from false to none: calls may reach other systems now'],
    ],
    [
      'destructive no more',
      hint({ destructive: true }),
      {},
      ['compatible: the hint destructive went from true to none'],
    ],
    [
      'another sensitive value',
      { sensitive: [['password'], ['users', '*', 'token']] },
      { sensitive: [['users', '*', 'token'], ['pin']] },
      [
        'breaking: password: it is not sensitive any more: its values are in events and logs now',
        'compatible: pin: it is sensitive now',
      ],
    ],
    ['strict', { strict: true }, {}, ['compatible: strict went from true to none']],
    ['a new alias', {}, { aliases: ['seek'] }, ['compatible: its alias seek is new']],
  ])('is found: %s', (_what, before, after, expected) => {
    const { changes, breaking } = compareDefinitions([tool(object({}), before)], [tool(object({}), after)]);
    const place = (path: readonly (string | number)[]): string => path.map((one) => `${one}: `).join('');
    expect(changes.map((one) => `${one.compatibility}: ${place(one.path)}${one.message}`)).toEqual(expected);
    expect(breaking).toBe(expected.some((one) => one.startsWith('breaking')));
  });
});

describe('a changed setting [NEW-4]', () => {
  type Settings = NonNullable<ComparedDefinition['settings']>;
  it.each<[string, Settings, Settings, readonly string[]]>([
    ['nothing', { approval: true, timeoutMs: 5 }, { approval: true, timeoutMs: 5 }, []],
    [
      'no approval any more',
      { approval: true },
      {},
      ['breaking: the approval of a person went from every call to none'],
    ],
    ['an approval now', {}, { approval: true }, ['breaking: the approval of a person went from none to every call']],
    [
      'an approval of some calls',
      { approval: true },
      { approval: 'computed' },
      ['breaking: the approval of a person went from every call to a value that is computed at run time'],
    ],
    ['approvals that are computed before and after', { approval: 'computed' }, { approval: 'computed' }, []],
    [
      'execution by another system',
      {},
      { external: true },
      ['breaking: execution by another system went from none to every call'],
    ],
    [
      'a result that ends the run',
      { final: true },
      {},
      ['breaking: the end of the run with its result went from every call to none'],
    ],
    ['calls in sequence', {}, { sequential: true }, ['compatible: sequential execution went from none to every call']],
    ['calls side by side', { sequential: true }, {}, ['breaking: sequential execution went from every call to none']],
    [
      'a shorter timeout',
      { timeoutMs: 30_000 },
      { timeoutMs: 5000 },
      ['breaking: the timeout in milliseconds went from 30000 to 5000'],
    ],
    [
      'a longer timeout',
      { timeoutMs: 5000 },
      { timeoutMs: 30_000 },
      ['compatible: the timeout in milliseconds went from 5000 to 30000'],
    ],
    [
      'the timeout of the runtime',
      { timeoutMs: 5000 },
      {},
      ['breaking: the timeout in milliseconds went from 5000 to none'],
    ],
    ['fewer retries', { retries: 3 }, { retries: 0 }, ['breaking: the number of retries went from 3 to 0']],
    [
      'other limits',
      { callsPerRun: 5, concurrentCalls: 2, callsPerMinute: 60 },
      { callsPerRun: 4, concurrentCalls: 3 },
      [
        'breaking: the limit on calls in a run went from 5 to 4',
        'compatible: the limit on concurrent calls went from 2 to 3',
        'compatible: the limit on calls in a minute went from 60 to none',
      ],
    ],
    [
      'a limit that the build does not know',
      { callsPerRun: 5 },
      { callsPerRun: 'computed' },
      ['breaking: the limit on calls in a run went from 5 to a value that is computed at run time'],
    ],
    [
      'a cache that more share for a shorter time',
      { cacheMs: 1000, cacheScope: 'run' },
      { cacheMs: 500, cacheScope: 'global' },
      [
        'breaking: the scope of cached results went from run to global',
        'compatible: the age of cached results in milliseconds went from 1000 to 500',
      ],
    ],
    [
      'calls in the background',
      {},
      { background: true, queue: 'mail' },
      [
        'breaking: execution in the background went from none to every call: calls give a task instead of their result now',
        'info: the queue of background calls went from none to mail',
      ],
    ],
    [
      'calls in the foreground',
      { background: true },
      {},
      [
        'breaking: execution in the background went from every call to none: calls give their result instead of a task now',
      ],
    ],
    [
      'another queue',
      { background: true, queue: 'user' },
      { background: true, queue: 'run' },
      ['info: the queue of background calls went from user to run'],
    ],
    [
      'a worker thread',
      {},
      { isolated: true },
      [
        'breaking: execution in a worker thread went from none to every call: the tool has no state of this process, and results are copies now',
      ],
    ],
    [
      'no worker thread any more',
      { isolated: true },
      {},
      [
        'breaking: execution in a worker thread went from every call to none: a deadline cannot stop a loop of the tool now',
      ],
    ],
    [
      'protected effects',
      {},
      { effect: true, reconcile: 'find' },
      [
        'compatible: the protection of effects went from none to every call',
        'compatible: the method that finds out what became of a call went from none to find',
      ],
    ],
    [
      'effects that are protected no more',
      { effect: true },
      {},
      [
        'breaking: the protection of effects went from every call to none: a call may be lost or repeated in silence now',
      ],
    ],
    [
      'no reconcile method any more',
      { effect: true, reconcile: 'find' },
      { effect: true },
      [
        'breaking: the method that finds out what became of a call went from find to none: a person must decide after a crash now',
      ],
    ],
    [
      'another reconcile method',
      { effect: true, reconcile: 'find' },
      { effect: true, reconcile: 'search' },
      ['info: the method that finds out what became of a call went from find to search'],
    ],
    [
      'an effect that runs again',
      { effect: true },
      { effect: true, replays: true },
      [
        'breaking: the replay of the tool after a crash went from none to every call: effects besides those of inner calls may be repeated now',
      ],
    ],
    [
      'an effect that runs again no more',
      { effect: true, replays: true },
      { effect: true },
      [
        'breaking: the replay of the tool after a crash went from every call to none: a person must decide after a crash now',
      ],
    ],
    [
      'a replay that the build does not know',
      { effect: true, replays: true },
      { effect: true, replays: 'computed' },
      ['breaking: the replay of the tool after a crash went from every call to a value that is computed at run time'],
    ],
    [
      'a preview',
      {},
      { preview: 'show' },
      ['compatible: the method that tells what a call would do went from none to show'],
    ],
    [
      'no preview any more',
      { preview: 'show' },
      {},
      [
        'breaking: the method that tells what a call would do went from show to none: people approve calls without a preview now',
      ],
    ],
    [
      'another preview',
      { preview: 'show' },
      { preview: 'tell' },
      ['info: the method that tells what a call would do went from show to tell'],
    ],
  ])('is found: %s', (_what, before, after, expected) => {
    const one = (settings: Settings): ComparedDefinition => tool(object({}), { settings });
    const { changes } = compareDefinitions([one(before)], [one(after)]);
    expect(changes.map(({ compatibility, message }) => `${compatibility}: ${message}`)).toEqual(expected);
  });

  it('is not reported for a tool whose settings are unknown, such as one of an older file', () => {
    const known = tool(object({}), { settings: { approval: true } });
    expect(compareDefinitions([tool(object({}))], [known]).changes).toEqual([]);
    expect(compareDefinitions([known], [tool(object({}))]).changes).toEqual([]);
  });
});

describe('changed code around a call [NEW-4]', () => {
  type Settings = NonNullable<ComparedDefinition['settings']>;
  const found = (before: Settings, after: Settings): readonly string[] =>
    compareDefinitions([tool(object({}), { settings: before })], [tool(object({}), { settings: after })]).changes.map(
      ({ compatibility, message }) => `${compatibility}: ${message}`,
    );
  const ROWS: readonly (readonly [keyof Settings, string, string])[] = [
    [
      'validate',
      'info: the check B is new: it may reject calls',
      'breaking: the check A is gone: calls that it rejected may be executed now',
    ],
    [
      'prepare',
      'info: the prepare function B is new: it may change or hide the definition',
      'breaking: the prepare function A is gone: a definition that it changed or hid may be visible now',
    ],
    [
      'interceptors',
      'info: the interceptor B is new: it may change calls and outcomes',
      'breaking: the interceptor A is gone: calls that it changed or rejected may be executed now',
    ],
    [
      'mapErrors',
      'info: the text for the error B is new: the model reads another text',
      'info: the text for the error A is gone: the model reads another text',
    ],
    [
      'narrowInput',
      'breaking: the narrowing of user input by B is new: values of the user may be rejected now',
      'compatible: the narrowing of user input by A is gone: values that it rejected are accepted now',
    ],
    [
      'supersedes',
      'compatible: the key of obsolete results B is new: obsolete results can leave a history',
      'breaking: the key of obsolete results A is gone: obsolete results stay in a history now',
    ],
  ];

  it.each(ROWS)('is found by its name: %s', (name, added, gone) => {
    expect(found({ [name]: ['A'] }, { [name]: ['A'] })).toEqual([]);
    expect(found({}, { [name]: ['B'] })).toEqual([added]);
    expect(found({ [name]: ['A'] }, {})).toEqual([gone]);
    expect(found({ [name]: ['A'] }, { [name]: ['B'] })).toEqual(
      added.startsWith('breaking') ? [added, gone] : [gone, added],
    );
  });

  it('is found if one of several with the same name is gone', () => {
    const before = { interceptors: ['Log', 'an expression', 'an expression'] };
    expect(found(before, { interceptors: ['Log', 'an expression'] })).toEqual([
      'breaking: the interceptor an expression is gone: calls that it changed or rejected may be executed now',
    ]);
  });

  it('is found in another order, for information', () => {
    expect(found({ interceptors: ['Log', 'Guard'] }, { interceptors: ['Guard', 'Log'] })).toEqual([
      'info: the order became Guard, Log: the interceptor Guard comes first now',
    ]);
    expect(found({ validate: ['A', 'B', 'A'] }, { validate: ['A', 'A', 'B'] })).toEqual([
      'info: the order became A, A, B: the check A comes first now',
    ]);
  });
});

describe('changed values of the user [NEW-4]', () => {
  const asks = (
    properties: JsonSchemaObject['properties'],
    required?: readonly string[],
    sensitive?: NonNullable<ComparedDefinition['input']>['sensitive'],
  ): Partial<ComparedDefinition> => ({ input: { schema: object(properties, required), sensitive } });
  const text = (maxLength: number): JsonSchema => ({ type: 'string', maxLength });
  it.each<[string, Partial<ComparedDefinition>, Partial<ComparedDefinition>, readonly string[]]>([
    ['nothing', asks({ a: true }), asks({ a: true }), []],
    ['the first ones', {}, asks({ a: true, b: true }), ['breaking: calls ask the user for a, b now']],
    ['an unknown first one', {}, { input: { schema: true } }, ['breaking: calls ask the user for values now']],
    ['none any more', asks({ a: true }), {}, ['breaking: calls no longer ask the user for a']],
    ['a required one', asks({}), asks({ a: true }, ['a']), ['breaking: a: it is new and required']],
    ['an optional one', asks({}), asks({ a: true }), ['compatible: a: it is new and optional']],
    ['one that is gone', asks({ a: true, b: true }), asks({ b: true }), ['breaking: a: it is gone']],
    ['a narrower one', asks({ a: text(9) }), asks({ a: text(5) }), ['breaking: a: maxLength 9 became 5']],
    ['a wider one', asks({ a: text(5) }), asks({ a: text(9) }), ['compatible: a: maxLength 5 became 9']],
    [
      'other sensitive ones',
      asks({}, [], [['pin']]),
      asks({}, [], [['code']]),
      [
        'breaking: pin: it is not sensitive any more: its values are in events and logs now',
        'compatible: code: it is sensitive now',
      ],
    ],
  ])('are found: %s', (_what, before, after, expected) => {
    const { changes } = compareDefinitions([tool(object({}), before)], [tool(object({}), after)]);
    const place = (path: readonly (string | number)[]): string => path.map((one) => `${one}: `).join('');
    expect(changes.map((one) => `${one.compatibility}: ${place(one.path)}${one.message}`)).toEqual(expected);
    expect(changes.filter(({ path, part }) => path.length > 0 && part !== 'input')).toEqual([]);
  });

  it('are found where a parameter of the model becomes one of the user', () => {
    const before = tool(object({ a: true, b: true }));
    const { changes } = compareDefinitions([before], [tool(object({ a: true }), asks({ b: true }))]);
    expect(changes).toMatchObject([
      { compatibility: 'breaking', part: 'parameters', path: ['b'], message: 'it is gone' },
      { compatibility: 'breaking', message: 'calls ask the user for b now' },
    ]);
  });
});

describe('changed metadata [NEW-4]', () => {
  type Metadata = ComparedDefinition['metadata'];
  it.each<[string, Metadata, Metadata, readonly string[]]>([
    ['nothing', { roles: ['a'] }, { roles: ['a'] }, []],
    ['a new fact', undefined, { cost: 1 }, ['compatible: the metadata cost is new']],
    ['a fact less', { cost: 1 }, undefined, ['breaking: the metadata cost is gone']],
    ['another value', { cost: 1 }, { cost: 2 }, ['info: the metadata cost went from 1 to 2']],
    ['another type', { role: 'a' }, { role: ['a'] }, ['breaking: the metadata role went from "a" to ["a"]']],
  ])('is found: %s', (_what, before, after, expected) => {
    const [old, now] = [before, after].map((metadata) => [tool(object({}), { metadata })]);
    const { changes } = compareDefinitions(old ?? [], now ?? []);
    expect(changes.map(({ compatibility, message }) => `${compatibility}: ${message}`)).toEqual(expected);
  });
});

describe('a changed parameter schema', () => {
  const rows: readonly (readonly [
    string,
    JsonSchema,
    JsonSchema,
    'breaking' | 'compatible' | 'info' | 'same',
    string,
  ])[] = [
    ['a new optional parameter', object({}), object({ a: { type: 'string' } }), 'compatible', 'it is new and optional'],
    [
      'a new required parameter',
      object({}),
      object({ a: { type: 'string' } }, ['a']),
      'breaking',
      'it is new and required',
    ],
    ['a parameter that is gone', object({ a: { type: 'string' } }), object({}), 'breaking', 'it is gone'],
    [
      'a parameter that becomes required',
      object({ a: true }),
      object({ a: true }, ['a']),
      'breaking',
      'it is required now',
    ],
    [
      'a parameter that becomes optional',
      object({ a: true }, ['a']),
      object({ a: true }),
      'compatible',
      'it is optional now',
    ],
    ['integer to number', value({ type: 'integer' }), value({ type: 'number' }), 'compatible', 'integer became number'],
    ['number to integer', value({ type: 'number' }), value({ type: 'integer' }), 'breaking', 'number became integer'],
    ['another type', value({ type: 'string' }), value({ type: 'boolean' }), 'breaking', 'string became boolean'],
    [
      'null taken too',
      value({ type: 'string' }),
      value({ type: ['string', 'null'] }),
      'compatible',
      'the form {"type":"null"} is new',
    ],
    [
      'null refused',
      value({ anyOf: [{ type: 'string' }, { type: 'null' }] }),
      value({ type: 'string' }),
      'breaking',
      'the form {"type":"null"} is gone',
    ],
    [
      'one more value',
      value({ enum: ['a'] }),
      value({ enum: ['a', 'b'] }),
      'compatible',
      '"b" is new among the values',
    ],
    ['a value less', value({ enum: ['a', 'b'] }), value({ const: 'a' }), 'breaking', '"b" is gone from the values'],
    ['values in another order', value({ enum: ['a', 'b'] }), value({ enum: ['b', 'a'] }), 'same', ''],
    ['a higher maximum', value({ maximum: 5 }), value({ maximum: 9 }), 'compatible', 'maximum 5 became 9'],
    ['a lower maximum', value({ maximum: 9 }), value({ maximum: 5 }), 'breaking', 'maximum 9 became 5'],
    ['a higher minimum', value({ minLength: 1 }), value({ minLength: 2 }), 'breaking', 'minLength 1 became 2'],
    ['a limit that is gone', value({ maxItems: 3 }), value({}), 'compatible', 'maxItems 3 is gone'],
    [
      'a new pattern',
      value({ type: 'string' }),
      value({ type: 'string', pattern: 'a' }),
      'breaking',
      'pattern "a" is new',
    ],
    ['another pattern', value({ pattern: 'a' }), value({ pattern: 'b' }), 'breaking', 'pattern "a" became "b"'],
    [
      'a pattern that is gone',
      value({ type: 'string', pattern: 'a' }),
      value({ type: 'string' }),
      'compatible',
      'pattern "a" is gone',
    ],
    [
      'a coarser step',
      value({ type: 'number', multipleOf: 6 }),
      value({ type: 'number', multipleOf: 3 }),
      'compatible',
      'multipleOf 6 became 3',
    ],
    [
      'other items',
      value({ type: 'array', items: { type: 'integer' } }),
      value({ type: 'array', items: { type: 'string' } }),
      'breaking',
      'integer became string',
    ],
    [
      'an object that opens',
      object({}),
      object({}, [], { additionalProperties: true }),
      'compatible',
      'other properties are taken now',
    ],
    [
      'an object that closes',
      object({}, [], { additionalProperties: { type: 'string' } }),
      object({}),
      'breaking',
      'other properties are refused now',
    ],
    [
      'another description',
      value({ type: 'string', description: 'A.' }),
      value({ type: 'string', description: 'B.' }),
      'info',
      'the description changed',
    ],
    [
      'another default',
      value({ type: 'integer', default: 1 }),
      value({ type: 'integer', default: 2 }),
      'info',
      'the default changed',
    ],
    [
      'a definition that moves to $defs',
      value({ type: 'string' }),
      { ...object({ v: { $ref: '#/$defs/V' } }, ['v']), $defs: { V: { type: 'string' } } },
      'same',
      '',
    ],
  ];

  it.each(rows)('%s', (_, before, after, compatibility, message) => {
    const { changes, breaking } = compareDefinitions([tool(before)], [tool(after)]);
    expect(changes.map((one) => [one.compatibility, one.message])).toEqual(
      compatibility === 'same' ? [] : [[compatibility, message]],
    );
    expect(breaking).toBe(compatibility === 'breaking');
  });

  it.each<[string, JsonSchema, JsonSchema]>([
    [
      'a limit beside a union',
      { anyOf: [{ type: 'string' }], maxLength: 9 },
      { anyOf: [{ type: 'string' }], maxLength: 5 },
    ],
    ['a union beside other keywords', { minimum: 1 }, { minimum: 1, anyOf: [{ maximum: 2 }] }],
    [
      'one form more that takes the values of another',
      { oneOf: [{ type: 'integer' }] },
      { oneOf: [{ type: 'integer' }, { type: 'number' }] },
    ],
    ['forms that may exclude each other', { anyOf: [true, { type: 'string' }] }, { oneOf: [true, { type: 'string' }] }],
  ])('%s is not overlooked', (_, before, after) => {
    expect(compareDefinitions([tool(value(before))], [tool(value(after))]).breaking).toBe(true);
  });

  it.each(['#/definitions/V', '#/properties/w', '#name'])('is compared behind the reference %s', ($ref) => {
    const version = (v: JsonSchemaObject): JsonSchema =>
      ({
        ...object({ v: { $ref }, w: v }),
        definitions: { V: v },
        $defs: { N: { ...v, $anchor: 'name' } },
      }) as JsonSchema;
    const { changes } = compareDefinitions([tool(version({}))], [tool(version({ maxLength: 5 }))]);
    expect(changes).toContainEqual(expect.objectContaining({ path: ['v'], message: 'maxLength 5 is new' }));
  });

  it('is compared with the keywords next to a reference', () => {
    const limited = (maxLength: number): JsonSchema => ({
      ...object({ v: { $ref: '#/$defs/V', maxLength } }),
      $defs: { V: { type: 'string' } },
    });
    const { changes } = compareDefinitions([tool(limited(5))], [tool(limited(4))]);
    expect(changes).toMatchObject([{ compatibility: 'breaking', path: ['v'], message: 'maxLength 5 became 4' }]);
  });

  it('is breaking when it refers to another document', () => {
    const [before, after] = ['https://a.example/one', 'https://a.example/two'].map(($ref) => [tool(value({ $ref }))]);
    expect(compareDefinitions(before ?? [], after ?? []).changes).toMatchObject([
      {
        compatibility: 'breaking',
        path: ['v'],
        message: expect.stringContaining('$ref "https://a.example/one" became'),
      },
    ]);
  });

  it('is compared inside the branch of a union with the same tag', () => {
    const cat = (lives: JsonSchema): JsonSchema => object({ kind: { const: 'cat' }, lives }, ['kind']);
    const dog = object({ kind: { const: 'dog' } }, ['kind']);
    const { changes } = compareDefinitions(
      [tool(value({ oneOf: [cat({ type: 'integer', maximum: 9 }), dog] }))],
      [tool(value({ oneOf: [dog, cat({ type: 'integer', maximum: 7 })] }))],
    );
    expect(changes).toEqual([
      {
        compatibility: 'breaking',
        tool: 'search',
        part: 'parameters',
        path: ['v', 'lives'],
        message: 'maximum 9 became 7',
      },
    ]);
  });

  it('ends for recursive schemas', () => {
    const tree = (name: JsonSchema): JsonSchema => ({
      ...object({ tree: { $ref: '#/$defs/Tree' } }),
      $defs: { Tree: object({ name, children: { type: 'array', items: { $ref: '#/$defs/Tree' } } }) },
    });
    const { changes } = compareDefinitions(
      [tool(tree({ type: 'string' }))],
      [tool(tree({ type: 'string', maxLength: 5 }))],
    );
    expect(changes).toMatchObject([
      { compatibility: 'breaking', path: ['tree', 'name'], message: 'maxLength 5 is new' },
    ]);
  });
});

describe('a changed parameter schema is told by place and effect', () => {
  const text: JsonSchema = { type: 'string' };
  const integer: JsonSchema = { type: 'integer' };
  const open = (properties: JsonSchemaObject['properties'], rest: JsonSchema): JsonSchema =>
    object(properties, [], { additionalProperties: rest });
  const array = (more: JsonSchemaObject): JsonSchema => value({ type: 'array', ...more });
  const tagged = (tag: string, required = ['kind']): JsonSchema => object({ kind: { const: tag } }, required);
  const above1 = (more: JsonSchemaObject): JsonSchema => value({ minimum: 1, ...more });
  const nullable: JsonSchemaObject = { type: ['string', 'null'], anyOf: [true] };

  it.each<[string, JsonSchema, JsonSchema, ...string[]]>([
    ['any value and none', value(true), value(false), 'breaking: v no value is taken now'],
    ['no value and one', value(false), value({ type: 'string' }), 'compatible: v a value is taken now'],
    ['a text and any value', value({ type: 'string' }), value(true), 'compatible: v any value is taken now'],
    ['any value and a text', value(true), value({ type: 'string' }), 'breaking: v not every value is taken now'],
    ['two schemas for any value', value(true), value({ description: 'x' })],
    ['a text and some texts', value({}), value({ enum: ['a', 'b'] }), 'breaking: v only "a", "b" is taken now'],
    ['one text and any text', value({ const: 'a' }), value({}), 'compatible: v not only "a" is taken now'],
    ['a constant within a list', value({ const: 'a', enum: ['a', 'b'] }), value({ const: 'a' })],
    [
      'a constant outside of a list',
      value({ const: 'a', enum: ['b'] }),
      value({ enum: ['a'] }),
      'compatible: v "a" is new among the values',
    ],
    [
      'two values for two others',
      value({ enum: ['a', 'b', 'c'] }),
      value({ enum: ['c', 'd', 'e'] }),
      'breaking: v "a", "b" is gone from the values',
      'compatible: v "d", "e" is new among the values',
    ],
    [
      'any type and one',
      value({ minLength: 1 }),
      value({ minLength: 1, type: 'string' }),
      'breaking: v any type became string',
    ],
    [
      'a type and any',
      value({ minLength: 1, type: 'string' }),
      value({ minLength: 1 }),
      'compatible: v string became any type',
    ],
    [
      'fewer types beside a union',
      value(nullable),
      value({ ...nullable, type: 'string' }),
      'breaking: v string or null became string',
    ],
    [
      'other types beside a union',
      value(nullable),
      value({ ...nullable, type: ['string', 'number'] }),
      'breaking: v string or null became string or number',
    ],
    ['types in another order', value(nullable), value({ ...nullable, type: ['null', 'string'] })],
    ['a union beside a bound', above1({}), above1({ anyOf: [{ maximum: 2 }] }), 'breaking: v anyOf is new'],
    ['no union beside it', above1({ oneOf: [{ maximum: 2 }] }), above1({}), 'compatible: v oneOf is gone'],
    [
      'another union beside it',
      above1({ anyOf: [{ maximum: 2 }] }),
      above1({ anyOf: [{ maximum: 3 }] }),
      'breaking: v anyOf changed',
    ],
    ['an equal union beside it', above1({ anyOf: [{ maximum: 2 }] }), above1({ anyOf: [{ maximum: 2 }] })],
    [
      'an exclusive form that takes the values of another',
      value({ oneOf: [{ type: 'integer' }] }),
      value({ oneOf: [{ type: 'integer' }, { type: 'number' }] }),
      'breaking: v which values fit exactly one form may have changed',
      'compatible: v the form {"type":"number"} is new',
    ],
    [
      'an exclusive form of another type',
      value({ oneOf: [{ type: 'integer' }] }),
      value({ oneOf: [{ type: 'integer' }, { type: 'string' }] }),
      'compatible: v the form {"type":"string"} is new',
    ],
    [
      'forms of other types that exclude each other now',
      value({ anyOf: [{ type: 'integer' }, { type: 'string' }] }),
      value({ oneOf: [{ type: 'integer' }, { type: 'string' }] }),
    ],
    [
      'a description of overlapping exclusive forms',
      value({ oneOf: [{ type: 'integer' }, { type: 'number' }] }),
      value({ oneOf: [{ type: 'integer' }, { type: 'number', description: 'x' }] }),
      'info: v the description is new',
    ],
    [
      'texts of forms in another order',
      value({
        anyOf: [
          { type: 'string', title: 'a' },
          { type: 'string', title: 'b' },
          { type: 'null', title: 'c' },
        ],
      }),
      value({
        anyOf: [
          { type: 'null', title: 'd' },
          { type: 'string', title: 'b' },
          { type: 'string', title: 'a' },
        ],
      }),
      'info: v the title changed',
    ],
    [
      'an exclusive form with another tag',
      value({ oneOf: [tagged('a')] }),
      value({ oneOf: [tagged('a'), tagged('b')] }),
      'compatible: v the form {"type":"object","properties":{"kind":{"const":"b"}},"required":["kind"],"add... is new',
    ],
    [
      'an exclusive form whose tag may be absent',
      value({ oneOf: [tagged('a')] }),
      value({ oneOf: [tagged('a'), tagged('b', [])] }),
      'breaking: v which values fit exactly one form may have changed',
      'compatible: v the form {"type":"object","properties":{"kind":{"const":"b"}},"required":[],"additiona... is new',
    ],
    [
      'a form with another tag',
      value({ anyOf: [tagged('a')] }),
      value({ anyOf: [tagged('b')] }),
      'breaking: v the form {"type":"object","properties":{"kind":{"const":"a"}},"required":["kind"],"add... is gone',
      'compatible: v the form {"type":"object","properties":{"kind":{"const":"b"}},"required":["kind"],"add... is new',
    ],
    [
      'the nearest of several forms',
      value({
        anyOf: [
          { type: 'string', maxLength: 4 },
          { type: 'string', minLength: 9 },
        ],
      }),
      value({
        anyOf: [
          { type: 'string', minLength: 8 },
          { type: 'string', maxLength: 4 },
        ],
      }),
      'compatible: v minLength 9 became 8',
    ],
    [
      'the nearest of several forms that all changed',
      value({ anyOf: [{ type: 'string', maxLength: 4, pattern: 'a' }] }),
      value({
        anyOf: [
          { type: 'string', minLength: 8 },
          { type: 'string', maxLength: 5, pattern: 'a' },
        ],
      }),
      'compatible: v maxLength 4 became 5',
      'compatible: v the form {"type":"string","minLength":8} is new',
    ],
    [
      'a form for another type',
      value({ anyOf: [{ type: 'string' }, { type: 'integer' }] }),
      value({ anyOf: [{ type: 'boolean' }, { type: 'integer' }] }),
      'breaking: v the form {"type":"string"} is gone',
      'compatible: v the form {"type":"boolean"} is new',
    ],
    ['other undeclared properties', open({}, text), open({}, integer), 'breaking: * string became integer'],
    ['a property that was undeclared', open({}, text), open({ a: integer }, text), 'breaking: a string became integer'],
    [
      'a type for a property that was undeclared',
      open({}, true),
      open({ a: text }, true),
      'breaking: a it has a type now; before, any value was taken',
    ],
    ['a name for a property that was undeclared', open({}, true), open({ a: {} }, true)],
    [
      'a property that a pattern may match',
      object({}, [], { patternProperties: { '^a': true } }),
      object({ a: true }, [], { patternProperties: { '^a': true } }),
      'breaking: a it has a type of its own now',
    ],
    [
      'a declaration of a required property',
      object({}, ['a'], { additionalProperties: true }),
      object({ a: true }, ['a'], { additionalProperties: true }),
    ],
    [
      'a property that is undeclared now',
      open({ a: text }, false),
      open({}, true),
      'compatible: a any value is taken now',
      'compatible: other properties are taken now',
    ],
    ['a property that has the type of undeclared ones', open({ a: text }, text), open({}, text)],
    ['a required property that is gone', object({ a: true }, ['a']), object({}), 'breaking: a it is gone'],
    [
      'a required property that is undeclared now',
      object({ a: true }, ['a'], { additionalProperties: true }),
      object({}, [], { additionalProperties: true }),
      'compatible: a it is optional now',
    ],
    [
      'required names without declaration',
      value({ type: 'object', required: ['x', 'y'] }),
      value({ type: 'object', required: ['y', 'z'] }),
      'breaking: v z it is required now',
      'compatible: v x it is optional now',
    ],
    [
      'a position of a tuple',
      array({ prefixItems: [text, text], items: text }),
      array({ prefixItems: [text, integer], items: text }),
      'breaking: v 1 string became integer',
    ],
    [
      'a position that was one of the rest',
      array({ prefixItems: [text], items: text }),
      array({ prefixItems: [text, integer], items: text }),
      'breaking: v 1 string became integer',
    ],
    [
      'a position that is one of the rest now',
      array({ prefixItems: [text, integer] }),
      array({ prefixItems: [text] }),
      'compatible: v 1 any value is taken now',
    ],
    ['items that had no type', array({}), array({ items: text }), 'breaking: v * not every value is taken now'],
    ['different items', array({}), array({ uniqueItems: true }), 'breaking: v uniqueItems true is new'],
    [
      'items that may repeat',
      array({ uniqueItems: true }),
      array({ uniqueItems: false }),
      'compatible: v uniqueItems true is gone',
    ],
    ['items that may repeat, before and after', array({}), array({ uniqueItems: false })],
    ['a new limit', array({}), array({ maxItems: 3 }), 'breaking: v maxItems 3 is new'],
    [
      'more of certain items',
      array({ contains: text }),
      array({ contains: text, minContains: 2 }),
      'breaking: v minContains 1 became 2',
    ],
    [
      'texts',
      value({ description: 'a', default: 1 }),
      value({ title: 'b', default: 1 }),
      'info: v the title is new',
      'info: v the description is gone',
    ],
    ['another step', value({ multipleOf: 2 }), value({ multipleOf: 5 }), 'breaking: v multipleOf 2 became 5'],
    [
      'a long pattern',
      value({ pattern: 'a'.repeat(99) }),
      value({ pattern: 'b' }),
      `breaking: v pattern "${'a'.repeat(76)}... became "b"`,
    ],
    [
      'an excluded value',
      value({ not: { const: 'a' } }),
      value({ not: { const: 'b' } }),
      'breaking: v not {"const":"a"} became {"const":"b"}',
    ],
    [
      'rules for names',
      value({ patternProperties: { '^a': true } }),
      value({ patternProperties: { '^a': false } }),
      'breaking: v the rules for names by pattern changed',
    ],
    [
      'an unrelated type without its bounds',
      value({ type: 'string', minLength: 1, maxLength: 4 }),
      value({ type: 'boolean' }),
      'breaking: v string became boolean',
    ],
  ])('%s', (_title, before, after, ...lines) => {
    const { changes } = compareDefinitions([tool(before)], [tool(after)]);
    expect(changes.every(({ part }) => part === 'parameters')).toBe(true);
    expect(
      changes.map(({ compatibility, path, message }) => `${compatibility}: ${[...path, message].join(' ')}`),
    ).toEqual(lines);
  });
});

describe('a change of a tool besides its schemas', () => {
  it.each<[string, Partial<ComparedDefinition>, Partial<ComparedDefinition>, ...string[]]>([
    ['a URI', { uri: 'a:{x}' }, { uri: 'a:{y}' }, 'breaking: the URI a:{x} became a:{y}'],
    [
      'the type of contents that the result tells now',
      { mimeType: 'text/plain' },
      {},
      'breaking: the type of the contents text/plain became that of the result',
    ],
    [
      'the type of contents that the result told',
      {},
      { mimeType: 'text/plain' },
      'breaking: the type of the contents of the result became text/plain',
    ],
    ['an alias that is gone', { aliases: ['a', 'b'] }, { aliases: ['b'] }, 'breaking: its alias a is gone'],
    [
      'an alias that is the name now',
      { aliases: ['find'] },
      { name: 'find', aliases: ['search'] },
      'compatible: it is called find now; the old name is an alias',
    ],
    ['no version any more', {}, { version: undefined }, 'info: version 1 became none'],
    ['a first version', { version: undefined }, { version: '2' }, 'info: version none became 2'],
    ['an empty version', { version: undefined }, { version: '' }],
    ['a description', {}, { description: 'x' }, 'info: the description changed'],
    ['an empty description', { description: '' }, {}],
    ['a result schema', {}, { result: true }, 'compatible: result the result has a schema now'],
    ['no result schema any more', { result: true }, {}, 'breaking: result the result has no schema any more'],
    [
      'permissions',
      { settings: { requires: ['a', 'b'] } },
      { settings: { requires: ['b', 'c'] } },
      'breaking: access widened: the permission a is no longer required',
      'breaking: the permission c is required now',
    ],
    [
      'the type of a fact',
      { metadata: { a: null, b: {}, c: [], d: 1, e: 'x'.repeat(99) } },
      { metadata: { a: {}, b: [], c: [1], d: '1', e: 2 } },
      'breaking: the metadata a went from null to {}',
      'breaking: the metadata b went from {} to []',
      'breaking: the metadata d went from 1 to "1"',
      `breaking: the metadata e went from "${'x'.repeat(76)}... to 2`,
      'info: the metadata c went from [] to [1]',
    ],
  ])('is told: %s', (_title, before, after, ...lines) => {
    const { changes } = compareDefinitions([tool(true, before)], [tool(true, after)]);
    expect(
      changes.map(({ compatibility, part, message }) =>
        [`${compatibility}:`, ...(part === undefined ? [] : [part]), message].join(' '),
      ),
    ).toEqual(lines);
    expect(changes.every(({ tool: name, path }) => name === 'search' && path.length === 0)).toBe(true);
  });

  it('is told by tool, with breaking changes first and in the order of their discovery', () => {
    const versions = (maxLength: number, more: Partial<ComparedDefinition>) =>
      ['b', 'c', 'a'].map((name) => tool(value({ type: 'string', maxLength }), { name, ...more }));
    const { changes } = compareDefinitions(versions(5, {}), versions(4, { description: 'x', aliases: ['d'] }));
    expect(changes.map(({ tool: name, compatibility }) => `${name} ${compatibility}`)).toEqual(
      ['a', 'b', 'c'].flatMap((name) => [`${name} breaking`, `${name} compatible`, `${name} info`]),
    );
  });

  it('is told of a resource or a prompt by its kind, apart from a tool of its name', () => {
    const one = (kind?: 'resource' | 'prompt', version = '1'): ComparedDefinition =>
      tool(true, { name: 'order', kind, version });
    const { changes, withoutNewVersion } = compareDefinitions(
      [one(), one('resource'), one('prompt')],
      [one('prompt', '2'), one('resource')],
    );
    expect(changes.map(({ tool: name, message }) => `${name}: ${message}`)).toEqual([
      'order: the tool is gone',
      'prompt order: version 1 became 2',
    ]);
    expect(withoutNewVersion).toEqual([]);
    const added = compareDefinitions([one()], [one(), one('resource')]);
    expect(added.changes).toEqual([
      { compatibility: 'compatible', tool: 'resource order', path: [], message: 'the resource is new' },
    ]);
    const changed = compareDefinitions([tool(true, { kind: 'prompt' })], [tool(false, { kind: 'prompt' })]);
    expect(changed.withoutNewVersion).toEqual(['prompt search']);
  });
});

describe('a changed result schema', () => {
  const compare = (before: JsonSchema | undefined, after: JsonSchema | undefined): unknown =>
    compareDefinitions([tool(true, { result: before })], [tool(true, { result: after })]).changes.map(
      (one) => one.compatibility,
    );

  it('may become narrower and get new properties, and nothing else', () => {
    expect(compare({ type: 'number' }, { type: 'integer' })).toEqual(['compatible']);
    expect(compare({ type: 'integer' }, { type: 'number' })).toEqual(['breaking']);
    expect(compare(object({}), object({ a: true }))).toEqual(['compatible']);
    expect(compare(object({ a: true }), object({}))).toEqual(['breaking']);
    expect(compare(object({ a: true }), object({ a: true }, ['a']))).toEqual(['compatible']);
    expect(compare({ enum: ['a'] }, { enum: ['a', 'b'] })).toEqual(['breaking']);
    expect(compare(undefined, { type: 'string' })).toEqual(['compatible']);
    expect(compare({ type: 'string' }, undefined)).toEqual(['breaking']);
  });

  it('is compared behind a reference to a stored value', () => {
    const stored = (schema: JsonSchema): readonly ComparedDefinition[] => [tool(true, { reference: { schema } })];
    const { changes } = compareDefinitions(stored(value({ type: 'integer' })), stored(value({ type: 'number' })));
    expect(changes).toMatchObject([
      { compatibility: 'breaking', part: 'result', path: ['v'], message: 'integer became number' },
    ]);
    expect(compareDefinitions(stored(true), [tool(true)]).changes).toEqual([]);
  });
});

describe('a changed set of tools', () => {
  it('is breaking when a tool is gone, and not when one is new', () => {
    const { changes, breaking } = compareDefinitions([tool(true, { name: 'a' })], [tool(true, { name: 'b' })]);
    expect(changes).toEqual([
      { compatibility: 'breaking', tool: 'a', path: [], message: 'the tool is gone' },
      { compatibility: 'compatible', tool: 'b', path: [], message: 'the tool is new' },
    ]);
    expect(breaking).toBe(true);
  });

  it('follows a tool to its new name when the old one is an alias', () => {
    const { changes } = compareDefinitions([tool(true, { name: 'a' })], [tool(true, { name: 'b', aliases: ['a'] })]);
    expect(changes).toMatchObject([
      { compatibility: 'compatible', message: 'it is called b now; the old name is an alias' },
    ]);
  });

  it('names the tools that need a new version [NEW-4]', () => {
    const before = [tool(value({ maximum: 9 }), { name: 'a' }), tool(value({ maximum: 9 }), { name: 'b' })];
    const after = [
      tool(value({ maximum: 5 }), { name: 'a' }),
      tool(value({ maximum: 5 }), { name: 'b', version: '2' }),
    ];
    expect(compareDefinitions(before, after).withoutNewVersion).toEqual(['a']);
  });
});

describe('aliases of properties [NEW-13]', () => {
  const text: JsonSchema = { type: 'string' };
  const list = (item: JsonSchema): JsonSchema => object({ edits: { type: 'array', items: item } });
  const changes = (before: ComparedDefinition, after: ComparedDefinition): readonly string[] =>
    compareDefinitions([before], [after]).changes.map(
      ({ compatibility, path, message }) => `${compatibility}: ${[...path, message].join(' ')}`,
    );

  it.each<[string, ComparedDefinition, ComparedDefinition, readonly string[]]>([
    [
      'a new name whose old one is an alias',
      tool(object({ file: text }, ['file'])),
      tool(object({ path: text }, ['path']), { propertyAliases: { '': { file: 'path' } } }),
      ['compatible: file it is called path now; the old name is an alias'],
    ],
    [
      'a new name inside of a list',
      tool(list(object({ old: text }))),
      tool(list(object({ oldText: text })), { propertyAliases: { '/properties/edits/items': { old: 'oldText' } } }),
      ['compatible: edits * old it is called oldText now; the old name is an alias'],
    ],
    [
      'a new name with a narrower type',
      tool(object({ file: text })),
      tool(object({ path: { type: 'integer' } }, ['path']), { propertyAliases: { '': { file: 'path' } } }),
      [
        'breaking: file string became integer',
        'breaking: file it is required now',
        'compatible: file it is called path now; the old name is an alias',
      ],
    ],
    [
      'two properties that are one now',
      tool(object({ file: text, path: text })),
      tool(object({ path: text }), { propertyAliases: { '': { file: 'path' } } }),
      ['breaking: file it is gone'],
    ],
    [
      'an alias that is gone, and one that is new',
      tool(object({ path: text }), { propertyAliases: { '': { file: 'path' } } }),
      tool(object({ path: text }), { propertyAliases: { '': { name: 'path' } } }),
      ['breaking: the alias file of path is gone', 'compatible: the alias name of path is new'],
    ],
    [
      'an alias that is the name now',
      tool(object({ path: text }), { propertyAliases: { '': { file: 'path' } } }),
      tool(object({ file: text }), { propertyAliases: { '': { path: 'file' } } }),
      ['compatible: path it is called file now; the old name is an alias'],
    ],
  ])('rates %s', (_what, before, after, expected) => {
    expect(changes(before, after)).toEqual(expected);
  });
});
