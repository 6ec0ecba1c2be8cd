import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { validates, type JsonSchema, type JsonSchemaObject } from '@haft/schema';
import { findWidening } from '@haft/schema/internal';

const object = (properties: JsonSchemaObject['properties'], more: JsonSchemaObject = {}): JsonSchemaObject => ({
  type: 'object',
  properties: properties ?? {},
  additionalProperties: false,
  ...more,
});

describe('findWidening finds nothing in', () => {
  it.each<[string, JsonSchema, JsonSchema]>([
    ['the same schema', object({ a: { type: 'string' } }), object({ a: { type: 'string' } })],
    ['other words', object({ a: { type: 'string', description: 'x' } }), object({ a: { type: 'string', title: 'y' } })],
    ['tighter bounds', { type: 'integer', minimum: 1 }, { type: 'integer', minimum: 2, maximum: 5 }],
    ['an integer for a number', { type: 'number' }, { type: 'integer' }],
    ['fewer types', { type: ['string', 'null'] }, { type: 'string' }],
    ['fewer enum values', { enum: ['a', 'b'] }, { enum: ['b'] }],
    ['an enum for a string', { type: 'string', minLength: 1 }, { enum: ['a'] }],
    ['a constant that fits', { type: 'integer', minimum: 1 }, { const: 3 }],
    ['a property that is now required', object({ a: {} }), object({ a: {} }, { required: ['a'] })],
    ['an optional property that is gone', object({ a: {}, b: {} }), object({ a: {} })],
    ['a closed object for an open one', { type: 'object' }, object({ a: {} })],
    [
      'narrower items',
      { type: 'array', items: { type: 'number' } },
      { type: 'array', items: { type: 'integer' }, maxItems: 3 },
    ],
    ['fewer branches', { anyOf: [{ type: 'string' }, { type: 'number' }] }, { anyOf: [{ type: 'integer' }] }],
    ['one branch alone', { anyOf: [{ type: 'string' }, { type: 'number' }] }, { type: 'string', maxLength: 3 }],
    ['a pattern where there was none', { type: 'string' }, { type: 'string', pattern: '^a' }],
    ['a multiple of the multiple', { multipleOf: 2 }, { multipleOf: 6 }],
    ['anything for anything', true, { type: 'string' }],
    ['nothing for a string', { type: 'string' }, false],
    ['the same bound', { type: 'integer', minimum: 1 }, { type: 'integer', minimum: 1 }],
    ['the same rules for names', { patternProperties: { a: {} } }, { patternProperties: { a: {} }, minProperties: 1 }],
    ['a description that is gone', { type: 'string', description: 'a' }, { type: 'string' }],
    ['an exclusive union for a union', { anyOf: [{ type: 'string' }] }, { oneOf: [{ type: 'string', minLength: 1 }] }],
    ['different items', { type: 'array' }, { type: 'array', uniqueItems: true }],
    [
      'a property with the type of the others',
      { type: 'object', additionalProperties: { type: 'number' } },
      { type: 'object', properties: { a: { type: 'integer' } }, additionalProperties: { type: 'number' } },
    ],
    [
      'a constant that a definition accepts',
      { $ref: '#/$defs/n', $defs: { n: { anyOf: [{ $ref: '#/$defs/m' }] }, m: { type: 'integer' } } },
      { const: 3 },
    ],
    [
      'a recursive type that is the same',
      { $ref: '#/$defs/n', $defs: { n: object({ next: { $ref: '#/$defs/n' } }) } },
      { $ref: '#/$defs/m', $defs: { m: object({ next: { $ref: '#/$defs/m' } }) } },
    ],
  ])('%s', (_case, before, after) => {
    expect(findWidening(before, after)).toBeUndefined();
  });
});

describe('findWidening says where', () => {
  it.each<[JsonSchema, JsonSchema, string]>([
    [object({ a: {} }, { required: ['a'] }), object({ a: {} }), "the property 'a' is no longer required"],
    [object({}), object({ b: {} }), "the property 'b' is new"],
    [object({ a: object({}) }), object({ a: object({ c: {} }) }), "the property 'a.c' is new"],
    [
      object({ a: { type: 'string', maxLength: 5 } }),
      object({ a: { type: 'string', maxLength: 6 } }),
      "'a' loosens 'maxLength'",
    ],
    [
      object({ a: { type: 'string', pattern: 'a' } }),
      object({ a: { type: 'string', pattern: 'b' } }),
      "'a' loosens 'pattern'",
    ],
    [object({ a: { enum: [1, 2] } }), object({ a: { enum: [1, 3] } }), "'a' takes 3"],
    [object({ a: { type: 'string' } }), object({ a: true }), "'a' takes anything"],
    [false, { type: 'string' }, 'the arguments object was closed'],
    [object({ a: false }), object({ a: {} }), "the property 'a' is new"],
    [{ type: 'string' }, true, 'the arguments object takes anything'],
    [{ type: 'integer', minimum: 2 }, { type: 'integer', minimum: 1 }, "the arguments object loosens 'minimum'"],
    [{ type: 'integer', maximum: 2 }, { type: 'integer' }, "the arguments object loosens 'maximum'"],
    [{ type: 'string' }, { type: ['string', 'null'] }, "the arguments object loosens 'type'"],
    [{ multipleOf: 6 }, { multipleOf: 2 }, "the arguments object loosens 'multipleOf'"],
    [{ uniqueItems: true }, { uniqueItems: false }, "the arguments object loosens 'uniqueItems'"],
    [{ not: { const: 1 } }, { not: { const: 2 } }, "the arguments object loosens 'not'"],
    [{ 'x-rule': 1 } as JsonSchema, { 'x-rule': 2 } as JsonSchema, "the arguments object loosens 'x-rule'"],
    [
      object({ a: object({ b: {} }, { required: ['b'] }) }),
      object({ a: object({ b: {} }) }),
      "the property 'a.b' is no longer required",
    ],
    [
      object({ a: { type: 'array', items: object({ b: { type: 'string' } }) } }),
      object({ a: { type: 'array', items: object({ b: { type: ['string', 'null'] } }) } }),
      "'a[].b' loosens 'type'",
    ],
    [
      object({ a: object({}, { additionalProperties: { type: 'string' } }) }),
      object({ a: object({}, { additionalProperties: { type: 'number' } }) }),
      "'a.*' loosens 'type'",
    ],
    [
      object({}, { additionalProperties: { type: 'string' } }),
      object({ a: { type: 'number' } }, { additionalProperties: { type: 'string' } }),
      "'a' loosens 'type'",
    ],
    [{ oneOf: [{ type: 'string' }, { type: 'null' }] }, { type: 'boolean' }, 'the arguments object has another union'],
    [object({}), { type: 'object' }, 'the arguments object takes properties of any name'],
    [{ type: 'array', items: { type: 'string' } }, { type: 'array', items: {} }, "'[]' loosens 'type'"],
    [
      { anyOf: [{ type: 'string' }] },
      { anyOf: [{ type: 'string' }, { type: 'null' }] },
      'the arguments object has another union',
    ],
  ])('%j -> %j', (before, after, reason) => {
    expect(findWidening(before, after)).toBe(reason);
  });
});

const leaf: fc.Arbitrary<JsonSchemaObject> = fc.oneof(
  fc.record(
    {
      type: fc.constantFrom('integer', 'number'),
      minimum: fc.integer({ min: 0, max: 3 }),
      maximum: fc.integer({ min: 2, max: 5 }),
    },
    { requiredKeys: ['type'] },
  ),
  fc.record(
    {
      type: fc.constant('string'),
      maxLength: fc.integer({ min: 0, max: 3 }),
      minLength: fc.integer({ min: 0, max: 2 }),
    },
    { requiredKeys: ['type'] },
  ),
  fc.record({ enum: fc.uniqueArray(fc.constantFrom('a', 'bb', 1, 4, null, true), { minLength: 1 }) }),
  fc.constantFrom({}, { type: ['string', 'null'] as const }, { type: 'boolean' as const }),
) as fc.Arbitrary<JsonSchemaObject>;
const schema = fc.letrec<{ node: JsonSchemaObject }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    leaf,
    fc.record(
      {
        type: fc.constant('object'),
        properties: fc.dictionary(fc.constantFrom('a', 'b'), tie('node'), { maxKeys: 2 }),
        required: fc.subarray(['a', 'b']),
        additionalProperties: fc.constantFrom(true, false),
      },
      { requiredKeys: ['type'] },
    ) as fc.Arbitrary<JsonSchemaObject>,
    fc.record(
      { type: fc.constant('array'), items: tie('node'), maxItems: fc.integer({ min: 0, max: 2 }) },
      { requiredKeys: ['type'] },
    ) as fc.Arbitrary<JsonSchemaObject>,
    fc.record({ anyOf: fc.array(tie('node'), { minLength: 1, maxLength: 2 }) }),
  ),
})).node;
const value = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom('', 'a', 'bb', 'ccc', 0, 1, 2.5, 4, 6, null, true, [], {}),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('value'), { maxKeys: 3 }),
  ),
})).value;

describe('findWidening behind references', () => {
  const lengths = (most: number): JsonSchemaObject => ({ type: 'string', maxLength: most });
  const properties = { a: { $ref: '#/$defs/text' }, b: { type: 'array', items: { $ref: '#/$defs/text' } } } as const;

  it('finds a definition that takes more, although what refers to it stays', () => {
    const before = object(properties, { $defs: { text: lengths(5) } });
    expect(findWidening(before, { ...before, $defs: { text: lengths(6) } })).toBe("'a' loosens 'maxLength'");
    expect(findWidening(before, { ...before, $defs: { text: lengths(4) } })).toBeUndefined();
  });

  it('finds it in a definition of draft-07, too', () => {
    const version = (most: number): JsonSchema =>
      ({ ...object({ a: shared }), definitions: { text: lengths(most) } }) as JsonSchema;
    const shared: JsonSchema = { anyOf: [{ $ref: '#/definitions/text' }] };
    expect(findWidening(version(5), version(6))).toBeDefined();
    expect(findWidening(version(5), version(5))).toBeUndefined();
  });

  it('finds a keyword next to a reference that allows more', () => {
    const withLimit = (maxLength: number): JsonSchemaObject =>
      object({ a: { $ref: '#/$defs/text', maxLength } }, { $defs: { text: { type: 'string' } } });
    expect(findWidening(withLimit(5), withLimit(6))).toBe("'a' loosens 'maxLength'");
    expect(findWidening(withLimit(5), withLimit(4))).toBeUndefined();
  });

  it('compares a recursive type with keywords next to its reference', () => {
    const node = { ...object({ next: { $ref: '#/$defs/node', maxProperties: 1 } }), minProperties: 0 };
    const tree = object({ root: { $ref: '#/$defs/node' } }, { $defs: { node } });
    expect(findWidening(tree, structuredClone(tree))).toBeUndefined();
  });
});

describe('findWidening, for any two schemas', () => {
  it('never calls a schema narrower that takes a value which the other refuses', () => {
    let narrower = 0;
    fc.assert(
      fc.property(schema, schema, fc.array(value, { minLength: 20, maxLength: 40 }), (before, after, values) => {
        if (findWidening(before, after) !== undefined) return;
        narrower++;
        for (const one of values) if (validates(after, one)) expect([one, validates(before, one)]).toEqual([one, true]);
      }),
      { numRuns: 4_000 },
    );
    expect(narrower).toBeGreaterThan(40);
  });
});
