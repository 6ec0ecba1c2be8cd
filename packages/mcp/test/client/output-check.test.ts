import { outputCheck } from '../../src/client/output-check.js';

const degrees = { type: 'object', properties: { degrees: { type: 'number' } }, required: ['degrees'] };

describe('the check of an output schema', () => {
  test.each<[string, Record<string, unknown>, unknown]>([
    ['an object', degrees, { degrees: 7 }],
    ['an object of draft 7', { $schema: 'http://json-schema.org/draft-07/schema#', ...degrees }, { degrees: 7 }],
    ['an object with a keyword that only ajv knows', { ...degrees, unevaluatedProperties: false }, { degrees: 7 }],
    ['a list', { type: 'array', items: { type: 'string' } }, ['a']],
    ['a number', { type: 'integer' }, 3],
  ])('takes %s that fits', (_what, schema, value) => {
    expect(outputCheck('a', schema)(value)).toBeUndefined();
  });

  test.each<[string, Record<string, unknown>, unknown, string]>([
    ['a wrong property', degrees, { degrees: 'warm' }, 'degrees: expected a number'],
    ['a missing property', degrees, {}, 'degrees: expected a number'],
    [
      'what only ajv finds',
      { ...degrees, unevaluatedProperties: false },
      { degrees: 7, more: 1 },
      'expected a result that fits its schema',
    ],
    ['no object at all', degrees, 7, 'expected an object with degrees'],
    ['a wrong item', { type: 'array', items: { type: 'string' } }, [1], '[0]: expected a string'],
  ])('names the problem of %s', (_what, schema, value, problem) => {
    expect(outputCheck('a', schema)(value)).toBe(problem);
  });

  test.each([
    { type: 'object', properties: { text: { type: 'string', pattern: '^(a+)+$' } } },
    { type: ['object', 'array'], properties: { text: { pattern: '^(a+)+$' } }, unevaluatedProperties: false },
  ])('answers for a text that a regular expression of the server would never end with: %j', (schema) => {
    expect(outputCheck('a', schema)({ text: `${'a'.repeat(10_000)}!` })).toContain('text: expected');
  });

  test.each<[string, Record<string, unknown>]>([
    ['of an object', { type: 'object', properties: { a: { $ref: '#/$defs/none' } } }],
    ['of an object that only ajv checks', { type: 'object', unevaluatedProperties: false, $anchor: '#' }],
    ['of a list', { type: 'array', items: { $ref: '#/$defs/none' } }],
    ['of a list that only ajv checks', { type: 'array', unevaluatedItems: false, $anchor: '#' }],
  ])('names the tool and the output schema if the schema %s cannot be used', (_what, schema) => {
    expect(() => outputCheck('a', schema)).toThrow(/^The output schema of 'a' cannot be used: /);
  });

  test('stops the check of a recursive list that takes exponential time', () => {
    const T = { $ref: '#/$defs/T' };
    const branch = (own: Record<string, unknown>): Record<string, unknown> => ({
      type: 'object',
      properties: { children: { type: 'array', items: T }, ...own },
      required: ['children', ...Object.keys(own)],
    });
    const anyOf = [branch({ value: { type: 'string' } }), branch({ value: { type: 'number' } }), { type: 'string' }];
    const check = outputCheck('a', { type: 'array', items: T, unevaluatedItems: false, $defs: { T: { anyOf } } });
    const nested = (levels: number): unknown => (levels === 0 ? 'a' : { children: [nested(levels - 1)], value: 1 });
    expect(check([nested(8)])).toBeUndefined();
    expect(check([nested(18)])).toBe('expected a simpler value, because this one takes too long to check');
    expect(check([nested(8)])).toBeUndefined();
  });

  test('accepts thousands of items of a list that only ajv checks', () => {
    const properties = { id: { type: 'integer' }, tags: { type: 'array', items: { enum: ['a', 'b'] } } };
    const items = { type: 'object', properties, required: ['id'], unevaluatedProperties: false };
    const check = outputCheck('a', { type: 'array', items, uniqueItems: true });
    expect(check(Array.from({ length: 5000 }, (_, id) => ({ id, tags: ['a'] })))).toBeUndefined();
  });

  test('finds a repeated item under a keyword that only ajv knows', () => {
    const check = outputCheck('a', { type: ['object', 'array'], unevaluatedItems: { uniqueItems: true } });
    expect(check([[{ a: 1 }, { b: 1 }]])).toBeUndefined();
    expect(check([[{ a: 1 }, { b: 1 }, { a: 1 }]])).toContain('items that are all different ([2] repeats [0])');
  });
});
