import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { TakesNull } from '../../src/dialects/rewrite/takes-null.js';
import { createChecker, type JsonSchema, type JsonSchemaObject } from '../../src/index.js';
import { resolverOf } from '../../src/references/resolve.js';
import { arbitrarySchema } from '../support/arbitrary-schema.js';

const takesNull = (schema: JsonSchema, root: JsonSchema = schema): boolean =>
  new TakesNull(resolverOf(root)).of(schema);

describe('whether a schema accepts null', () => {
  it('is what a check of null says', () => {
    fc.assert(
      fc.property(arbitrarySchema, (schema) => {
        expect(takesNull(schema)).toBe(createChecker(schema).validates(null));
      }),
      { numRuns: 1000 },
    );
  });

  const $defs: Readonly<Record<string, JsonSchema>> = {
    any: {},
    text: { type: 'string' },
    same: { $ref: '#/$defs/same' },
    first: { anyOf: [{ $ref: '#/$defs/second' }] },
    second: { allOf: [{ $ref: '#/$defs/first' }] },
  };

  it.each<[string, JsonSchemaObject]>([
    ['a reference', { $ref: '#/$defs/any' }],
    ['keywords next to a reference', { $ref: '#/$defs/any', type: 'string' }],
    ['a reference to a text', { $ref: '#/$defs/text' }],
    ['a reference that leads nowhere', { $ref: '#/$defs/none' }],
    ['a reference to itself', { $ref: '#/$defs/same' }],
    ['references in a circle', { $ref: '#/$defs/first' }],
    ['an exception of a text', { not: { $ref: '#/$defs/text' } }],
    ['two forms of a oneOf', { oneOf: [{ $ref: '#/$defs/any' }, { type: 'null' }] }],
    ['a part that is a text', { allOf: [true, { type: 'string' }] }],
    ['forms that are texts', { anyOf: [{ $ref: '#/$defs/text' }, { const: 'a' }] }],
    ['a condition that is met, without a consequence', { if: { type: 'null' }, else: { type: 'string' } }],
    ['a condition that is not met', { if: { type: 'string' }, else: { type: 'string' } }],
    ['a condition that is not met, without a consequence', { if: { type: 'string' }, then: { type: 'string' } }],
    ['a condition', { if: { $ref: '#/$defs/any' }, then: { $ref: '#/$defs/text' }, else: true }],
  ])('is what a check of null says for %s', (_, schema) => {
    const root = { ...schema, $defs };
    expect(takesNull(root)).toBe(createChecker(root).validates(null));
  });

  it('is found out once for each definition', () => {
    const names = Array.from({ length: 60 }, (_, i) => `d${i}`);
    const links = names.map((name, i): [string, JsonSchema] => {
      const next = { $ref: `#/$defs/d${i + 1}` };
      return [name, { anyOf: [{ allOf: [next] }, { allOf: [{ ...next }] }] }];
    });
    const root: JsonSchemaObject = {
      $ref: '#/$defs/d0',
      $defs: { ...Object.fromEntries(links), d60: { type: 'string' } },
    };
    let resolved = 0;
    const resolve = resolverOf(root);
    const counted = new TakesNull((reference) => {
      resolved++;
      return resolve(reference);
    });
    expect(counted.of(root)).toBe(false);
    expect(resolved).toBe(121);
  });
});
