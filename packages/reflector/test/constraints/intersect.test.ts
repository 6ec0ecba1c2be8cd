import type { JsonSchemaObject } from '@haft/schema';
import { intersect } from '../../src/constraints/intersect.js';

it('joins two formats if one of them has all texts of the other', () => {
  const met = intersect({ type: 'string', format: 'idn-email' }, { format: 'email' });
  expect(met).toMatchObject({ schema: { type: 'string', format: 'email' }, impossible: false });
});

describe('a schema is tightened', () => {
  test.each<[JsonSchemaObject, JsonSchemaObject, JsonSchemaObject]>([
    [{}, { type: 'string', minLength: 2 }, { type: 'string', minLength: 2 }],
    [{ type: 'string' }, { minLength: 2 }, { type: 'string', minLength: 2 }],
    [{ type: 'number' }, { type: 'integer', minimum: 1 }, { type: 'integer', minimum: 1 }],
    [{ type: 'integer' }, { type: 'number', minimum: 1 }, { type: 'integer', minimum: 1 }],
    [
      { type: 'number', minimum: 5 },
      { minimum: 1, maximum: 9 },
      { type: 'number', minimum: 5, maximum: 9 },
    ],
    [{ type: 'string', maxLength: 5 }, { maxLength: 9 }, { type: 'string', maxLength: 5 }],
    [{ type: 'string', pattern: 'a' }, { pattern: 'b' }, { type: 'string', pattern: 'a', allOf: [{ pattern: 'b' }] }],
    [{ type: 'string', pattern: 'a' }, { pattern: 'a' }, { type: 'string', pattern: 'a' }],
    [{ type: 'integer', multipleOf: 2 }, { multipleOf: 4 }, { type: 'integer', multipleOf: 4 }],
    [{ type: 'number', multipleOf: 0.1 }, { multipleOf: 0.3 }, { type: 'number', multipleOf: 0.3 }],
    [{ enum: ['a', 'bb', 'c'] }, { type: 'string', maxLength: 1 }, { enum: ['a', 'c'] }],
    [{ enum: ['a', 'b', 'c'] }, { enum: ['c', 'a'] }, { enum: ['a', 'c'] }],
    [{ type: 'string', enum: ['a', 'b'] }, { enum: ['b', 1] }, { type: 'string', enum: ['b'] }],
    [{ const: 'a' }, { enum: ['a', 'b'] }, { const: 'a' }],
    [{ type: 'string' }, { enum: ['a', 5, 'b'] }, { type: 'string', enum: ['a', 'b'] }],
    [{ type: ['string', 'null'] }, { type: 'string' }, { type: 'string' }],
    [
      { anyOf: [{ type: 'string' }, { type: 'null' }] },
      { type: 'string', minLength: 1 },
      { type: 'string', minLength: 1 },
    ],
    [
      { anyOf: [{ type: 'string' }, { type: 'number' }] },
      { minLength: 1 },
      { anyOf: [{ type: 'string', minLength: 1 }, { type: 'number' }] },
    ],
    [{ $ref: '#/$defs/A' }, { type: ['object', 'array'] }, { $ref: '#/$defs/A' }],
    [{ type: 'string', description: 'd' }, { minLength: 1 }, { type: 'string', description: 'd', minLength: 1 }],
  ])('%j and %j', (schema, keywords, result) => {
    expect(intersect(schema, keywords)).toMatchObject({ schema: result, impossible: false });
    expect(intersect(schema, keywords).schema).toEqual(result);
  });

  test.each<[JsonSchemaObject, JsonSchemaObject, JsonSchemaObject]>([
    [{ type: ['string', 'null'] }, { type: 'string', minLength: 1 }, { type: ['string', 'null'], minLength: 1 }],
    [{ enum: ['a', 'b', null] }, { enum: ['a'] }, { enum: ['a', null] }],
    [{ type: ['string', 'null'] }, { enum: ['a'] }, { type: ['string', 'null'], enum: ['a', null] }],
    [{ type: 'string' }, { enum: ['a'] }, { type: 'string', enum: ['a'] }],
    [
      { anyOf: [{ type: 'string' }, { type: 'null' }] },
      { type: 'string', minLength: 1 },
      { anyOf: [{ type: 'string', minLength: 1 }, { type: 'null' }] },
    ],
  ])('%j and %j, except for null', (schema, keywords, result) => {
    expect(intersect(schema, keywords, { exceptNull: true }).schema).toEqual(result);
  });
});

test.each<JsonSchemaObject>([
  { type: ['string', 'null'] },
  { anyOf: [{ type: 'string' }, { type: 'null' }] },
  { anyOf: [{ type: 'string', format: 'date-time' }, { type: 'boolean' }, { type: 'null' }] },
])('%j and an integer leave null alone, which no author means', (schema) => {
  expect(intersect(schema, { type: 'integer' }, { exceptNull: true }).impossible).toBe(true);
  expect(intersect({ type: 'null' }, { type: 'integer' }, { exceptNull: true }).impossible).toBe(false);
});

test.each<[JsonSchemaObject, JsonSchemaObject]>([
  [{ type: 'string' }, { type: 'number' }],
  [{ enum: ['a'] }, { enum: ['b'] }],
  [{ enum: ['a'] }, { minLength: 2 }],
  [{ type: 'string', minLength: 5 }, { maxLength: 4 }],
  [{ type: 'number', minimum: 5 }, { exclusiveMaximum: 5 }],
  [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, { type: 'number' }],
])('%j and %j have nothing in common', (schema, keywords) => {
  expect(intersect(schema, keywords).impossible).toBe(true);
});

test('keywords that say nothing about the type are named', () => {
  expect(intersect({ type: 'number' }, { minLength: 1, minimum: 2 }).unused).toEqual(['minLength']);
  expect(intersect({ anyOf: [{ type: 'string' }, { type: 'number' }] }, { minLength: 1 }).unused).toEqual([]);
});
