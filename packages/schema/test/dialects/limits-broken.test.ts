import {
  isProvider,
  isTarget,
  limitsBroken,
  PROVIDER_LIMITS,
  providerOf,
  PROVIDERS,
  TARGETS,
  type LimitedDefinition,
  type LimitFinding,
  type Provider,
} from '../../src/dialects/index.js';
import type { JsonSchema, JsonSchemaObject } from '../../src/json-schema.js';

const closed = (properties: Readonly<Record<string, JsonSchema>>): JsonSchemaObject => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});
const tool = (more: Partial<LimitedDefinition> = {}): LimitedDefinition => ({
  name: 'file_read',
  description: 'Reads a file.',
  parameters: closed({ path: { type: 'string' } }),
  ...more,
});
const withSchema = (schema: JsonSchema, strict?: boolean): LimitedDefinition =>
  tool({ parameters: closed({ value: schema }), strict });
const found = (definition: LimitedDefinition, provider: Provider): readonly LimitFinding[] =>
  limitsBroken([definition], provider);
const kinds = (definition: LimitedDefinition, provider: Provider): readonly string[] =>
  found(definition, provider).map((one) => one.kind);

describe('the table', () => {
  it('knows the names of its rows, and each target has a row', () => {
    expect(PROVIDERS.map((one) => [isProvider(one), isTarget(one)])).toEqual(PROVIDERS.map(() => [true, true]));
    expect(TARGETS.map((one) => [isTarget(one), isProvider(providerOf(one))])).toEqual(TARGETS.map(() => [true, true]));
    for (const name of ['', 'toString', 'OpenAI']) expect([isProvider(name), isTarget(name)]).toEqual([false, false]);
  });

  it.each(PROVIDERS)('says for each limit of %s its value and where it is written [SCH-15]', (provider) => {
    const { title, strict = {}, ...limits } = PROVIDER_LIMITS[provider];
    expect(title).not.toBe('');
    for (const limit of [...Object.values(limits), ...Object.values(strict)]) {
      expect((limit as { value: unknown }).value).not.toBe('');
      expect((limit as { source: string }).source).toMatch(/\w{3}/);
      expect(['stated', 'our reading']).toContain((limit as { basis: string }).basis);
    }
  });

  it.each(PROVIDERS)('takes at %s every name that Haft takes', (provider) => {
    for (const name of ['_', 'a', 'A9_', 'x'.repeat(64)]) expect(kinds(tool({ name }), provider)).toEqual([]);
  });
});

describe('an ordinary tool', () => {
  it.each(PROVIDERS)('breaks no limit of %s, strict or not', (provider) => {
    expect(found(tool(), provider)).toEqual([]);
    expect(found(tool({ strict: true }), provider)).toEqual([]);
  });
});

describe('a tool name', () => {
  it.each<[Provider, string]>([
    ['openai', 'file.read'],
    ['openai', 'x'.repeat(65)],
    ['anthropic', 'file.read'],
    ['anthropic', 'x'.repeat(129)],
    ['gemini', '-read'],
    ['gemini', 'x'.repeat(129)],
    ['bedrock', 'x'.repeat(65)],
    ['mcp', 'file read'],
  ])('is refused by %s: %s', (provider, name) => {
    expect(kinds(tool({ name }), provider)).toEqual(['refused']);
  });

  it.each<[Provider, string]>([
    ['openai', 'file-read'],
    ['anthropic', 'x'.repeat(128)],
    ['gemini', 'file.read:all'],
    ['mcp', 'file.read'],
  ])('is taken by %s: %s', (provider, name) => {
    expect(found(tool({ name }), provider)).toEqual([]);
  });
});

describe('a description', () => {
  it('with more than 1,024 characters is rejected by OpenAI', () => {
    expect(found(tool({ description: 'x'.repeat(1025) }), 'openai')).toEqual([
      {
        provider: 'openai',
        kind: 'refused',
        tool: 'file_read',
        path: [],
        what: "The description of tool 'file_read' has 1025 characters",
        limit: 'OpenAI takes at most 1024',
        fix: 'Shorten it. Move the rest into the instructions of the toolset.',
      },
    ]);
    expect(found(tool({ description: 'x'.repeat(1024) }), 'openai')).toEqual([]);
  });

  it.each<Provider>(['anthropic', 'gemini', 'bedrock', 'mcp'])('has no known limit at %s', (provider) => {
    expect(found(tool({ description: 'x'.repeat(5000) }), provider)).toEqual([]);
  });
});

describe('a parameter name', () => {
  const named = (name: string): LimitedDefinition => tool({ parameters: closed({ [name]: { type: 'string' } }) });

  it.each(PROVIDERS)('is not a finding at %s, because another name can replace it', (provider) => {
    for (const name of ['$top', 'content-type', '1st', 'x'.repeat(65)])
      expect(found(named(name), provider)).toEqual([]);
  });

  it.each<[Provider, string]>([
    ['anthropic', '$top'],
    ['anthropic', 'filter[name]'],
    ['anthropic', 'x'.repeat(65)],
    ['gemini', 'content-type'],
    ['gemini', '1st'],
    ['gemini', 'x'.repeat(65)],
  ])('is refused by %s where it cannot: %s', (provider, name) => {
    const parts = tool({ parameters: { type: 'object', allOf: [closed({ [name]: { type: 'string' } })] } });
    expect(found(parts, provider)).toMatchObject([{ kind: 'refused', path: [name] }]);
    const itself = tool({ parameters: closed({ [name]: { type: 'string' }, inner: { $ref: '#' } }) });
    expect(found(itself, provider)).toMatchObject([{ kind: 'refused', path: [name] }]);
  });

  it('is not looked at inside of arguments', () => {
    const $defs = { a: closed({ $a: { type: 'string' } }) };
    expect(found(tool({ parameters: { $ref: '#/$defs/a', $defs } }), 'gemini')).toEqual([]);
    expect(found(tool({ parameters: { anyOf: [{ $ref: '#/$defs/a' }], $defs } }), 'gemini')).toEqual([]);
    expect(found(withSchema(closed({ $a: { type: 'string' } })), 'gemini')).toEqual([]);
  });
});

describe('the number of tools', () => {
  const many = (count: number): readonly LimitedDefinition[] =>
    Array.from({ length: count }, (_, index) => tool({ name: `tool_${index}` }));

  it.each<[Provider, number]>([
    ['openai', 128],
    ['gemini', 512],
  ])('in one request at %s is at most %s', (provider, most) => {
    expect(limitsBroken(many(most), provider)).toEqual([]);
    expect(limitsBroken(many(most + 1), provider)).toMatchObject([{ kind: 'count', path: [] }]);
  });

  it.each<Provider>(['anthropic', 'bedrock', 'mcp'])('has no known limit at %s', (provider) => {
    expect(limitsBroken(many(600), provider)).toEqual([]);
  });
});

describe('a root that a provider refuses', () => {
  it.each(PROVIDERS)('is not a finding at %s, because it can be wrapped', (provider) => {
    expect(found(tool({ parameters: { anyOf: [closed({ a: { type: 'string' } })] } }), provider)).toEqual([]);
  });
});

describe('a keyword that Gemini has no word for', () => {
  it.each<[string, JsonSchemaObject]>([
    ['not', { type: 'string', not: { const: '' } }],
    ['if', { type: 'string', if: { minLength: 1 }, then: { maxLength: 2 } }],
    ['patternProperties', { type: 'object', patternProperties: { '^x-': { type: 'string' } } }],
    ['dependentRequired', { type: 'object', dependentRequired: { a: ['b'] } }],
    ['contains', { type: 'array', items: { type: 'string' }, contains: { const: 'x' } }],
  ])('%s is ignored there and nowhere else', (keyword, schema) => {
    const [finding, ...more] = found(withSchema(schema), 'gemini');
    expect(more).toEqual([]);
    expect(finding).toMatchObject({ kind: 'ignored', path: ['value'] });
    expect(finding?.what).toBe(`'${keyword}' at 'value' of tool 'file_read' does not reach the model`);
    for (const provider of ['openai', 'anthropic', 'bedrock', 'mcp'] as const) {
      expect(found(withSchema(schema), provider)).toEqual([]);
    }
  });

  it.each<[string, JsonSchemaObject]>([
    ['a range', { type: 'integer', exclusiveMinimum: 1, multipleOf: 2 }],
    ['a map', { type: 'object', additionalProperties: { type: 'string' } }],
    ['a tuple', { type: 'array', prefixItems: [{ type: 'string' }], items: false }],
    ['a list of numbers', { enum: [1, 2] }],
    ['a constant', { const: 'a' }],
    ['one of several', { oneOf: [{ type: 'string' }, { type: 'null' }] }],
  ])('does not include %s, which can be said in another way', (_, schema) => {
    expect(found(withSchema(schema), 'gemini')).toEqual([]);
  });
});

describe('the text of a finding', () => {
  it.each<[string, Provider, LimitedDefinition, Omit<LimitFinding, 'provider' | 'tool'>]>([
    [
      'tool name',
      'openai',
      tool({ name: 'file.read' }),
      {
        kind: 'refused',
        path: [],
        what: "The tool name 'file.read' is not valid",
        limit: 'OpenAI takes names that match ^[a-zA-Z0-9_-]{1,64}$',
        fix: 'Rename the tool.',
      },
    ],
    [
      'parameter name',
      'gemini',
      tool({ parameters: { type: 'object', allOf: [closed({ '1st': { type: 'string' } })] } }),
      {
        kind: 'refused',
        path: ['1st'],
        what: "The parameter name '1st' of tool 'file_read' is not valid",
        limit: 'Gemini takes names that match ^[a-zA-Z_][a-zA-Z0-9_]{0,63}$',
        fix: 'Rename the parameter or property.',
      },
    ],
    [
      'keyword of the arguments that is ignored',
      'gemini',
      tool({ parameters: { ...closed({}), not: { required: ['a'] } } }),
      {
        kind: 'ignored',
        path: [],
        what: "'not' in the arguments of tool 'file_read' does not reach the model",
        limit: 'Gemini has no such keyword',
        fix: 'Say it in the description as well. Calls are checked against it all the same.',
      },
    ],
    [
      'keyword of items that is ignored',
      'gemini',
      withSchema({ type: 'array', items: closed({ a: { not: { const: 1 } } }) }),
      {
        kind: 'ignored',
        path: ['value', '*', 'a'],
        what: "'not' at 'value[*].a' of tool 'file_read' does not reach the model",
        limit: 'Gemini has no such keyword',
        fix: 'Say it in the description as well. Calls are checked against it all the same.',
      },
    ],
    [
      'strict mode',
      'openai',
      withSchema({ type: 'string', not: { const: '' } }, true),
      {
        kind: 'strict',
        path: ['value'],
        what: "The tool 'file_read' asks for strict mode and cannot have it at OpenAI because of 'value'",
        limit: "'not' is not allowed there",
        fix: 'Change the type, or leave `strict` out: then strict mode is used where it is possible.',
      },
    ],
  ])('tells the limit and the repair: %s', (_title, provider, definition, finding) => {
    expect(found(definition, provider)).toEqual([{ provider, tool: definition.name, ...finding }]);
  });

  it('tells the number of tools without the name of one', () => {
    const tools = Array.from({ length: 129 }, (_, index) => tool({ name: `tool_${index}` }));
    expect(limitsBroken(tools, 'openai')).toEqual([
      {
        provider: 'openai',
        kind: 'count',
        path: [],
        what: 'There are 129 tools',
        limit: 'OpenAI takes at most 128 in one request',
        fix: 'Offer a run only the toolsets that it needs.',
      },
    ]);
  });

  it('is told once for a definition that several places refer to', () => {
    const node = { $ref: '#/$defs/node' };
    const $defs = { node: closed({ next: node, a: { not: { const: 1 } } }) };
    const definition = tool({ parameters: { ...closed({ first: node, second: node }), $defs } });
    expect(found(definition, 'gemini').map(({ path }) => path)).toEqual([['first', 'a']]);
  });

  it.each<[string, JsonSchema, LimitFinding['path']]>([
    ['an item', { type: 'array', items: { not: {} } }, ['value', '*']],
    ['a position', { type: 'array', prefixItems: [true, { not: {} }] }, ['value', 1]],
    ['another property', { type: 'object', additionalProperties: { not: {} } }, ['value', '*']],
    ['a property of a pattern', { patternProperties: { '^x': { contains: {} } } }, ['value', '*']],
    ['a branch', { anyOf: [{ type: 'string' }, { not: {} }] }, ['value']],
    ['a part', { allOf: [{ not: {} }] }, ['value']],
    ['an exception, without its own exceptions', { not: { not: {} } }, ['value']],
  ])('names the place of %s', (_title, schema, path) => {
    const inside = found(withSchema(schema), 'gemini').filter(({ what }) => !what.startsWith("'patternProperties'"));
    expect(inside).toMatchObject([{ kind: 'ignored', path }]);
  });

  it('names the places in the order of a value, however the schema is written', () => {
    const at = (name: string): JsonSchemaObject => ({ properties: { [name]: { not: {} } } });
    const schema: JsonSchemaObject = {
      ...{ allOf: [at('g')], oneOf: [at('f')], anyOf: [at('e')], items: at('d'), prefixItems: [at('c')] },
      ...{ additionalProperties: at('b'), properties: { a: { not: {} } } },
    };
    const places = found(withSchema(schema), 'gemini').map(({ path }) => path.slice(1).join('.'));
    expect(places).toEqual(['a', '*.b', '0.c', '*.d', 'e', 'f', 'g']);
  });
});

describe('strict mode', () => {
  const tree: JsonSchemaObject = {
    ...closed({ root: { $ref: '#/$defs/node' } }),
    $defs: { node: closed({ children: { type: 'array', items: { $ref: '#/$defs/node' } } }) },
  };
  const refusing = (...providers: Provider[]): readonly Provider[] => providers;

  it.each<[string, JsonSchema, readonly Provider[]]>([
    ['not', { type: 'string', not: { const: '' } }, refusing('openai')],
    ['if', { type: 'string', if: { minLength: 1 }, then: { maxLength: 2 } }, refusing('openai')],
    [
      'patternProperties',
      { ...closed({}), patternProperties: { x: { type: 'string' } } },
      refusing('openai', 'anthropic', 'bedrock'),
    ],
    ['dependentRequired', { ...closed({}), dependentRequired: { a: ['b'] } }, refusing('openai')],
    ['contains', { type: 'array', items: { type: 'string' }, contains: { const: 'x' } }, refusing('openai')],
    [
      'prefixItems',
      { type: 'array', prefixItems: [{ type: 'string' }], items: false },
      refusing('anthropic', 'bedrock'),
    ],
    ['an open object', { type: 'object', properties: {} }, refusing('openai', 'anthropic', 'bedrock')],
    ['any value', {}, refusing('openai', 'anthropic', 'bedrock')],
    ['any value with a description', { description: 'x' }, refusing('openai', 'anthropic', 'bedrock')],
    ['a map of any values', { type: 'object', additionalProperties: {} }, refusing('openai', 'anthropic', 'bedrock')],
    ['a list of anything', { type: 'array' }, refusing('openai')],
    ['a list as a value', { enum: ['a', ['b']] }, refusing('openai', 'anthropic', 'bedrock')],
    ['a reference that leads out', { $ref: 'https://example.com/x.json' }, refusing('openai', 'anthropic', 'bedrock')],
  ])('cannot be had with %s where the provider has no other form', (_, schema, refused) => {
    for (const provider of PROVIDERS) {
      const expected = refused.includes(provider) ? ['strict'] : [];
      expect([provider, kinds(withSchema(schema, true), provider).filter((kind) => kind === 'strict')]).toEqual([
        provider,
        expected,
      ]);
    }
  });

  it.each(
    PROVIDERS.flatMap((provider) =>
      (PROVIDER_LIMITS[provider].strict?.refused?.value ?? []).map((keyword) => [keyword, provider] as const),
    ),
  )('cannot be had with %s at %s, a keyword of its row', (keyword, provider) => {
    const schema = { type: 'string', [keyword]: { type: 'string' } } as JsonSchema;
    expect(
      found(withSchema(keyword === 'prefixItems' ? { type: 'array', prefixItems: [] } : schema, true), provider),
    ).toMatchObject([{ kind: 'strict', path: ['value'], limit: `'${keyword}' is not allowed there` }]);
  });

  it('cannot be had with a type inside itself at Anthropic', () => {
    expect(found(tool({ parameters: tree, strict: true }), 'anthropic')).toMatchObject([
      {
        kind: 'strict',
        path: ['root', 'children', '*'],
        what: "The tool 'file_read' asks for strict mode and cannot have it at Anthropic because of 'root.children[*]'",
        limit: 'a type inside itself is not allowed there',
      },
    ]);
    expect(found(tool({ parameters: tree, strict: true }), 'openai')).toEqual([]);
  });

  it.each([
    ['one of several', { oneOf: [{ type: 'string' }, { type: 'null' }] }],
    ['a map', { type: 'object', additionalProperties: { type: 'string' } }],
    ['an optional property', { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: false }],
    ['ranges', { type: 'array', items: { type: 'integer', minimum: 1 }, uniqueItems: true, maxItems: 3 }],
    ['a format', { type: 'string', format: 'uri', pattern: '^(?=a)' }],
    ['a null', { type: ['string', 'null'] }],
  ] satisfies [string, JsonSchema][])('can be had with %s', (_, schema) => {
    for (const provider of PROVIDERS) expect(found(withSchema(schema, true), provider)).toEqual([]);
  });

  it.each<[string, Provider, number, (count: number) => JsonSchema]>([
    ['optional properties', 'anthropic', 24, (count) => ({ ...closed(named(count)), required: [] })],
    // The property `value` itself is one of them.
    ['properties', 'openai', 5000, (count) => closed(named(count - 1))],
    ['enum values', 'openai', 1000, (count) => ({ enum: Array.from({ length: count }, (_, index) => index) })],
    ['levels of objects', 'openai', 10, (count) => nested(count - 1)],
  ])('has a limit of %s at %s: %s', (noun, provider, most, schema) => {
    expect(found(withSchema(schema(most), true), provider)).toEqual([]);
    expect(found(withSchema(schema(most + 1), true), provider)).toMatchObject([
      { kind: 'strict', path: [], limit: `it has ${most + 1} ${noun}, at most ${most} are allowed` },
    ]);
  });

  it.each([undefined, false])('is not looked at where `strict` is %s', (strict) => {
    for (const provider of PROVIDERS) expect(found(withSchema({}, strict), provider)).toEqual([]);
  });
});

function named(count: number): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, { type: 'string' }]));
}

function nested(levels: number): JsonSchema {
  return levels === 0 ? { type: 'string' } : closed({ inner: nested(levels - 1) });
}
