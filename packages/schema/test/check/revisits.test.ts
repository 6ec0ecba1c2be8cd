import { describe, expect, it } from '@jest/globals';
import { revisits } from '../../src/check/revisits.js';
import type { JsonSchema, JsonSchemaObject } from '../../src/index.js';
import { resolverOf } from '../../src/internal.js';

const self: JsonSchema = { $ref: '#' };
const object = (properties: Readonly<Record<string, JsonSchema>>, ...required: string[]): JsonSchemaObject => ({
  type: 'object',
  properties: { ...properties, inside: self },
  required,
});
const cat = object({ kind: { const: 'cat' } }, 'kind');
const dog = object({ kind: { const: 'dog' } }, 'kind');
const list: JsonSchema = { type: 'array', items: self };
const named = { discriminator: { propertyName: 'kind' } };

/** The answers for a recursive schema that holds `part`, if tags are always read, and if named. */
const answers = (part: JsonSchema): readonly boolean[] => {
  const root: JsonSchemaObject = { type: 'object', properties: { part, inside: self } };
  return (['always', 'named'] as const).map((reads) => revisits(root, resolverOf(root), reads));
};

describe('a check visits parts of a value several times', () => {
  it.each<[string, JsonSchema]>([
    ['not', { not: self }],
    ['if', { if: self }],
    ['contains', { contains: self }],
    ['patternProperties', { patternProperties: { '^a': self } }],
    ['allOf', { allOf: [self] }],
    ['properties beside a reference', { $ref: '#', properties: { a: true } }],
    ['a union beside properties', { properties: { a: true }, anyOf: [{ type: 'null' }] }],
    ['a union of two lists', { anyOf: [list, { type: ['array', 'null'], items: self }] }],
    ['an exclusive union of two lists', { oneOf: [list, list] }],
    ['a union of a list and values of any type', { anyOf: [list, { items: self }] }],
    ['a union of objects without a tag', { anyOf: [object({ a: true }), object({ b: true })] }],
    ['a union of objects with one tag twice', { oneOf: [cat, cat, dog], ...named }],
    ['a union of objects, of which one need not have the tag', { oneOf: [cat, { ...dog, required: [] }], ...named }],
    ['a union of tagged objects and any object', { anyOf: [cat, dog, { type: ['object', 'null'] }] }],
  ])('under %s', (_title, part) => {
    expect(answers(part)).toEqual([true, true]);
  });
});

describe('a check visits each part of a value once', () => {
  it.each<[string, JsonSchema]>([
    ['properties alone', object({ a: self, b: { type: 'string' } })],
    ['a reference alone', self],
    ['a list', list],
    ['a union of an object and null', { anyOf: [object({ a: true }), { type: 'null' }] }],
    ['a union of an object and any value', { anyOf: [object({ a: true }), true] }],
    ['a union of an object, a list and texts', { anyOf: [object({}), list, { type: 'string' }, { type: 'number' }] }],
    ['a union of objects with a named tag', { oneOf: [cat, dog, { type: 'null' }], ...named }],
  ])('under %s', (_title, part) => {
    expect(answers(part)).toEqual([false, false]);
  });

  it('if the schema is not recursive', () => {
    const root: JsonSchemaObject = { allOf: [{ type: 'string' }] };
    expect(revisits(root, resolverOf(root), 'always')).toBe(false);
  });
});

describe('a check that reads only named tags visits parts several times', () => {
  it.each<[string, JsonSchema]>([
    ['no name for the tag', { oneOf: [cat, dog] }],
    ['a name beside anyOf', { anyOf: [cat, dog], ...named }],
  ])('under %s', (_title, part) => {
    expect(answers(part)).toEqual([false, true]);
  });
});
