import { createRequire } from 'node:module';
import { describe, expect, it } from '@jest/globals';
import type { Ajv as AjvClass } from 'ajv';
import type { FormatsPlugin } from 'ajv-formats';
import fc from 'fast-check';
import type { JsonSchemaObject, JsonValue } from '../../src/index.js';
import { isJsonSchemaTarget, jsonSchemaIn, JSON_SCHEMA_TARGETS } from '../../src/standard/index.js';
import { ajvAccepts } from '../support/ajv-oracle.js';
import { arbitrarySchema, arbitraryValue } from '../support/arbitrary-schema.js';
import { emittedParameters, recursiveParameters } from '../support/emitted-schema.js';
import { fromOpenApi } from '../support/from-open-api.js';

const require = createRequire(import.meta.url);
const { Ajv } = require('ajv') as { Ajv: typeof AjvClass };
const ajv07 = new Ajv({ ownProperties: true, strict: false, logger: false, code: { optimize: false } });
(require('ajv-formats') as FormatsPlugin)(ajv07);

function accepts07(schema: object, value: JsonValue): boolean {
  const accepts = ajv07.compile(schema)(value);
  ajv07.removeSchema();
  return accepts;
}

const NO_WORDS_IN_OPEN_API =
  /"(prefixItems|patternProperties|propertyNames|if|contains|dependentRequired|contentEncoding)"/;
const asObject = (schema: unknown): JsonSchemaObject =>
  typeof schema === 'boolean' ? { allOf: [schema] } : (schema as JsonSchemaObject);

describe('a schema in another version of JSON Schema', () => {
  it('is itself in draft 2020-12', () => {
    const schema: JsonSchemaObject = { type: 'object' };
    expect(jsonSchemaIn(schema, 'draft-2020-12')).toBe(schema);
  });

  it('can be had in the versions that Standard JSON Schema names', () => {
    expect(JSON_SCHEMA_TARGETS).toEqual(['draft-2020-12', 'draft-07', 'openapi-3.0']);
    expect(isJsonSchemaTarget('draft-07')).toBe(true);
    expect(isJsonSchemaTarget('draft-04')).toBe(false);
  });

  it.each<[string, JsonSchemaObject, object, object]>([
    [
      'a tuple',
      { type: 'array', prefixItems: [{ type: 'string' }, { type: 'null' }], items: false, minItems: 2, maxItems: 2 },
      {
        type: 'array',
        minItems: 2,
        maxItems: 2,
        items: [{ type: 'string' }, { type: 'null' }],
        additionalItems: false,
      },
      {
        type: 'array',
        minItems: 2,
        maxItems: 2,
        items: { anyOf: [{ type: 'string' }, { type: 'string', nullable: true, enum: [null] }] },
      },
    ],
    [
      'definitions, and what stands beside a reference',
      {
        type: 'object',
        properties: { a: { $ref: '#/$defs/n', description: 'x' }, $defs: { const: 1 } },
        $defs: { n: { $ref: '#/properties/$defs' } },
      },
      {
        type: 'object',
        properties: { a: { description: 'x', allOf: [{ $ref: '#/definitions/n' }] }, $defs: { const: 1 } },
        definitions: { n: { $ref: '#/properties/$defs' } },
      },
      {
        type: 'object',
        properties: { a: { description: 'x', allOf: [{ $ref: '#/definitions/n' }] }, $defs: { enum: [1] } },
        definitions: { n: { $ref: '#/properties/$defs' } },
      },
    ],
    [
      'a name that needs others',
      { type: 'object', dependentRequired: { a: ['b'] } },
      { type: 'object', dependencies: { a: ['b'] } },
      { type: 'object' },
    ],
    [
      'a type that may be null',
      { type: ['string', 'null'] },
      { type: ['string', 'null'] },
      { type: 'string', nullable: true },
    ],
    [
      'several types',
      { type: ['string', 'integer', 'null'] },
      { type: ['string', 'integer', 'null'] },
      { anyOf: [{ type: 'string' }, { type: 'integer' }, { type: 'string', nullable: true, enum: [null] }] },
    ],
    [
      'bounds that are not reached',
      { type: 'number', exclusiveMinimum: 1, minimum: 0, exclusiveMaximum: 9, maximum: 8 },
      { type: 'number', exclusiveMinimum: 1, minimum: 0, exclusiveMaximum: 9, maximum: 8 },
      { type: 'number', exclusiveMinimum: true, minimum: 1, exclusiveMaximum: false, maximum: 8 },
    ],
    [
      'bytes and examples',
      { type: 'string', contentEncoding: 'base64', examples: ['aGE=', ''] },
      { type: 'string', contentEncoding: 'base64', examples: ['aGE=', ''] },
      { type: 'string', example: 'aGE=', format: 'byte' },
    ],
    [
      'names that a pattern describes',
      { type: 'object', patternProperties: { '^x': { type: 'string' } }, additionalProperties: false },
      { type: 'object', patternProperties: { '^x': { type: 'string' } }, additionalProperties: false },
      { type: 'object', additionalProperties: { anyOf: [{ type: 'string' }] } },
    ],
  ])('says %s in draft 07 and in OpenAPI 3.0', (_, schema, draft07, openApi) => {
    expect(jsonSchemaIn(schema, 'draft-07')).toEqual(draft07);
    expect(jsonSchemaIn(schema, 'openapi-3.0')).toEqual(openApi);
  });

  it('means the same in draft 07, by ajv', () => {
    fc.assert(
      fc.property(arbitrarySchema, arbitraryValue, (given, value) => {
        const schema = asObject(given);
        expect(accepts07(jsonSchemaIn(schema, 'draft-07'), value)).toBe(ajvAccepts(schema, value));
      }),
      { numRuns: 300 },
    );
  });

  it('takes at least the same values in OpenAPI 3.0, and the same where it has words for it', () => {
    fc.assert(
      fc.property(arbitrarySchema, arbitraryValue, (given, value) => {
        const schema = asObject(given);
        const isValid = ajvAccepts(schema, value);
        // `not` turns more into less.
        if (/"not"/.test(JSON.stringify(schema)) || /"oneOf"/.test(JSON.stringify(schema))) return;
        const openApi = fromOpenApi(jsonSchemaIn(schema, 'openapi-3.0')) as JsonSchemaObject;
        if (!NO_WORDS_IN_OPEN_API.test(JSON.stringify(schema))) expect(ajvAccepts(openApi, value)).toBe(isValid);
        else if (isValid) expect(ajvAccepts(openApi, value)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['of the build', emittedParameters],
    ['that stand in themselves', recursiveParameters],
  ])('takes the values of schemas %s', (_, schemas) => {
    const pairs = schemas.chain(({ schema, values }) => values.map((value) => [schema, value] as const));
    fc.assert(
      fc.property(pairs, ([schema, value]) => {
        expect(accepts07(jsonSchemaIn(schema, 'draft-07'), value)).toBe(true);
        expect(ajvAccepts(fromOpenApi(jsonSchemaIn(schema, 'openapi-3.0')) as JsonSchemaObject, value)).toBe(true);
      }),
    );
  });
});
