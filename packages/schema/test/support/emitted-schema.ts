import fc from 'fast-check';
import type { JsonSchema, JsonSchemaObject, JsonValue } from '../../src/index.js';

/** A schema in the form that the build writes, and values that fit it. */
export interface Emitted {
  readonly schema: JsonSchemaObject;
  readonly values: fc.Arbitrary<JsonValue>;
  /** Whether every value of it is of one JSON type, for unions. */
  readonly kind: 'string' | 'number' | 'boolean' | 'object' | 'array' | 'null' | 'any';
}

const NAMES = fc.constantFrom(
  'a',
  'b',
  'kind',
  'key',
  'value',
  'item0',
  'rest',
  'others',
  'toString',
  'long name',
  'é',
);
const KEYS = fc.constantFrom('x', 'y', 'key', 'long name', 'toString', 'é', '1');

const described = (one: Emitted, description: string | undefined): Emitted =>
  description === undefined ? one : { ...one, schema: { ...one.schema, description } };

const texts: fc.Arbitrary<Emitted> = fc.oneof(
  fc.constant<Emitted>({ schema: { type: 'string' }, values: fc.string({ maxLength: 5 }), kind: 'string' }),
  fc.constant<Emitted>({
    schema: { type: 'string', minLength: 2, maxLength: 3, pattern: '^[a-z]+$' },
    values: fc.constantFrom('ab', 'abc', 'zz'),
    kind: 'string',
  }),
  fc
    .constantFrom<[string, string]>(
      ['date-time', '2026-01-31T09:00:00Z'],
      ['uri', 'https://example.com/'],
      ['email', 'ada@example.com'],
    )
    .map(([format, value]): Emitted => ({
      schema: { type: 'string', format },
      values: fc.constant(value),
      kind: 'string',
    })),
  fc.constant<Emitted>({
    schema: { type: 'string', contentEncoding: 'base64' },
    values: fc.constantFrom('aGFmdA==', ''),
    kind: 'string',
  }),
  fc
    .uniqueArray(fc.constantFrom('a', 'b', 'c', '', '5', 'true'), { minLength: 1, maxLength: 4 })
    .map((values): Emitted => ({
      schema: values.length === 1 ? { const: values[0] as string } : { type: 'string', enum: values },
      values: fc.constantFrom(...values),
      kind: 'string',
    })),
);

const numbers: fc.Arbitrary<Emitted> = fc.oneof(
  fc.constant<Emitted>({ schema: { type: 'number' }, values: fc.constantFrom(0, 1, -2.5), kind: 'number' }),
  fc.constant<Emitted>({
    schema: { type: 'integer', exclusiveMinimum: 0, maximum: 9, multipleOf: 3 },
    values: fc.constantFrom(3, 6, 9),
    kind: 'number',
  }),
  fc.uniqueArray(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 3 }).map((values): Emitted => ({
    schema: values.length === 1 ? { const: values[0] as number } : { type: 'number', enum: values },
    values: fc.constantFrom(...values),
    kind: 'number',
  })),
);

const others: fc.Arbitrary<Emitted> = fc.constantFrom<Emitted>(
  { schema: { type: 'boolean' }, values: fc.boolean(), kind: 'boolean' },
  { schema: { const: true }, values: fc.constant(true), kind: 'boolean' },
  { schema: {}, values: fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<JsonValue>, kind: 'any' },
  { schema: { type: ['string', 'number'] }, values: fc.constantFrom<JsonValue>('a', '5', 5), kind: 'any' },
  { schema: { type: ['string', 'null'] }, values: fc.constantFrom<JsonValue>('a', null), kind: 'any' },
  {
    schema: { type: ['number', 'string'], enum: [0, 'text'] },
    values: fc.constantFrom<JsonValue>(0, 'text'),
    kind: 'any',
  },
);

const list = (items: Emitted, least: number | undefined): Emitted => ({
  schema: { type: 'array', items: items.schema, ...(least === undefined ? {} : { minItems: least }) },
  values: fc.array(items.values, { minLength: least ?? 0, maxLength: 3 }),
  kind: 'array',
});

const set = (items: Emitted): Emitted => ({
  schema: { type: 'array', items: items.schema, uniqueItems: true },
  values: fc.array(items.values, { maxLength: 1 }),
  kind: 'array',
});

const tuple = (elements: readonly Emitted[], optional: number, rest: Emitted | undefined): Emitted => {
  const least = Math.max(0, elements.length - optional);
  const whole = fc.tuple(...elements.map((one) => one.values));
  const ended = fc
    .tuple(whole, fc.integer({ min: least, max: elements.length }))
    .map(([all, end]) => all.slice(0, end));
  const values =
    rest === undefined
      ? ended
      : fc.tuple(whole, fc.array(rest.values, { maxLength: 2 })).map(([all, more]) => [...all, ...more]);
  return {
    schema: {
      type: 'array',
      prefixItems: elements.map((one) => one.schema),
      items: rest === undefined ? false : rest.schema,
      ...(least === 0 ? {} : { minItems: least }),
      ...(rest === undefined ? { maxItems: elements.length } : {}),
    },
    values: fc.oneof(ended, values),
    kind: 'array',
  };
};

interface PropertyForm {
  readonly name: string;
  readonly one: Emitted;
  readonly isOptional: boolean;
  readonly description: string | undefined;
}

const object = (properties: readonly PropertyForm[], rest: Emitted | undefined): Emitted => {
  const declared = new Set(properties.map(({ name }) => name));
  const required = properties.filter((one) => !one.isOptional).map(({ name }) => name);
  const known = fc.record(Object.fromEntries(properties.map(({ name, one }) => [name, one.values])), {
    requiredKeys: required,
    noNullPrototype: true,
  });
  const more =
    rest === undefined ? fc.constant({}) : fc.dictionary(KEYS, rest.values, { maxKeys: 3, noNullPrototype: true });
  const openly: JsonSchema = rest === undefined ? false : Object.keys(rest.schema).length === 0 ? true : rest.schema;
  return {
    schema: {
      type: 'object',
      ...(properties.length === 0 && rest !== undefined
        ? {}
        : {
            properties: Object.fromEntries(
              properties.map(({ name, one, description }) => [name, described(one, description).schema]),
            ),
          }),
      ...(required.length === 0 ? {} : { required }),
      additionalProperties: openly,
    },
    values: fc.tuple(known, more).map(([own, other]): JsonValue => {
      const others = Object.entries<JsonValue>(other).filter(([key]) => !declared.has(key));
      return { ...Object.fromEntries(others), ...(own as Readonly<Record<string, JsonValue>>) };
    }),
    kind: 'object',
  };
};

const tagged = (branches: readonly Emitted[]): Emitted => ({
  schema: {
    oneOf: branches.map(({ schema }, index): JsonSchemaObject => ({
      ...schema,
      properties: { tag: { const: `t${index}` }, ...schema.properties },
      required: ['tag', ...(schema.required ?? [])],
    })),
    discriminator: { propertyName: 'tag' },
  },
  values: fc.oneof(
    ...branches.map(({ values }, index) => values.map((one) => ({ ...(one as object), tag: `t${index}` }))),
  ),
  kind: 'object',
});

const union = (branches: readonly Emitted[]): Emitted => ({
  schema: { anyOf: branches.map((one) => one.schema) },
  values: fc.oneof(...branches.map((one) => one.values)),
  kind: 'any',
});

const nothing: Emitted = { schema: { type: 'null' }, values: fc.constant(null), kind: 'null' };

const property = (one: fc.Arbitrary<Emitted>): fc.Arbitrary<PropertyForm> =>
  fc.record({
    name: NAMES,
    one,
    isOptional: fc.boolean(),
    description: fc.option(fc.constantFrom('What it is.', 'A name.'), { nil: undefined, freq: 3 }),
  });

const properties = (one: fc.Arbitrary<Emitted>, most: number): fc.Arbitrary<readonly PropertyForm[]> =>
  fc.uniqueArray(property(one), { maxLength: most, selector: ({ name }) => name });

const anyType: fc.Arbitrary<Emitted> = fc.letrec<{ type: Emitted; object: Emitted }>((tie) => ({
  object: fc
    .tuple(properties(tie('type'), 3), fc.option(tie('type'), { nil: undefined, freq: 4 }))
    .map(([own, rest]) => object(own, rest)),
  type: fc.oneof(
    { depthSize: 'small', maxDepth: 3, withCrossShrink: true },
    { weight: 3, arbitrary: fc.oneof(texts, numbers, others) },
    tie('object'),
    fc.tuple(tie('type'), fc.option(fc.nat(2), { nil: undefined })).map(([items, least]) => list(items, least)),
    tie('type').map(set),
    fc
      .tuple(
        fc.array(tie('type'), { minLength: 1, maxLength: 2 }),
        fc.nat(1),
        fc.option(tie('type'), { nil: undefined, freq: 3 }),
      )
      .map(([elements, optional, rest]) => tuple(elements, rest === undefined ? optional : 0, rest)),
    fc
      .array(
        fc.tuple(properties(tie('type'), 2)).map(([own]) => object(own, undefined)),
        { minLength: 2, maxLength: 3 },
      )
      .map(tagged),
    fc.array(tie('type'), { minLength: 2, maxLength: 3 }).map(union),
    tie('type').map((one) => union([one, nothing])),
  ),
})).type;

/** Parameter schemas in the form that the build writes. */
export const emittedParameters: fc.Arbitrary<Emitted> = properties(anyType, 4).map((own) => object(own, undefined));

/** Generates parameters with a schema that contains itself. */
export const recursiveParameters: fc.Arbitrary<Emitted> = fc
  .tuple(properties(anyType, 2), fc.constantFrom('list', 'optional', 'map', 'union'))
  .map(([own, form]) => {
    const inner = object(
      own.filter(({ name }) => name !== 'a'),
      undefined,
    );
    const node: JsonSchema = { $ref: '#/$defs/Node' };
    const child: Record<string, JsonSchemaObject> = {
      list: { type: 'array', items: node, description: 'Below.' },
      optional: node,
      map: { type: 'object', additionalProperties: node },
      union: { anyOf: [node, { type: 'null' }] },
    };
    const definition: JsonSchemaObject = {
      ...inner.schema,
      properties: { ...inner.schema.properties, a: child[form] as JsonSchemaObject },
    };
    const values: fc.Arbitrary<JsonValue> = fc.letrec<{ node: JsonValue }>((tie) => ({
      node: fc.oneof(
        { maxDepth: 5, depthSize: 'small' },
        inner.values,
        fc.tuple(inner.values, tie('node'), tie('node')).map(([one, below, more]) => ({
          ...(one as object),
          a: form === 'list' ? [below, more] : form === 'map' ? { x: below, key: more } : below,
        })),
      ),
    })).node;
    return {
      schema: { ...closed({ root: node }), $defs: { Node: definition } },
      values: values.map((root) => ({ root })),
      kind: 'object',
    };
  });

function closed(own: Readonly<Record<string, JsonSchema>>): JsonSchemaObject {
  return { type: 'object', properties: own, required: Object.keys(own), additionalProperties: false };
}
