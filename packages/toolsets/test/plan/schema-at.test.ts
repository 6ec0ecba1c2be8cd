import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { validates, type JsonSchemaObject, type JsonValue } from '@haft/schema';
import { schemaAt } from '../../src/plan/references/schema-at.js';
import { valueAt } from '../../src/plan/references/value-at.js';

const ITEM = {
  type: 'object',
  properties: { id: { type: 'integer' }, name: { type: 'string' }, next: { $ref: '#/$defs/item' } },
  required: ['id'],
  additionalProperties: false,
} as const;

const RESULT: JsonSchemaObject = {
  type: 'object',
  properties: {
    items: { type: 'array', items: { $ref: '#/$defs/item' }, maxItems: 3 },
    pair: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }], items: false },
    either: { anyOf: [{ type: 'string' }, { $ref: '#/$defs/item' }] },
    open: { type: 'object' },
    any: true,
    patterned: { type: 'object', patternProperties: { '^x': { type: 'string' } }, additionalProperties: false },
  },
  additionalProperties: false,
  $defs: { item: ITEM },
};

describe('the schema of a value in a result', () => {
  it.each<[string, string[], JsonSchemaObject]>([
    ['the result', [], RESULT],
    ['an item', ['items', '0', 'id'], { type: 'integer', $defs: { item: ITEM } }],
    ['a definition', ['items', '2'], { ...ITEM, $defs: { item: ITEM } }],
    ['a recursive definition', ['items', '0', 'next', 'next', 'name'], { type: 'string', $defs: { item: ITEM } }],
    ['a tuple', ['pair', '1'], { type: 'number', $defs: { item: ITEM } }],
    ['a branch of a union', ['either', 'name'], { type: 'string', $defs: { item: ITEM } }],
    ['a union', ['either'], { anyOf: [{ type: 'string' }, ITEM], $defs: { item: ITEM } }],
  ])('is found for %s [PLAN-2]', (_, keys, schema) => {
    expect(schemaAt(RESULT, keys)).toEqual({ schema });
  });

  it.each([[['open', 'a']], [['any', 'a', 'b']], [['patterned', 'y']], [Array.from({ length: 65 }, () => 'next')]])(
    'is unknown for %j [PLAN-2]',
    (keys) => {
      expect(schemaAt(RESULT, keys)).toEqual({});
    },
  );

  it.each([
    [['itms'], "there is no 'itms'; did you mean 'items'?"],
    [['items', 'id'], "there is no 'items.id', because the value is of the type array"],
    [['items', '3'], "there is no 'items.3', because the value is of the type array"],
    [['items', '0', 'nme'], "there is no 'items.0.nme'; did you mean 'name'?"],
    [['items', '0', 'id', 'x'], "there is no 'items.0.id.x', because the value is of the type integer"],
    [['pair', '2'], "there is no 'pair.2', because the value is of the type array"],
    [['constructor'], "there is no 'constructor'; there are 'items', 'pair', 'either', 'open', 'any', 'patterned'"],
  ])('does not exist for %j [PLAN-2]', (keys, problem) => {
    expect(schemaAt(RESULT, keys)).toEqual({ problem });
  });

  it('is unknown if its references have another meaning outside of the document [PLAN-2]', () => {
    const tree: JsonSchemaObject = {
      type: 'object',
      properties: { left: { $ref: '#' }, value: { type: 'number' }, list: { type: 'array', items: { $ref: '#' } } },
      additionalProperties: false,
    };
    expect(schemaAt(tree, ['left', 'left', 'value'])).toEqual({ schema: { type: 'number' } });
    expect(schemaAt(tree, ['list'])).toEqual({});
    expect(schemaAt(tree, ['left', 'list'])).toEqual({});
  });

  it('ends for references in a circle [PLAN-2]', () => {
    const circle: JsonSchemaObject = {
      $ref: '#/$defs/a',
      $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } },
    };
    expect(schemaAt(circle, ['x'])).toEqual({});
    const union: JsonSchemaObject = { anyOf: [{ $ref: '#' }, { type: 'null' }] };
    expect(schemaAt(union, ['x'])).toEqual({ problem: "there is no 'x', because the value is of the type null" });
  });

  it('accepts each value that a valid result has there [PLAN-2]', () => {
    const key = fc.constantFrom('a', 'b', '0', '1');
    const { schema: schemas } = fc.letrec<{ schema: JsonSchemaObject }>((tie) => ({
      schema: fc.oneof(
        { depthSize: 'small' },
        fc.constantFrom<JsonSchemaObject>({}, { type: 'string' }, { type: 'number' }, { type: ['string', 'null'] }),
        fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
        fc.record({ type: fc.constant('array' as const), items: tie('schema') }),
        fc.record({
          type: fc.constant('object' as const),
          properties: fc.dictionary(key, tie('schema'), { maxKeys: 2 }),
          additionalProperties: fc.oneof(fc.boolean(), tie('schema')),
        }),
      ),
    }));
    const value = fc.letrec<{ value: JsonValue }>((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        fc.constantFrom('x', 1, null),
        fc.array(tie('value'), { maxLength: 2 }),
        fc.dictionary(key, tie('value'), { maxKeys: 2 }),
      ),
    })).value;
    let compared = 0;
    fc.assert(
      fc.property(schemas, value, fc.array(key, { maxLength: 2 }), (schema, result, keys) => {
        const at = valueAt(result, keys);
        if (!validates(schema, result) || 'problem' in at) return;
        compared++;
        const found = schemaAt(schema, keys);
        expect(found.problem).toBeUndefined();
        if (found.schema !== undefined) expect(validates(found.schema, at.value)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
    expect(compared).toBeGreaterThan(20);
  });
});
