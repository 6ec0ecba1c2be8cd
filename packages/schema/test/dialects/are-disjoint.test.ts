import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createChecker, type JsonSchema, type JsonSchemaObject } from '../../src/index.js';
import { areDisjoint } from '../../src/dialects/rewrite/are-disjoint.js';
import { resolverOf } from '../../src/references/resolve.js';

const resolve = resolverOf({});
const text: JsonSchemaObject = { type: 'string' };
const whole: JsonSchemaObject = { type: 'integer' };
const object = (properties: Readonly<Record<string, JsonSchema>>, ...required: string[]): JsonSchemaObject => ({
  type: 'object',
  properties,
  required,
});
const closed: JsonSchemaObject = { ...object({ a: text }), additionalProperties: false };

describe('two schemas share no value', () => {
  it.each<[string, JsonSchema, JsonSchema]>([
    ['with different types', text, whole],
    ['with no value', false, text],
    ['with different values', { enum: ['a', 'b'] }, { enum: ['c'] }],
    ['with listed values of a type that the other does not have', { enum: ['a', 'b'] }, { type: ['number', 'null'] }],
    ['with fractions of a number and whole numbers', { type: 'number', enum: [0.5, 1.5] }, whole],
    ['with values that their own type rules out', { type: ['string', 'null'], enum: [null] }, text],
    ['with branches that all differ', { anyOf: [text, { const: 1 }] }, { type: 'boolean' }],
    ['with branches that all differ from each branch', { oneOf: [text] }, { anyOf: [whole, { const: null }] }],
    ['with a required property of different types', object({ a: text }, 'a'), object({ a: whole }, 'a')],
    ['with a property that the other does not allow', object({ b: text }, 'b'), closed],
  ])('%s', (_, one, other) => {
    expect([areDisjoint(one, other, resolve), areDisjoint(other, one, resolve)]).toEqual([true, true]);
  });

  it.each<[string, JsonSchema, JsonSchema]>([
    ['any value', true, text],
    ['no keyword', {}, text],
    ['whole numbers', whole, { type: 'number' }],
    ['a common value', { enum: ['a', 'b'] }, { enum: ['b'] }],
    ['a common value of several types', { enum: ['a', 1] }, text],
    ['a common type', { type: ['string', 'null'] }, { type: ['null', 'boolean'] }],
    ['a common branch', { anyOf: [text, whole] }, whole],
    ['an optional property of different types', object({ a: text }), object({ a: whole }, 'a')],
    ['a property that only one names', object({ a: text }, 'a'), object({ b: text }, 'b')],
    ['a property that a pattern allows', object({ b: text }, 'b'), { ...closed, patternProperties: { '^b': text } }],
  ])('never provably with %s', (_, one, other) => {
    expect([areDisjoint(one, other, resolve), areDisjoint(other, one, resolve)]).toEqual([false, false]);
  });

  it('provably down to the sixth level of properties', () => {
    const nested = (schema: JsonSchema, levels: number): JsonSchema =>
      levels === 0 ? schema : object({ a: nested(schema, levels - 1) }, 'a');
    const areApart = (levels: number): boolean => areDisjoint(nested(text, levels), nested(whole, levels), resolve);
    expect([areApart(6), areApart(7)]).toEqual([true, false]);
  });

  it('only if no value is valid against both', () => {
    const values = [null, true, 0, 1, 2.5, '', 'a', [], ['a'], {}, { a: 'a' }, { a: 1 }, { b: 'b' }, { a: 'a', b: 1 }];
    const leaf = fc.constantFrom<JsonSchema>(
      true,
      false,
      {},
      text,
      whole,
      { type: ['number', 'null'] },
      { const: 'a' },
      closed,
    );
    const { schema } = fc.letrec<{ schema: JsonSchema }>((tie) => ({
      schema: fc.oneof(
        { maxDepth: 2 },
        leaf,
        fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 3 }).map((listed) => ({ enum: listed })),
        fc.array(tie('schema'), { minLength: 1, maxLength: 2 }).map((anyOf) => ({ anyOf })),
        fc
          .tuple(tie('schema'), fc.subarray(['a', 'b']), fc.boolean())
          .map(([a, required, additionalProperties]) => ({ ...object({ a }), required, additionalProperties })),
      ),
    }));
    fc.assert(
      fc.property(schema, schema, (one, other) => {
        if (!areDisjoint(one, other, resolve)) return;
        const [first, second] = [one, other].map((each) => createChecker({ anyOf: [each] }));
        expect(values.filter((value) => first?.validates(value) === true && second?.validates(value) === true)).toEqual(
          [],
        );
      }),
      { numRuns: 2_000 },
    );
  });
});
