import type { JsonSchema, JsonSchemaObject } from '@haft/schema';

const object = (properties: Record<string, JsonSchema>, more: JsonSchemaObject = {}): JsonSchemaObject => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
  ...more,
});

/** One argument of the given schema. */
export const one = (schema: JsonSchema): JsonSchemaObject => object({ value: schema });

/** The schemas that the reflector writes, each with one keyword or combination. */
export const SCHEMAS: readonly (readonly [title: string, schema: JsonSchemaObject])[] = [
  ['no parameters', object({})],
  ['text of lengths', one({ type: 'string', minLength: 3, maxLength: 5 })],
  ['long text', one({ type: 'string', minLength: 300 })],
  ...[
    '^[a-z]+$',
    '^\\d{2,4}$',
    'x',
    '^(a|b)-\\w{3}$',
    '^[^/]*$',
    '^\\p{Lu}',
    '^(?!-)[a-z-]+$',
    '^[A-Z]{2}\\d{6}(?:-\\d)?$',
  ].map((pattern) => [`pattern ${pattern}`, one({ type: 'string', pattern })] as const),
  ['pattern and lengths', one({ type: 'string', pattern: '^[a-z]+$', minLength: 40, maxLength: 50 })],
  ...[
    'date-time',
    'date',
    'time',
    'duration',
    'email',
    'hostname',
    'ipv4',
    'ipv6',
    'uri',
    'uri-reference',
    'uuid',
    'json-pointer',
    'byte',
  ].map((format) => [`format ${format}`, one({ type: 'string', format })] as const),
  ['base64 bytes', one({ type: 'string', contentEncoding: 'base64', format: 'byte' })],
  ['integer', one({ type: 'integer' })],
  ['integer in a range', one({ type: 'integer', minimum: 1, maximum: 5 })],
  ['exclusive bounds', one({ type: 'integer', exclusiveMinimum: 0, exclusiveMaximum: 3 })],
  ['number in a narrow range', one({ type: 'number', minimum: 0.25, maximum: 0.75 })],
  ['number from a bound', one({ type: 'number', exclusiveMinimum: 0 })],
  ['multiples', one({ type: 'integer', multipleOf: 7, minimum: 1 })],
  ['fractional multiples', one({ type: 'number', multipleOf: 0.25, maximum: 2 })],
  ['enum', one({ type: 'string', enum: ['en', 'de', 'fr'] })],
  ['const', one({ const: 'only' })],
  ['nullable', one({ type: ['string', 'null'], minLength: 1 })],
  ['boolean', one({ type: 'boolean' })],
  ['optional with default', object({ limit: { type: 'integer', default: 5 } }, { required: [] })],
  ['list', one({ type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 3 })],
  ['list of different items', one({ type: 'array', items: { enum: ['a', 'b', 'c'] }, uniqueItems: true, minItems: 2 })],
  ['tuple', one({ type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }], items: false, minItems: 2 })],
  [
    'tuple with optional and rest items',
    one({ type: 'array', prefixItems: [{ type: 'string' }], items: { type: 'boolean' }, minItems: 0 }),
  ],
  ['list that contains', one({ type: 'array', items: { type: 'integer' }, contains: { const: 3 } })],
  ['record', one({ type: 'object', additionalProperties: { type: 'integer' } })],
  ['record with keys', one({ type: 'object', additionalProperties: true, propertyNames: { pattern: '^-?\\d+$' } })],
  [
    'patterns of keys',
    one({ type: 'object', patternProperties: { '^x-': { type: 'string' } }, additionalProperties: false }),
  ],
  ['counted keys', one({ type: 'object', additionalProperties: { type: 'null' }, minProperties: 2, maxProperties: 4 })],
  ['an open object', object({ name: { type: 'string' } }, { additionalProperties: true })],
  ['unknown', one(true)],
  ['nested', one(object({ inner: object({ deep: { type: 'boolean' } }) }, { required: [] }))],
  [
    'union by a property',
    one({
      oneOf: [
        object({ kind: { const: 'circle' }, radius: { type: 'number', exclusiveMinimum: 0 } }),
        object({ kind: { const: 'square' }, side: { type: 'number', exclusiveMinimum: 0 } }),
      ],
      discriminator: { propertyName: 'kind' },
    }),
  ],
  [
    'union of types',
    one({
      anyOf: [
        { type: 'string', format: 'uuid' },
        { type: 'integer', minimum: 0 },
      ],
    }),
  ],
  ['intersection', one({ allOf: [{ type: 'string', minLength: 2 }, { maxLength: 4 }] })],
  ['exclusion', one({ type: 'string', enum: ['a', 'b', 'c'], not: { const: 'b' } })],
  [
    'condition',
    object(
      { a: { type: 'boolean' }, b: { type: 'integer' } },
      {
        required: ['a'],
        if: { properties: { a: { const: true } }, required: ['a'] },
        then: { required: ['b'] },
      },
    ),
  ],
  [
    'recursion',
    {
      ...object({ root: { $ref: '#/$defs/Node' } }),
      $defs: {
        Node: object(
          {
            name: { type: 'string' },
            children: { type: 'array', items: { $ref: '#/$defs/Node' } },
            next: { anyOf: [{ $ref: '#/$defs/Node' }, { type: 'null' }] },
          },
          { required: ['name', 'children'] },
        ),
      },
    },
  ],
  [
    'recursive union',
    {
      ...object({ filter: { $ref: '#/$defs/Filter', description: 'What to find.' } }),
      $defs: {
        Filter: {
          oneOf: [
            object({ op: { const: 'and' }, all: { type: 'array', items: { $ref: '#/$defs/Filter' }, minItems: 1 } }),
            object({ op: { const: 'not' }, one: { $ref: '#/$defs/Filter' } }),
            object({
              op: { const: 'is' },
              field: { type: 'string' },
              value: { type: ['string', 'number', 'boolean'] },
            }),
          ],
          discriminator: { propertyName: 'op' },
        },
      },
    },
  ],
];
