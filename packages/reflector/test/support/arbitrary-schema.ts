import type { JsonSchema, JsonSchemaObject, JsonValue } from '@haft/schema';
import type { KeywordName } from '@haft/schema/internal';
import fc from 'fast-check';

/** Whether the schemas below have each keyword. */
export const IS_GENERATED: Readonly<Record<KeywordName, boolean>> = {
  ...{ $ref: true, $defs: true, type: true, const: true, enum: true },
  ...{ anyOf: true, oneOf: true, allOf: true, not: true, if: true },
  ...{ then: true, else: true, discriminator: true, properties: true, required: true },
  ...{
    additionalProperties: true,
    patternProperties: true,
    propertyNames: true,
    minProperties: true,
    maxProperties: true,
  },
  ...{ dependentRequired: true, items: true, prefixItems: true, contains: true, minContains: true },
  ...{ maxContains: true, minItems: true, maxItems: true, uniqueItems: true, minLength: true },
  ...{ maxLength: true, pattern: true, format: true, minimum: true, maximum: true },
  ...{ exclusiveMinimum: true, exclusiveMaximum: true, multipleOf: true },
  ...{ contentEncoding: false, contentMediaType: false, title: false, description: false, default: false },
  ...{ examples: false, deprecated: false, readOnly: false, writeOnly: false },
};

/** Property names, those of `Object.prototype` among them. */
const NAMES = fc.constantFrom(
  'a',
  'b',
  'kind',
  'toString',
  'constructor',
  'valueOf',
  'long name',
  'value',
  'count',
  'key',
  'é',
);

const SCALARS: fc.Arbitrary<JsonValue> = fc.oneof(
  fc.constantFrom('en', 'de', 'x', '', 'A', '😀', "it's", '12', 'abc', 'a-xyz'),
  fc.constantFrom('2026-01-31T09:00:00Z', 'ada@example.com', 'https://example.com/', 'aGFmdA=='),
  fc.integer({ min: -5, max: 12 }),
  fc.constantFrom(2.5, 0.5, -0, 1e15),
  fc.boolean(),
  fc.constant(null),
);

const maybe = <T>(arbitrary: fc.Arbitrary<T>, frequency = 2): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined, freq: frequency });

/** A record without its undefined members, as JSON has none. */
function compact<T extends object>(record: fc.Arbitrary<T>): fc.Arbitrary<JsonSchemaObject> {
  return record.map(
    (one) => Object.fromEntries(Object.entries(one).filter(([, value]) => value !== undefined)) as JsonSchemaObject,
  );
}

const text = compact(
  fc.record({
    type: maybe(fc.constant('string' as const), 1),
    minLength: maybe(fc.nat(4)),
    maxLength: maybe(fc.integer({ min: 0, max: 9 })),
    pattern: maybe(fc.constantFrom('^[a-z]+$', '^\\d{2,4}$', 'x', '^(a|b)-\\w{3}$', '^[^/]*$', '^\\p{Lu}', '')),
    format: maybe(fc.constantFrom('date-time', 'email', 'uri', 'no-such-format')),
  }),
);

const number = compact(
  fc.record({
    type: maybe(fc.constantFrom('integer' as const, 'number' as const), 1),
    minimum: maybe(fc.integer({ min: -20, max: 5 })),
    maximum: maybe(fc.integer({ min: 5, max: 40 })),
    exclusiveMinimum: maybe(fc.integer({ min: -20, max: 5 })),
    exclusiveMaximum: maybe(fc.integer({ min: 6, max: 40 })),
    multipleOf: maybe(fc.constantFrom(1, 2, 3, 0.5)),
  }),
);

const literal: fc.Arbitrary<JsonSchema> = fc.oneof(
  fc.constantFrom<JsonSchema>(true, false, {}, { type: 'boolean' }, { type: 'null' }, { type: ['string', 'null'] }),
  fc.constantFrom<JsonSchema>(
    { type: ['integer', 'array'], minItems: 1 },
    { type: ['object', 'string'], required: ['a'] },
  ),
  fc.uniqueArray(SCALARS, { minLength: 1, maxLength: 4 }).map((values) => ({ enum: values })),
  fc.uniqueArray(SCALARS, { minLength: 14, maxLength: 16 }).map((values) => ({ enum: values })),
  SCALARS.map((one) => ({ const: one })),
  fc.constantFrom<JsonSchema>({ const: { a: [1, { b: null }] } }, { enum: [[], {}, [1], { a: 1 }], type: 'array' }),
);

/** Makes lists non-empty next to `contains`: ajv differs from the test suite there. */
function arrays(schema: fc.Arbitrary<JsonSchema>): fc.Arbitrary<JsonSchema> {
  const rest = {
    minItems: maybe(fc.nat(2)),
    maxItems: maybe(fc.integer({ min: 1, max: 4 })),
    uniqueItems: maybe(fc.boolean()),
  };
  const type = maybe(fc.constant('array' as const), 1);
  return fc.oneof(
    compact(fc.record({ type, items: maybe(schema), ...rest })),
    compact(
      fc.record({ type, prefixItems: fc.array(schema, { minLength: 1, maxLength: 3 }), items: maybe(schema), ...rest }),
    ),
    compact(
      fc.record({
        type,
        contains: schema,
        minItems: fc.constant(1),
        minContains: maybe(fc.nat(2)),
        maxContains: maybe(fc.integer({ min: 1, max: 3 })),
      }),
    ),
  );
}

function objects(schema: fc.Arbitrary<JsonSchema>): fc.Arbitrary<JsonSchema> {
  const dictionary = (keys: fc.Arbitrary<string>, maxKeys: number): fc.Arbitrary<Record<string, JsonSchema>> =>
    fc.dictionary(keys, schema, { maxKeys, noNullPrototype: true });
  return compact(
    fc.record({
      type: maybe(fc.constant('object' as const), 1),
      properties: maybe(dictionary(NAMES, 5), 1),
      required: maybe(fc.uniqueArray(NAMES, { maxLength: 3 }), 1),
      additionalProperties: maybe(fc.oneof(fc.constant(false), fc.constant(false), schema), 1),
      patternProperties: maybe(dictionary(fc.constantFrom('^x-', '^[a-c]$', 'o'), 2), 6),
      propertyNames: maybe(
        fc.constantFrom<JsonSchema>({ maxLength: 5 }, { pattern: '^[a-z]+$' }, { enum: ['a', 'b'] }),
        8,
      ),
      minProperties: maybe(fc.nat(2), 6),
      maxProperties: maybe(fc.nat(3), 6),
      dependentRequired: maybe(
        fc.dictionary(NAMES, fc.uniqueArray(NAMES, { maxLength: 2 }), { maxKeys: 2, noNullPrototype: true }),
        8,
      ),
    }),
  );
}

function combinations(schema: fc.Arbitrary<JsonSchema>): fc.Arbitrary<JsonSchema> {
  const several = fc.array(schema, { minLength: 1, maxLength: 3 });
  return fc.oneof(
    several.map((anyOf) => ({ anyOf })),
    several.map((oneOf) => ({ oneOf })),
    several.map((allOf) => ({ allOf })),
    schema.map((not) => ({ not })),
    fc.tuple(schema, schema, schema).map(([test, then, otherwise]) => ({ if: test, then, else: otherwise })),
    fc
      .tuple(objects(schema), several)
      .map(([object, anyOf]) => (typeof object === 'object' ? { ...object, anyOf } : object)),
    tagged(schema),
    fc.constantFrom<JsonSchema>({ $ref: '#/$defs/list' }, { $ref: '#/$defs/tree' }),
  );
}

/** A union that its tag decides. */
function tagged(schema: fc.Arbitrary<JsonSchema>): fc.Arbitrary<JsonSchema> {
  const branch = (tag: JsonValue, one: JsonSchema): JsonSchema => ({
    type: 'object',
    properties: { kind: { const: tag }, a: one },
    required: ['kind'],
    additionalProperties: false,
  });
  return fc.tuple(schema, schema).map(([one, other]) => ({
    oneOf: [branch('en', one), branch('de', other)],
    discriminator: { propertyName: 'kind' },
  }));
}

const nested: fc.Arbitrary<JsonSchema> = fc.letrec<{ schema: JsonSchema }>((tie) => ({
  schema: fc.oneof(
    { depthSize: 'small', maxDepth: 4, withCrossShrink: true },
    fc.oneof(text, number, literal),
    arrays(tie('schema')),
    objects(tie('schema')),
    combinations(tie('schema')),
  ),
})).schema;

/**
 * Documents of every keyword that is enforced, with two recursive definitions. Some can be met by
 * no value.
 */
export const arbitrarySchema: fc.Arbitrary<JsonSchemaObject> = nested.map((schema) => ({
  $defs: {
    list: {
      anyOf: [
        { type: 'null' },
        { type: 'array', prefixItems: [{ type: ['integer', 'string'] }], items: { $ref: '#/$defs/list' } },
      ],
    },
    tree: {
      type: 'object',
      properties: {
        a: { $ref: '#/$defs/tree' },
        b: { type: 'array', items: { $ref: '#/$defs/tree' } },
        kind: { type: 'string' },
      },
      additionalProperties: false,
    },
  },
  ...(typeof schema === 'boolean' ? { allOf: [schema] } : schema),
}));

/** Values near these schemas. */
export const arbitraryValue: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', maxDepth: 4 },
    SCALARS,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.oneof(NAMES, fc.constantFrom('x-1', 'c', 'o')), tie('value'), {
      maxKeys: 5,
      noNullPrototype: true,
    }),
  ),
})).value;
