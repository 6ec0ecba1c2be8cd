import { describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { exampleOf, validates, type JsonSchema } from '../../src/index.js';
import { FORMATS } from '../../src/formats/index.js';
import { SchemaNode } from '../../src/check/schema-node.js';
import { ExampleBudget } from '../../src/examples/example-budget.js';
import { ajvAccepts } from '../support/ajv-oracle.js';
import { arbitrarySchema, arbitraryValue } from '../support/arbitrary-schema.js';

/** An object that needs two values of a definition. */
function pair(name: string): JsonSchema {
  const one: JsonSchema = { $ref: `#/$defs/${name}` };
  return { type: 'object', properties: { left: one, right: { ...one } }, required: ['left', 'right'] };
}

/** How many schemas are made examples of, or checked. */
function stepsFor(work: () => void): number {
  const steps = jest.spyOn(ExampleBudget.prototype, 'step');
  const checks = jest.spyOn(SchemaNode.prototype, 'check');
  try {
    work();
    return steps.mock.calls.length + checks.mock.calls.length;
  } finally {
    steps.mockRestore();
    checks.mockRestore();
  }
}

describe('an example of a format and a pattern', () => {
  it.each([
    ['email', '@acme\\.com$', 'ada@acme.com'],
    ['email', '\\+test', 'ada+test@example.com'],
    ['email', '^admin', 'adminada@example.com'],
    ['email', '^[a-z]+@acme\\.(com|org)$', 'adaa@acme.com'],
    ['hostname', '\\.acme\\.com$', 'www.example.com.acme.com'],
    ['uri', '\\.pdf$', 'https://example.com/.pdf'],
    ['uri', '^https://github\\.com/', 'https://github.com/'],
    ['ipv4', '^10\\.', '10.0.2.1'],
    ['ipv4', '^192\\.168\\.', '192.168.2.1'],
    ['ipv6', '^fe80', 'fe80:db8::1'],
    ['uuid', 'abc', undefined],
    ['date', '^2024-', '2024-01-31'],
    ['date', '-01$', '2026-01-01'],
    ['date-time', 'T00:00:00', '2026-01-31T00:00:00Z'],
  ] as const)('is found for %s and %s', (format, pattern, expected) => {
    const schema = { type: 'string', format, pattern } as const;
    const example = exampleOf(schema);
    expect(example).toBeDefined();
    expect([ajvAccepts(schema, example), validates(schema, example)]).toEqual([true, true]);
    if (expected !== undefined) expect(example).toBe(expected);
  });

  it('is not found if there is none', () => {
    expect(exampleOf({ type: 'string', format: 'ipv4', pattern: '/' })).toBeUndefined();
  });

  it('is different in a list of different items', () => {
    const items = { type: 'string', format: 'email', pattern: '@acme\\.com$' } as const;
    expect(exampleOf({ type: 'array', items, minItems: 3, uniqueItems: true })).toEqual([
      'ada@acme.com',
      'ada1@acme.com',
      'ada2@acme.com',
    ]);
  });
});

describe('exampleOf', () => {
  it.each<[string, JsonSchema, unknown]>([
    ['a string', { type: 'string' }, 'text'],
    ['a number with bounds', { type: 'integer', minimum: 5, maximum: 9 }, 5],
    ['an example of the author', { type: 'string', examples: ['src/index.ts'] }, 'src/index.ts'],
    ['a default', { type: 'integer', default: 200 }, 200],
    ['an enum', { enum: ['en', 'de'] }, 'en'],
    ['a union with null', { anyOf: [{ type: 'null' }, { type: 'integer' }] }, 1],
    [
      'required properties only',
      { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } }, required: ['b'] },
      { b: 'text' },
    ],
    ['a map', { type: 'object', additionalProperties: { type: 'number' } }, { key: 1 }],
    ['a list', { type: 'array', items: { type: 'string', format: 'date' } }, ['2026-01-31']],
    ['different items', { type: 'array', items: { type: 'integer' }, minItems: 3, uniqueItems: true }, [1, 2, 3]],
    ['a pattern', { type: 'string', pattern: '^[A-Z]{3}-\\d{4}$' }, 'AAA-0000'],
    ['a long email address', { type: 'string', format: 'email', minLength: 20 }, 'adaaaaaa@example.com'],
    ['a short email address', { type: 'string', format: 'email', maxLength: 8 }, 'ada@b.co'],
    ['a short address', { type: 'string', format: 'uri', maxLength: 9 }, 'http://a'],
    [
      'several patterns',
      {
        type: 'string',
        minLength: 10,
        pattern: '[a-z]',
        allOf: [{ pattern: '[A-Z]' }, { pattern: '\\d' }, { pattern: '[^\\w]' }],
      },
      'aA0-aaaaaa',
    ],
    [
      'a map with two keys of a pattern',
      {
        type: 'object',
        propertyNames: { pattern: '^x-' },
        additionalProperties: { type: 'integer' },
        minProperties: 2,
      },
      { 'x-': 1, 'x-a': 1 },
    ],
    [
      'a pattern with negative lookaheads',
      { type: 'string', pattern: '^(?!000|666)[0-8]\\d{2}-(?!00)\\d{2}-(?!0000)\\d{4}$' },
      '111-11-1111',
    ],
    [
      'a pattern and a length',
      { type: 'string', pattern: '^[+-]?([0-9]*[.])?[0-9]+$', minLength: 6, maxLength: 6 },
      '000000',
    ],
    [
      'groups of a length',
      { type: 'string', pattern: '^[a-z]{2}(-[0-9]{2})*$', minLength: 11, maxLength: 11 },
      'aa-00-00-00',
    ],
    [
      'a recursive type',
      {
        $ref: '#/$defs/node',
        $defs: {
          node: {
            type: 'object',
            properties: { next: { $ref: '#/$defs/node' }, id: { type: 'integer' } },
            required: ['id'],
          },
        },
      },
      { id: 1 },
    ],
    ['nothing, which nothing fits', { type: 'integer', minimum: 5, maximum: 4 }, undefined],
    [
      'an endless type',
      {
        $ref: '#/$defs/n',
        $defs: { n: { type: 'object', properties: { n: { $ref: '#/$defs/n' } }, required: ['n'] } },
      },
      undefined,
    ],
  ])('shows %s', (_case, schema, example) => {
    expect(exampleOf(schema)).toEqual(example);
  });

  it.each([
    String.raw`^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)[a-zA-Z\d]{8,}$`,
    String.raw`^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[@$!%*?&])[A-Za-z\d@$!%*?&]{8,32}$`,
    String.raw`((?=.*\d)|(?=.*\W+))(?![.\n])(?=.*[A-Z])(?=.*[a-z]).*$`,
    String.raw`^(?!.*\.\.)[a-z.]+$`,
    String.raw`^(?=abc)\w+$`,
    String.raw`^(?=.*\d).{3,}$`,
    String.raw`^(\d{3})-\1$`,
    String.raw`^(?<quote>['"])[a-z]+\k<quote>$`,
    String.raw`^(?:\+49)?(\d)(\d)\2\1$`,
    String.raw`^[\u{1F600}-\u{1F64F}]+$`,
    String.raw`^[а-я]{2}[αβγ]*$`,
    '^(?<!`)\\p{Lu}[\\u{1F600}-\\u{1F64F}]*\\/`\\$\\{$',
  ])('finds a text for %s', (pattern) => {
    expect(exampleOf({ type: 'string', pattern })).toMatch(new RegExp(pattern, 'u'));
  });

  it.each<JsonSchema>([
    { type: 'string', pattern: '^[A-Za-z]+$', allOf: [{ pattern: '[0-9A-Z]' }] },
    { type: 'string', pattern: '^[A-Z]{3}$', allOf: [{ pattern: '.' }, { minLength: 2 }] },
    { type: 'array', items: { type: 'string' }, contains: { enum: ['a'] }, allOf: [{ contains: { enum: ['b'] } }] },
    { type: 'array', items: { type: 'number' }, allOf: [{ contains: { enum: [3] } }, { contains: { enum: [4] } }] },
  ])('finds a value for several demands of one kind: %j', (schema) => {
    expect(validates(schema, exampleOf(schema))).toBe(true);
  });

  it.each([...FORMATS.keys()])('shows a %s', (format) => {
    const schema: JsonSchema = {
      type: 'array',
      items: { type: 'string', format },
      minItems: 2,
      uniqueItems: format !== 'ipv6',
    };
    const example = exampleOf(schema);
    expect(example).toBeDefined();
  });

  it.each<[string, JsonSchema, unknown]>([
    ['a tree of two branches', { anyOf: [pair('E'), { type: 'number' }] }, 1],
    ['a tree that ends in the last branch', { anyOf: [pair('E'), pair('E'), { type: 'null' }] }, null],
    ['a list of itself', { type: 'array', items: { $ref: '#/$defs/E' } }, []],
    ['what never ends', pair('E'), undefined],
  ])('takes the smallest branch of %s', (_case, E, example) => {
    expect(exampleOf({ $ref: '#/$defs/E', $defs: { E } })).toEqual(example);
  });

  it('makes the example of a part once, however often the part is used', () => {
    const E: JsonSchema = { anyOf: [pair('E'), pair('F'), { type: 'number' }] };
    const F: JsonSchema = { anyOf: [pair('F'), pair('E')] };
    const stepsOf = (size: number): number => {
      const required = Array.from({ length: size }, (_, i) => `p${i}`);
      const properties = Object.fromEntries(required.map((name) => [name, { $ref: '#/$defs/F' }]));
      return stepsFor(() => exampleOf({ type: 'object', properties, required, $defs: { E, F } }));
    };
    expect(stepsOf(200)).toBeLessThanOrEqual(2.2 * stepsOf(100));
  });

  it('stays small, and takes few steps, where every type refers to all others', () => {
    const names = Array.from({ length: 30 }, (_, i) => `T${i}`);
    const properties = Object.fromEntries(names.map((name) => [name, { $ref: `#/$defs/${name}` }]));
    const every: JsonSchema = { type: 'object', properties, required: names };
    const $defs = Object.fromEntries(names.map((name) => [name, { ...every }]));
    expect(stepsFor(() => exampleOf({ $ref: '#/$defs/T0', $defs }))).toBeLessThan(100_000);
  });

  it.each<JsonSchema>([
    { type: 'string', minLength: 2 ** 40 },
    { type: 'string', pattern: '^a{4000000000}$' },
    { type: 'array', items: {}, minItems: 2 ** 40 },
    { type: 'object', minProperties: 2 ** 40 },
  ])('makes no example that would be too large: %j', (schema) => {
    expect(exampleOf(schema)).toBeUndefined();
  });

  it('is accepted by ajv, whenever there is one [NEW-2]', () => {
    fc.assert(
      fc.property(arbitrarySchema, (schema) => {
        const example = exampleOf(schema);
        if (example !== undefined) expect(ajvAccepts(schema, example)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('is there for most schemas that some value fits', () => {
    let possible = 0;
    let found = 0;
    fc.assert(
      fc.property(arbitrarySchema, fc.array(arbitraryValue, { minLength: 10, maxLength: 10 }), (schema, values) => {
        if (exampleOf(schema) !== undefined) found++;
        else if (values.some((value) => ajvAccepts(schema, value))) possible++;
      }),
      { numRuns: 200, seed: 7 },
    );
    expect(possible / (possible + found)).toBeLessThan(0.05);
  });
});
