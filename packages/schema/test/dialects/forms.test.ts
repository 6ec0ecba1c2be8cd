import { describe, expect, it } from '@jest/globals';
import { toDialect, type Target } from '../../src/dialects/index.js';
import type { JsonSchema, JsonSchemaObject, JsonValue } from '../../src/index.js';

const closed = (properties: Readonly<Record<string, JsonSchema>>, ...required: string[]): JsonSchemaObject => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});
const text: JsonSchemaObject = { type: 'string' };
const number: JsonSchemaObject = { type: 'number' };
const boolean: JsonSchemaObject = { type: 'boolean' };
const nothing: JsonSchemaObject = { type: 'null' };
const map = (values: JsonSchema): JsonSchemaObject => ({ type: 'object', additionalProperties: values });

/** The form of a parameter `a`, in strict mode if the target has one. */
const formOf = (a: JsonSchema, target: Target, $defs?: JsonSchemaObject['$defs']) => {
  const parameters = { ...closed({ a }, 'a'), ...($defs === undefined ? {} : { $defs }) };
  return toDialect({ name: 'tool', parameters, strict: true }, target);
};
const partOf = (a: JsonSchema, target: Target): JsonSchema | undefined =>
  formOf(a, target).parameters.properties?.['a'];
const asText = (description = '(any JSON value, as JSON text)'): JsonSchemaObject => ({ type: 'string', description });

describe('the form of a parameter', () => {
  it.each<[string, Target, JsonSchemaObject, JsonSchemaObject]>([
    [
      'keeps the title of JSON text, and tells the other keywords',
      'gemini',
      { title: 'T', minLength: 2 },
      { title: 'T', ...asText('(minLength=2) (any JSON value, as JSON text)') },
    ],
    [
      'begins with the keywords if the description is empty',
      'anthropic',
      { type: 'string', description: '', pattern: 'a' },
      { type: 'string', description: '(pattern=a)' },
    ],
    [
      'tells a condition with its consequences',
      'anthropic',
      { type: 'string', if: { minLength: 3 }, then: { pattern: 'a' }, else: { pattern: 'b' } },
      { type: 'string', description: '(if={"minLength":3}, then={"pattern":"a"}, else={"pattern":"b"})' },
    ],
    [
      'tells how many items are asked for',
      'anthropic',
      { type: 'array', items: text, contains: { const: 'x' }, minContains: 2, maxContains: 3 },
      { type: 'array', items: text, description: '(contains={"const":"x"}, minContains=2, maxContains=3)' },
    ],
    ['drops consequences without a condition', 'anthropic', { type: 'string', then: { minLength: 3 } }, text],
    [
      'drops the consequences of a condition that it cannot tell',
      'gemini',
      { type: 'string', if: { minLength: 3 }, then: { pattern: 'a' } },
      text,
    ],
    [
      'tells that a value may be null in OpenAPI',
      'openai',
      { type: 'string', nullable: true } as JsonSchemaObject,
      { type: 'string', description: '(nullable=true)' },
    ],
    [
      'has the length of a tuple',
      'gemini',
      { type: 'array', prefixItems: [text, text], items: false },
      { type: 'array', items: text, maxItems: 2 },
    ],
    [
      'has one union for the items of a tuple',
      'gemini',
      { type: 'array', prefixItems: [{ anyOf: [text, boolean] }, number] },
      {
        type: 'array',
        items: { anyOf: [text, boolean, number, asText()] },
        description: '(prefixItems=[{"anyOf":[{"type":"string"},{"type":"boolean"}]},{"type":"number"}])',
      },
    ],
    [
      'has a union in a union',
      'openai',
      { anyOf: [{ anyOf: [text, boolean] }, nothing] },
      { anyOf: [{ anyOf: [text, boolean] }, nothing] },
    ],
    [
      'has one union for unions if a union must be alone',
      'gemini',
      { anyOf: [{ anyOf: [text, boolean] }, number] },
      { anyOf: [text, boolean, number] },
    ],
    [
      'has required properties that are not declared',
      'gemini',
      { type: 'object', properties: { b: text }, required: ['a'] },
      { type: 'object', properties: { b: text, a: asText() }, required: ['a'] },
    ],
    [
      'lists the properties of an object without declarations',
      'gemini',
      { type: 'object' },
      { type: 'array', items: { ...without(closed({ key: text, value: asText() }, 'key', 'value')) } },
    ],
    [
      'has no properties if none are declared',
      'gemini',
      { type: 'object', properties: {} },
      { type: 'object', properties: {} },
    ],
    ['is never a union without a branch', 'gemini', { anyOf: [nothing] }, { anyOf: [nothing] }],
    [
      'has a word for a union with null',
      'gemini',
      { anyOf: [{ type: 'object', properties: { b: text }, additionalProperties: false }, nothing] },
      { type: 'object', properties: { b: text }, nullable: true } as JsonSchemaObject,
    ],
    [
      'lists only values of its type',
      'gemini',
      { type: 'string', enum: ['a', null, 5] },
      { type: 'string', enum: ['a'] },
    ],
    ...(['openai', 'anthropic'] as const).map(
      (target) =>
        [
          'lists only values of its type',
          target,
          { type: 'string', enum: ['a', null, 5, { b: 1 }] },
          { type: 'string', enum: ['a'] },
        ] as [string, Target, JsonSchemaObject, JsonSchemaObject],
    ),
    ['is null without a list of it', 'gemini', { const: null }, nothing],
    [
      'has only the types of its values',
      'openai',
      { type: ['string', 'number', 'null'], enum: ['a', null] },
      { type: ['string', 'null'], enum: ['a', null] },
    ],
    ['has one type for whole numbers and fractions', 'openai', { enum: [1, 2.5] }, { type: 'number', enum: [1, 2.5] }],
    [
      'has the parts of parts',
      'anthropic',
      { allOf: [{ allOf: [{ minLength: 2 }, { pattern: 'a' }] }, text] },
      { type: 'string', description: '(minLength=2, pattern=a)' },
    ],
    [
      'tells the keywords next to a union in each branch',
      'gemini',
      { anyOf: [text, boolean], title: 'T', description: 'D' },
      {
        anyOf: [
          { type: 'string', description: 'D (title=T)' },
          { type: 'boolean', description: 'D (title=T)' },
        ],
      },
    ],
  ])('%s: %s', (_, target, given, expected) => {
    expect(partOf(given, target)).toEqual(expected);
  });

  it.each(['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid'])(
    'has the format %s in strict mode',
    (format) => {
      for (const target of ['openai', 'anthropic', 'bedrock'] as const)
        expect(partOf({ type: 'string', format }, target)).toEqual({ type: 'string', format });
    },
  );

  it.each(['$schema', '$id', '$comment', '$anchor', '$dynamicAnchor', '$recursiveAnchor', '$vocabulary'])(
    'has no %s, which says nothing of a value',
    (keyword) => {
      const form = formOf({ ...text, [keyword]: 'x' }, 'anthropic');
      expect(form.parameters.properties?.['a']).toEqual(text);
      expect(form.rewrites).toEqual([{ path: ['a'], keyword, from: 'x', reason: 'it says nothing of a value' }]);
    },
  );

  it.each(['$dynamicRef', '$recursiveRef'])('tells %s, which it does not follow', (keyword) => {
    const expected = { type: 'string', description: `(${keyword}=#)` };
    expect(partOf({ ...text, [keyword]: '#' }, 'anthropic')).toEqual(expected);
  });

  it('has the description of JSON text in the place of a deeper level', () => {
    const next: JsonSchemaObject = { $ref: '#/$defs/node', description: 'Below.' };
    const { parameters } = formOf(next, 'gemini', { node: { type: 'object', properties: { a: next } } });
    const third = ['a', 'a', 'a'].reduce<JsonSchema>(
      (one, name) => (typeof one === 'object' && one.properties?.[name]) || true,
      parameters,
    );
    expect(third).toEqual(asText('Below. (JSON text of the same form as above)'));
  });

  it('cannot be strict below 200 levels, and the error says so', () => {
    const deep = Array.from({ length: 250 }).reduce<JsonSchemaObject>((items) => ({ type: 'array', items }), text);
    const limit = 'schemas that stand in more than 200 others are not allowed there';
    expect(() => formOf(deep, 'anthropic')).toThrow(limit);
  });

  it.each<Target>(['openai', 'anthropic', 'gemini'])('has no keywords of other types for %s', (target) => {
    const given: JsonSchemaObject = { ...text, items: { not: {} }, properties: { b: {} }, required: ['b'] };
    const form = formOf(given, target);
    expect(form.parameters.properties?.['a']).toEqual(text);
    for (const keyword of ['items', 'properties', 'required'] as const) {
      const reason = 'it says nothing of a value of type string';
      expect(form.rewrites).toContainEqual({ path: ['a'], keyword, from: given[keyword], reason });
    }
  });

  it('has a name for each definition', () => {
    const names = ['a b', 'a/b', 'a_b', '__proto__'];
    const $defs = Object.fromEntries(names.map((name, i) => [name, { type: 'string', minLength: 2 + i } as const]));
    const references = ['a b', 'a~1b', 'a_b', '__proto__'].map((name) => ({ $ref: `#/$defs/${name}` }));
    const { parameters } = formOf({ anyOf: references }, 'openai', $defs);
    expect(parameters.$defs).toEqual({
      a_b: $defs['a b'],
      a_b_2: $defs['a/b'],
      a_b_3: $defs['a_b'],
      __proto___2: $defs['__proto__'],
    });
    expect(parameters.properties?.['a']).toEqual({
      anyOf: ['a_b', 'a_b_2', 'a_b_3', '__proto___2'].map((name) => ({ $ref: `#/$defs/${name}` })),
    });
  });
});

describe('the report of a form', () => {
  const tuple = (title: string): JsonSchemaObject => ({
    type: 'array',
    prefixItems: [{ ...text, title }, number],
    items: false,
  });

  it.each<[string, Target, number, (filler: string) => JsonSchemaObject, string]>([
    [
      'keyword',
      'anthropic',
      300,
      (contentMediaType) => ({ type: 'string', contentMediaType }),
      "what 'contentMediaType' asks for",
    ],
    ['tuple', 'gemini', 300, tuple, 'which item stands where'],
    [
      'list of values',
      'gemini',
      1000,
      (value) => ({ type: 'string', enum: ['', value] }),
      'which values are valid: they are too many for a description',
    ],
  ])('names what is lost if a %s is too long for a description', (_, target, longest, given, loses) => {
    const describedIn = (filler: number) => {
      const { parameters, rewrites } = formOf(given('x'.repeat(filler)), target);
      const part = parameters.properties?.['a'] as JsonSchemaObject;
      return { description: part.description, losses: rewrites.flatMap((one) => one.loses ?? []) };
    };
    const room = longest - (describedIn(1).description?.length ?? 0) + 1;
    expect(describedIn(room)).toEqual({ description: expect.any(String), losses: [] });
    expect(describedIn(room + 1)).toEqual({ description: undefined, losses: [loses] });
  });

  it.each<[string, JsonSchemaObject]>([
    ['properties', { const: { a: 1 }, properties: { a: {} } }],
    ['required', { const: { a: 1 }, required: ['a'] }],
    ['additionalProperties', { const: { a: 1 }, additionalProperties: false }],
    ['items', { const: [1], items: {} }],
    ['prefixItems', { const: [1], prefixItems: [{}] }],
    ['anyOf', { anyOf: [{}, text] }],
    ['oneOf', { oneOf: [{}, text] }],
  ])('names the loss of %s in a value that is JSON text', (keyword, given) => {
    const { parameters, rewrites } = formOf(given, 'gemini');
    expect(parameters.properties?.['a']).not.toHaveProperty(keyword);
    expect(rewrites[0]).toEqual({
      path: ['a'],
      keyword: 'type',
      from: given,
      to: 'string',
      reason: 'Gemini wants a type in each schema: the value is sent as JSON text',
      loses: 'what the value looks like',
    });
  });

  it.each<[string, Target, JsonSchemaObject, object]>([
    [
      'a reference that leads out',
      'gemini',
      { $ref: 'https://x.example' },
      {
        keyword: 'type',
        from: { $ref: 'https://x.example' },
        to: 'string',
        reason: 'Gemini has no references, and nothing in the schema has this name: the value is sent as JSON text',
        loses: "what 'https://x.example' asks for",
      },
    ],
    [
      'a limit next to a reference',
      'openai',
      { $ref: '#/$defs/text', minLength: 2 },
      {
        keyword: '$ref',
        from: '#/$defs/text',
        reason: 'OpenAI takes nothing beside $ref: it is written out',
      },
    ],
    [
      'a keyword next to a union',
      'gemini',
      { anyOf: [text, boolean], title: 'T' },
      {
        keyword: 'title',
        from: 'T',
        to: '(title=T)',
        reason: 'Gemini takes nothing beside anyOf: it is told in the description',
      },
    ],
    [
      'listed values of another type',
      'openai',
      { type: 'string', enum: ['a', 5] },
      { keyword: 'enum', from: ['a', 5], to: ['a'], reason: 'the type takes none of the others' },
    ],
    [
      'a constant of null',
      'gemini',
      { type: 'null', const: null },
      { keyword: 'const', from: null, reason: 'Gemini lists texts only, and the type says the same' },
    ],
    [
      'a constant of null',
      'gemini-json-schema',
      { const: null },
      { keyword: 'const', from: null, to: [null], reason: 'Gemini wants a list of values with a type' },
    ],
  ])('names %s: %s', (_, target, given, rewrite) => {
    expect(formOf(given, target, { text }).rewrites).toContainEqual({ path: ['a'], ...rewrite });
  });
});

describe('a value in the form of a target', () => {
  const one = (key: string, value: JsonValue): JsonValue => [{ key, value }];
  const texts = map(text);
  const numbers = map(number);

  it.each<[string, Target, JsonSchemaObject, JsonValue, JsonValue]>([
    ['a list of maps', 'openai', { type: 'array', items: texts }, [{ x: 'a' }, {}], [one('x', 'a'), []]],
    ['a text in place of a list', 'openai', { type: 'array', items: texts }, 'x', 'x'],
    [
      'a tuple of maps',
      'gemini',
      { type: 'array', prefixItems: [texts, numbers], items: false },
      [{ x: 'a' }, { y: 1 }],
      [one('x', 'a'), one('y', 1)],
    ],
    [
      'a tuple with further maps',
      'gemini',
      { type: 'array', prefixItems: [text], items: texts },
      ['a', { x: 'a' }],
      ['a', one('x', 'a')],
    ],
    [
      'a tuple with further items',
      'openai',
      { type: 'array', prefixItems: [text, texts], items: number },
      ['a', { x: 'a' }, 1, 2],
      { item0: 'a', item1: one('x', 'a'), rest: [1, 2] },
    ],
    [
      'a tuple that ends early',
      'openai',
      { type: 'array', prefixItems: [text, text], items: number },
      ['a'],
      { item0: 'a', item1: null, rest: [] },
    ],
    ['an absent property', 'openai', closed({ b: text, c: text }, 'c'), { c: 'x' }, { c: 'x', b: null }],
    [
      'other properties',
      'openai',
      { type: 'object', properties: { b: text }, required: ['b'], additionalProperties: number },
      { b: 'x', y: 1 },
      { b: 'x', others: one('y', 1) },
    ],
    ['a map in a union', 'openai', { anyOf: [text, texts] }, { x: 'a' }, one('x', 'a')],
    ['JSON text in a union', 'gemini', { anyOf: [boolean, { const: [1] }] }, [1], '[1]'],
  ])('comes back: %s in %s', (_, target, schema, value, sent) => {
    const form = formOf(schema, target);
    expect(form.write({ a: value })).toEqual({ a: sent });
    expect(form.restore({ a: sent })).toMatchObject({ value: { a: value }, issues: [] });
  });

  const pairs: JsonSchemaObject = {
    type: 'array',
    items: closed({ key: text, value: number }, 'key', 'value'),
    maxItems: 1,
  };

  // Anthropic has no maxItems, so both forms accept two entries.
  it.each<[string, JsonSchemaObject[], JsonValue, JsonValue]>([
    ['the first one that fits', [pairs, numbers], one('x', 1), one('x', 1)],
    [
      'the one whose value the schema accepts',
      [pairs, numbers],
      [
        { key: 'x', value: 1 },
        { key: 'y', value: 2 },
      ],
      { x: 1, y: 2 },
    ],
    [
      'the one without issues',
      [numbers, { ...pairs, maxItems: 2 }],
      [
        { key: 'x', value: 1 },
        { key: 'x', value: 2 },
      ],
      [
        { key: 'x', value: 1 },
        { key: 'x', value: 2 },
      ],
    ],
    ['the nearest one, of which the problems are told', [numbers, closed({ b: text }, 'b')], one('x', 'y'), { x: 'y' }],
  ])('is read in a union as %s', (_, anyOf, sent, value) => {
    const { value: back, issues } = formOf({ anyOf }, 'anthropic').restore({ a: sent });
    expect([back, issues]).toEqual([{ a: value }, []]);
  });
});

/** OpenAPI has no `additionalProperties`. */
function without({ additionalProperties: _none, ...schema }: JsonSchemaObject): JsonSchemaObject {
  return schema;
}
