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
    expect(outputCheck(schema)(value)).toBeUndefined();
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
    expect(outputCheck(schema)(value)).toBe(problem);
  });

  test.each([
    { type: 'object', properties: { text: { type: 'string', pattern: '^(a+)+$' } } },
    { type: ['object', 'array'], properties: { text: { pattern: '^(a+)+$' } }, unevaluatedProperties: false },
  ])('answers for a text that a regular expression of the server would never end with: %j', (schema) => {
    expect(outputCheck(schema)({ text: `${'a'.repeat(10_000)}!` })).toContain('text: expected');
  });

  test('a schema that cannot be used is refused', () => {
    expect(() => outputCheck({ type: 'object', properties: { a: { $ref: '#/$defs/none' } } })).toThrow(
      'cannot be used',
    );
  });
});
