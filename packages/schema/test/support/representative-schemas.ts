import type { JsonSchema, JsonSchemaObject } from '../../src/index.js';

const closed = (properties: Readonly<Record<string, JsonSchema>>, ...required: string[]): JsonSchemaObject => ({
  type: 'object',
  properties,
  ...(required.length === 0 ? {} : { required }),
  additionalProperties: false,
});

/** One parameter schema for each idea that some dialect says in its own way. */
export const representativeSchemas: Readonly<Record<string, JsonSchemaObject>> = {
  nothing: closed({}),
  'optional properties': closed(
    {
      path: { type: 'string', description: 'Path of the file.' },
      limit: { type: 'integer', minimum: 1, maximum: 2000, default: 200, description: 'Most lines.' },
      encoding: { type: 'string', enum: ['utf8', 'latin1'] },
      mode: { const: 'fast' },
      note: { type: ['string', 'null'] },
    },
    'path',
  ),
  texts: closed(
    {
      url: { type: 'string', format: 'uri' },
      since: { type: 'string', format: 'date-time' },
      code: { type: 'string', minLength: 2, maxLength: 8, pattern: '^(?!x)\\w+$', description: 'A code.' },
      data: { type: 'string', contentEncoding: 'base64' },
      empty: { type: 'string', enum: ['', 'a'] },
      several: { type: 'string', allOf: [{ pattern: 'a' }, { pattern: 'b' }] },
    },
    'url',
    'since',
    'code',
    'data',
    'empty',
    'several',
  ),
  numbers: closed(
    {
      level: { type: 'number', enum: [0, 1, 10], description: '0 = Low\n1 = High' },
      step: { type: 'integer', exclusiveMinimum: 0, multipleOf: 5 },
      ratio: { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 },
      one: { const: 1 },
      yes: { const: true },
      mixed: { type: ['number', 'string'], enum: [0, 'text'] },
    },
    'level',
    'step',
    'ratio',
    'one',
    'yes',
    'mixed',
  ),
  maps: closed(
    {
      labels: { type: 'object', additionalProperties: { type: 'string' }, minProperties: 1, description: 'Labels.' },
      counts: {
        type: 'object',
        additionalProperties: { type: 'integer' },
        propertyNames: { pattern: '^[a-z]+$', maxLength: 9 },
      },
      mixed: {
        type: 'object',
        properties: { id: { type: 'string' } },
        required: ['id'],
        additionalProperties: { type: 'number' },
      },
      nested: { type: 'object', additionalProperties: { type: 'object', additionalProperties: { type: 'boolean' } } },
    },
    'labels',
    'counts',
  ),
  lists: closed(
    {
      tags: { type: 'array', items: { type: 'string' }, uniqueItems: true, minItems: 1, maxItems: 5 },
      pair: {
        type: 'array',
        prefixItems: [{ type: 'string' }, { type: 'number' }],
        items: false,
        minItems: 2,
        maxItems: 2,
      },
      point: {
        type: 'array',
        prefixItems: [{ type: 'number' }, { type: 'number' }],
        items: false,
        minItems: 1,
        maxItems: 2,
      },
      rest: { type: 'array', prefixItems: [{ type: 'string' }], items: { type: 'number' }, minItems: 1 },
    },
    'tags',
    'pair',
    'point',
    'rest',
  ),
  unions: closed(
    {
      plain: { type: ['string', 'number'], description: 'A text or a number.' },
      shape: {
        oneOf: [
          closed({ kind: { const: 'circle' }, radius: { type: 'number' } }, 'kind', 'radius'),
          closed(
            { kind: { const: 'line' }, labels: { type: 'object', additionalProperties: { type: 'string' } } },
            'kind',
          ),
        ],
        discriminator: { propertyName: 'kind' },
        description: 'What is drawn.',
      },
      maybe: { anyOf: [closed({ a: { type: 'string' } }, 'a'), { type: 'null' }], description: 'Perhaps.' },
      beside: {
        type: 'object',
        properties: { a: { type: 'string' }, b: { type: 'string' } },
        additionalProperties: false,
        anyOf: [{ required: ['a'] }, { required: ['b'] }],
      },
    },
    'plain',
    'shape',
  ),
  references: {
    ...closed({ root: { $ref: '#/$defs/Node', description: 'The root.' }, other: { $ref: '#/$defs/Node' } }, 'root'),
    $defs: {
      Node: closed({ name: { type: 'string' }, children: { type: 'array', items: { $ref: '#/$defs/Node' } } }, 'name'),
    },
  },
  'a union at the root': {
    type: 'object',
    anyOf: [
      closed({ by: { const: 'id' }, id: { type: 'string' } }, 'by', 'id'),
      closed({ by: { const: 'name' }, name: { type: 'string' }, exact: { type: 'boolean' } }, 'by', 'name'),
    ],
  },
  'what no strict mode says': closed(
    { value: {}, open: { type: 'object', additionalProperties: true }, list: { type: 'array' } },
    'value',
  ),
  'what a server says': {
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    properties: {
      query: { type: 'string', title: 'Query', examples: ['a'] },
      filter: { type: 'object', properties: { a: { type: 'string' } } },
      pair: { type: 'array', items: [{ type: 'string' }, { type: 'number' }] },
      kind: { $ref: '#/definitions/kind' },
    },
    required: ['query'],
    definitions: { kind: { type: 'string', enum: ['a', 'b'] } },
  } as unknown as JsonSchemaObject,
  bounds: closed(
    {
      over: { type: 'integer', exclusiveMinimum: 2.5 },
      below: { type: 'integer', exclusiveMaximum: 2.5 },
      belowWhole: { type: 'integer', exclusiveMaximum: 3 },
      moreThanBoth: { type: 'integer', exclusiveMinimum: 3, minimum: 5 },
      lessThanBoth: { type: 'integer', exclusiveMaximum: 3, maximum: 1 },
      moreThanOne: { type: 'integer', exclusiveMinimum: 3, minimum: 2 },
    },
    'over',
  ),
  'keywords that check nothing': closed(
    {
      text: { type: 'string', minimum: 3, $comment: 'A note.', words: 1 },
      anchor: { type: 'string', $recursiveAnchor: true },
      media: { type: 'string', contentMediaType: `text/${'x'.repeat(320)}` },
      none: { type: 'string', default: '' },
      zero: { type: 'integer', default: 0 },
      nobody: { type: ['string', 'null'], default: null },
      nowhere: { type: 'array', items: { type: 'string' }, default: [] },
      somewhere: { type: 'array', items: { type: 'string' }, default: ['here'] },
    } as Readonly<Record<string, JsonSchema>>,
    'text',
  ),
  'types that keywords tell': closed(
    {
      properties: { properties: { a: { type: 'string' } }, additionalProperties: false },
      required: { required: ['a'], additionalProperties: false },
      items: { items: { type: 'string' } },
      prefixItems: { prefixItems: [{ type: 'string' }], items: false, minItems: 1, maxItems: 1 },
      one: { type: ['array'], items: { type: 'string' } },
      oneOfTwo: { type: ['string', 'null'], enum: ['a'] },
      objectOrNull: {
        type: ['object', 'null'],
        properties: { a: { type: 'string' } },
        additionalProperties: false,
      },
      listOrNull: { type: ['array', 'null'], items: { type: 'string' } },
      noItems: { type: 'array', items: false },
    },
    'properties',
  ),
  'values that are lists and objects': closed(
    { list: { enum: [[1], 'a'] }, object: { const: { a: 1 } }, tuple: { type: 'array', const: ['a'] } },
    'list',
  ),
  'unions that overlap': closed(
    {
      texts: {
        oneOf: [
          { type: 'string', maxLength: 3 },
          { type: 'string', minLength: 2 },
        ],
      },
      textOrMap: { anyOf: [{ type: 'string' }, { type: 'object', additionalProperties: { type: 'integer' } }] },
      listOrMap: {
        anyOf: [
          { type: 'array', items: { type: 'string' } },
          { type: 'object', additionalProperties: { type: 'string' } },
        ],
      },
      anything: { anyOf: [{}, { type: 'string' }] },
      unionInUnion: { anyOf: [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, { type: 'boolean' }] },
    },
    'texts',
  ),
  conditions: closed(
    {
      text: { type: 'string', not: { const: '' } },
      list: { type: 'array', items: { type: 'string' }, contains: { const: 'x' } },
      either: {
        type: 'object',
        properties: { a: { type: 'string' }, b: { type: 'string' } },
        dependentRequired: { a: ['b'] },
        additionalProperties: false,
      },
    },
    'text',
  ),
};
