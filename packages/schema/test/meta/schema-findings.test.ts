import { describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { schemaFindings, type JsonSchema } from '../../src/index.js';
import { arbitrarySchema } from '../support/arbitrary-schema.js';

const ajv = new Ajv2020({ strict: false, validateFormats: false });
const problemsOf = (schema: unknown): readonly string[] => schemaFindings(schema as JsonSchema).problems;

describe('a look at a schema [SCH-21]', () => {
  it('finds nothing in schemas of draft 2020-12', () => {
    fc.assert(
      fc.property(arbitrarySchema, (schema) => {
        expect(ajv.validateSchema(schema as object)).toBe(true);
        expect(problemsOf(schema).filter((one) => !one.includes(' requires '))).toEqual([]);
      }),
    );
  });

  const keyword = fc.constantFrom(
    ...[
      'type',
      'enum',
      'minimum',
      'exclusiveMaximum',
      'multipleOf',
      'minLength',
      'maxItems',
      'uniqueItems',
      'required',
      'title',
    ],
    ...[
      'description',
      'deprecated',
      'examples',
      'anyOf',
      'allOf',
      'prefixItems',
      'properties',
      '$defs',
      'dependentRequired',
    ],
    ...[
      'additionalProperties',
      'items',
      'not',
      'minContains',
      'maxProperties',
      'readOnly',
      'propertyNames',
      'dependentSchemas',
    ],
  );
  const value = fc.oneof(
    fc.constantFrom<unknown>(
      0,
      1,
      -1,
      1.5,
      '',
      'string',
      'strin',
      true,
      null,
      [],
      {},
      ['a'],
      ['a', 'a'],
      ['string', 'null'],
      [1],
    ),
    fc.constantFrom<unknown>([{}], [{ type: 'object' }], { a: {} }, { a: ['b'] }, { a: 5 }, { type: 'integer' }, [
      'string',
      'x',
    ]),
  );

  it('finds the same problems as the meta-schema, with any value of a keyword', () => {
    fc.assert(
      fc.property(keyword, value, (name, given) => {
        const schema = { type: 'object', properties: { a: { [name]: given } } };
        // Before draft 2020-12, `items` could be a list: ajv is asked about that.
        if (name === 'items' && Array.isArray(given)) return;
        const found = problemsOf(schema).filter((one) => !one.includes(' requires '));
        expect([schema, found.length === 0]).toEqual([schema, ajv.validateSchema(schema)]);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    [{ properties: { a: {} }, required: ['a', 'b'] }, ['# requires "b", which is none of its properties.']],
    [
      { properties: { a: { properties: {}, required: ['c'] } } },
      ['#/properties/a requires "c", which is none of its properties.'],
    ],
    [{ properties: { toString: {} }, required: ['toString'] }, []],
    [{ required: ['a'] }, []],
    [{ properties: {}, required: ['a'], additionalProperties: { type: 'string' } }, []],
    [{ properties: {}, required: ['a'], allOf: [{ properties: { a: {} } }] }, []],
  ])('in %j finds required properties that do not exist', (schema, problems) => {
    expect(problemsOf({ type: 'object', ...schema })).toEqual(problems);
  });
});
