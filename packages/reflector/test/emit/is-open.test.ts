import type { JsonSchema, JsonSchemaObject } from '@haft/schema';
import { isOpen } from '../../src/emit/is-open.js';

const object = (properties: Readonly<Record<string, JsonSchema>>, more: JsonSchemaObject = {}): JsonSchemaObject => ({
  type: 'object',
  properties,
  additionalProperties: false,
  ...more,
});

describe('a type is open', () => {
  it.each<[string, JsonSchema, boolean]>([
    ['closed objects and lists of scalars', object({ a: { type: 'array', items: { type: 'string' } } }), false],
    ['an unknown value', object({ a: {} }), true],
    ['any value', object({ a: true }), true],
    ['a record', object({ a: { type: 'object', additionalProperties: { type: 'string' } } }), true],
    ['names by pattern', object({}, { patternProperties: { a: { type: 'string' } } }), true],
    ['an object that is not closed', object({}, { additionalProperties: true }), true],
    ['a list of anything', object({ a: { type: 'array' } }), true],
    ['a tuple', object({ a: { type: 'array', prefixItems: [{ type: 'string' }], items: false } }), false],
    ['a tuple with an open rest', object({ a: { type: 'array', prefixItems: [{ type: 'string' }] } }), true],
    ['constants', object({ a: { enum: ['x', {}] }, b: { const: [[]] } }), false],
    ['a union of closed types', object({ a: { anyOf: [object({}), { type: 'null' }] } }), false],
    ['a union with an open branch', object({ a: { oneOf: [object({}), { type: 'object' }] } }), true],
    ['an intersection with a closed part', object({ a: { allOf: [{ minProperties: 1 }, object({})] } }), false],
    ['only other keywords', object({ a: { not: { type: 'string' } } }), true],
    ['a definition', { ...object({ a: { $ref: '#/$defs/A' } }), $defs: { A: object({}) } }, false],
    [
      'recursion',
      { ...object({ a: { $ref: '#/$defs/A' } }), $defs: { A: object({ next: { $ref: '#/$defs/A' } }) } },
      true,
    ],
    ['a reference that leads nowhere', object({ a: { $ref: '#/$defs/B' } }), true],
    [
      'a chain of references to a closed type',
      { ...object({ a: { $ref: '#/$defs/A' } }), $defs: { A: { $ref: '#/$defs/B' }, B: object({}) } },
      false,
    ],
    ['a reference to itself', { ...object({ a: { $ref: '#/$defs/A' } }), $defs: { A: { $ref: '#/$defs/A' } } }, true],
    [
      'a reference to a closed type next to open keywords',
      { ...object({ a: { $ref: '#/$defs/A', properties: { b: true } } }), $defs: { A: object({}) } },
      false,
    ],
  ])('by %s: %#', (_, schema, open) => {
    expect(isOpen(schema)).toBe(open);
  });

  it('is known at once where definitions share each other', () => {
    const $defs: Record<string, JsonSchema> = { D0: object({}) };
    for (let index = 1; index < 60; index++) {
      const part = { $ref: `#/$defs/D${index - 1}` };
      $defs[`D${index}`] = object({ left: part, right: part });
    }
    expect(isOpen({ ...object({ a: { $ref: '#/$defs/D59' } }), $defs })).toBe(false);
  });
});
