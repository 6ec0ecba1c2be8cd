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
