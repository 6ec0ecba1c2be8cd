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
