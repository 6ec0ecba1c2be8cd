import fc from 'fast-check';
import type { JsonSchema, JsonSchemaObject, JsonValue } from '../../src/index.js';
import type { KeywordName } from '../../src/internal.js';

/** Whether the schemas below have each keyword. */
export const IS_GENERATED: Readonly<Record<KeywordName, boolean>> = {
  ...{ type: true, const: true, enum: true, anyOf: true, oneOf: true },
  ...{ allOf: true, not: true, if: true, then: true, else: true },
  ...{ properties: true, required: true, additionalProperties: true, patternProperties: true, propertyNames: true },
  ...{ minProperties: true, items: true, prefixItems: true, contains: true, minItems: true },
  ...{ maxItems: true, uniqueItems: true, minLength: true, maxLength: true, pattern: true },
  ...{ format: true, minimum: true, maximum: true, exclusiveMinimum: true, exclusiveMaximum: true },
  ...{ multipleOf: true },
  ...{ $ref: false, $defs: false, discriminator: false, maxProperties: false, dependentRequired: false },
  ...{ minContains: false, maxContains: false, contentEncoding: false, contentMediaType: false, title: false },
  ...{ description: false, default: false, examples: false, deprecated: false, readOnly: false },
  ...{ writeOnly: false },
};

const names = fc.constantFrom('a', 'b', 'kind', 'toString', 'constructor', 'long name', 'é');
const value: fc.Arbitrary<JsonValue> = fc.oneof(
  fc.constantFrom('en', 'de', 'x', '', 'A', '😀'),
  fc.integer({ min: -5, max: 12 }),
  fc.boolean(),
  fc.constant(null),
);

function compact<T extends object>(record: fc.Arbitrary<T>): fc.Arbitrary<JsonSchemaObject> {
  return record.map(
    (one) => Object.fromEntries(Object.entries(one).filter(([, v]) => v !== undefined)) as JsonSchemaObject,
  );
}

function scalar(): fc.Arbitrary<JsonSchema> {
  const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 });
  return fc.oneof(
    compact(
      fc.record({
        type: fc.constant('string' as const),
        minLength: maybe(fc.nat(4)),
        maxLength: maybe(fc.integer({ min: 3, max: 9 })),
        pattern: maybe(fc.constantFrom('^[a-z]+$', '^\\d{2,4}$', 'x', '^(a|b)-\\w{3}$', '^[^/]*$', '^\\p{Lu}')),
      }),
    ),
    compact(
      fc.record({
        type: fc.constant('string' as const),
        // Not `regex`: ajv-formats compiles without the flag u. Not `uri-reference`: it takes
        // `09:00`, where RFC 3986, 4.2 forbids a colon in the first segment.
        format: fc.constantFrom(
          'date-time',
          'date',
          'time',
          'duration',
          'email',
          'hostname',
          'ipv4',
          'ipv6',
          'uri',
          'uuid',
          'json-pointer',
          'byte',
        ),
      }),
    ),
    compact(
      fc.record({
        type: fc.constantFrom('integer' as const, 'number' as const),
        minimum: maybe(fc.integer({ min: -20, max: 5 })),
        maximum: maybe(fc.integer({ min: 5, max: 40 })),
        exclusiveMinimum: maybe(fc.integer({ min: -20, max: 5 })),
        exclusiveMaximum: maybe(fc.integer({ min: 6, max: 40 })),
        multipleOf: maybe(fc.constantFrom(1, 2, 3, 0.5)),
      }),
    ),
    fc.constantFrom<JsonSchema>(
      { type: 'boolean' },
      { type: 'null' },
      true,
      {},
      { type: ['string', 'null'] },
      { type: ['integer', 'boolean'] },
    ),
    fc.uniqueArray(value, { minLength: 1, maxLength: 4 }).map((values) => ({ enum: values })),
    value.map((one) => ({ const: one })),
  );
}

/**
 * Generates no `contains` next to `prefixItems`: ajv accepts the empty list for them, against the
 * test suite.
 */
function array(schema: fc.Arbitrary<JsonSchema>): fc.Arbitrary<JsonSchema> {
  const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 });
  return compact(
    fc.record({
      type: fc.constant('array' as const),
      items: maybe(schema),
      prefixItems: fc.option(fc.array(schema, { minLength: 1, maxLength: 2 }), { nil: undefined, freq: 6 }),
      contains: fc.option(schema, { nil: undefined, freq: 8 }),
      minItems: maybe(fc.nat(2)),
      maxItems: maybe(fc.integer({ min: 2, max: 4 })),
      uniqueItems: maybe(fc.boolean()),
    }),
  ).map(({ contains, ...rest }) =>
    contains === undefined || rest.prefixItems !== undefined ? rest : { ...rest, contains },
  );
}

function object(schema: fc.Arbitrary<JsonSchema>): fc.Arbitrary<JsonSchema> {
  return fc
    .record({
      properties: fc.dictionary(names, schema, { maxKeys: 4, noNullPrototype: true }),
      required: fc.uniqueArray(names, { maxLength: 3 }),
      additionalProperties: fc.option(fc.oneof(fc.constant(false), schema), { nil: undefined }),
      minProperties: fc.option(fc.nat(2), { nil: undefined, freq: 5 }),
      patternProperties: fc.option(
        fc.dictionary(fc.constantFrom('^x-', '^[a-c]$'), schema, { minKeys: 1, maxKeys: 1, noNullPrototype: true }),
        { nil: undefined, freq: 6 },
      ),
      propertyNames: fc.option(fc.constantFrom({ maxLength: 5 }, { pattern: '^[a-z]+$' }), { nil: undefined, freq: 8 }),
    })
    .map(
      (one) =>
        Object.fromEntries(
          Object.entries({ type: 'object', ...one }).filter(([, v]) => v !== undefined),
        ) as JsonSchemaObject,
    );
}

function union(schema: fc.Arbitrary<JsonSchema>): fc.Arbitrary<JsonSchema> {
  const several = fc.array(schema, { minLength: 1, maxLength: 3 });
  return fc.oneof(
    several.map((anyOf) => ({ anyOf })),
    several.map((oneOf) => ({ oneOf })),
    several.map((allOf) => ({ allOf })),
    schema.map((not) => ({ not })),
    fc.tuple(schema, schema, schema).map(([test, then, otherwise]) => ({ if: test, then, else: otherwise })),
    schema
      .map((one) => ({ $defs: { one }, $ref: '#/$defs/one' }))
      .map((one) => ({ anyOf: [one.$defs.one, { type: 'null' as const }] })),
  );
}

/** Schemas of every keyword that Haft writes. Some have no valid value. */
export const arbitrarySchema: fc.Arbitrary<JsonSchema> = fc.letrec<{ schema: JsonSchema }>((tie) => ({
  schema: fc.oneof(
    { depthSize: 'small', maxDepth: 4, withCrossShrink: true },
    scalar(),
    array(tie('schema')),
    object(tie('schema')),
    union(tie('schema')),
  ),
})).schema;

/** Values near the schemas above. */
export const arbitraryValue: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', maxDepth: 4 },
    value,
    fc.constantFrom('2026-01-31T09:00:00Z', '2026-01-31', 'ada@example.com', 'a-xyz', 'abc', '12', 'É', 2.5, 4, 6),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(names, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
})).value;
