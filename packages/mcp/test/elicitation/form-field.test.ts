import { describe, expect, it } from '@jest/globals';
import type { JsonSchemaObject, JsonValue } from '@haft/schema';
import { formField } from '../../src/elicitation/form-field.js';

describe('a field of a form', () => {
  it.each<[string, JsonSchemaObject, object]>([
    [
      'a text',
      { type: 'string', title: 'T', description: 'D', minLength: 1, maxLength: 9, default: 'x' },
      { type: 'string', title: 'T', description: 'D', minLength: 1, maxLength: 9, default: 'x' },
    ],
    ['a text of a format that forms know', { type: 'string', format: 'email' }, { type: 'string', format: 'email' }],
    [
      'an integer',
      { type: 'integer', minimum: 1, maximum: 5, default: 2 },
      { type: 'integer', minimum: 1, maximum: 5, default: 2 },
    ],
    ['a number', { type: 'number', minimum: 0.5 }, { type: 'number', minimum: 0.5 }],
    ['a boolean', { type: 'boolean', default: false }, { type: 'boolean', default: false }],
    ['a choice', { enum: ['a', 'b'], default: 'b' }, { type: 'string', enum: ['a', 'b'], default: 'b' }],
    ['one constant', { const: 'a' }, { type: 'string', enum: ['a'] }],
    [
      'a choice with names for old clients',
      { type: 'string', enum: ['a', 'b'], enumNames: ['A', 'B'] } as JsonSchemaObject,
      { type: 'string', enum: ['a', 'b'], enumNames: ['A', 'B'] },
    ],
    [
      'a choice with titles',
      { oneOf: [{ const: 'a', title: 'A' }, { const: 'b', description: 'B' }, { const: 'c' }] },
      {
        type: 'string',
        oneOf: [
          { const: 'a', title: 'A' },
          { const: 'b', title: 'B' },
          { const: 'c', title: 'c' },
        ],
      },
    ],
    [
      'several choices',
      { type: 'array', items: { enum: ['a', 'b'] }, minItems: 1, default: ['a'] },
      { type: 'array', items: { type: 'string', enum: ['a', 'b'] }, minItems: 1, default: ['a'] },
    ],
    [
      'several choices with titles',
      { type: 'array', items: { anyOf: [{ const: 'a', title: 'A' }] } },
      { type: 'array', items: { anyOf: [{ const: 'a', title: 'A' }] } },
    ],
    ['what may be null', { type: ['string', 'null'], maxLength: 3 }, { type: 'string', maxLength: 3 }],
    [
      'what may be null, as a union',
      { anyOf: [{ type: 'integer' }, { type: 'null' }], description: 'D' },
      { type: 'integer', description: 'D' },
    ],
    [
      'what may be null, with the type outside of the union',
      { type: 'string', anyOf: [{ format: 'date' }, { type: 'null' }] },
      { type: 'string', format: 'date' },
    ],
  ])('is %s', (_title, schema, field) => {
    const { field: flat, read } = formField(schema);
    expect(flat).toStrictEqual(field);
    expect(read('x')).toBe('x');
  });

  it('lists the examples in the description', () => {
    const { field } = formField({ type: 'string', description: 'D', examples: ['a', 'b'] });
    expect(field).toEqual({ type: 'string', description: 'D\nExamples: a, b' });
  });

  it('escapes invisible characters of titles and descriptions', () => {
    const { field } = formField({ type: 'string', title: 'T\u200b', description: 'D\u202e', examples: ['\u2066'] });
    expect(field).toEqual({
      type: 'string',
      title: 'T\\u{200b}',
      description: 'D\\u{202e}\nExamples: \\u{2066}',
    });
  });

  it.each<[string, JsonValue, JsonValue]>([
    ['one text', 'a, b', ['a, b']],
    ['several texts as JSON', ' ["a","b"]', ['a', 'b']],
    ['a list of a client that knows better', ['a'], ['a']],
  ])('takes %s for a list of texts', (_title, entered, value) => {
    const schema: JsonSchemaObject = { type: 'array', items: { type: 'string' }, description: 'D', default: ['x'] };
    const { field, read } = formField(schema);
    expect(field).toEqual({
      type: 'string',
      description: 'D\nOne text, or several as a JSON list: ["first","second"]',
      default: '["x"]',
    });
    expect(read(entered)).toEqual(value);
    expect(() => read('["a"')).toThrow(SyntaxError);
  });

  it.each<[string, JsonSchemaObject]>([
    ['a list of texts', { type: 'array', items: { type: 'string' } }],
    ['JSON', { type: 'object' }],
  ])('asks for %s with the title of the schema, and with a default only if it has one', (_title, schema) => {
    expect(formField({ ...schema, title: 'T' }).field).toStrictEqual({
      type: 'string',
      title: 'T',
      description: expect.any(String),
    });
    expect(formField(schema).field).toStrictEqual({ type: 'string', description: expect.any(String) });
    expect(formField({ ...schema, default: ['a'] }).field).toMatchObject({ default: '["a"]' });
  });

  it('offers numbers as texts, and reads them back', () => {
    const { field, read } = formField({ enum: [1, 2.5], default: 1 });
    expect(field).toEqual({ type: 'string', enum: ['1', '2.5'], default: '1' });
    expect(read('2.5')).toBe(2.5);
  });

  it.each<[string, JsonSchemaObject, JsonValue]>([
    [
      'an object',
      { type: 'object', properties: { a: { type: 'string' } }, description: 'D', default: { a: 'b' } },
      { a: 'c' },
    ],
    ['a list', { type: 'array', items: { type: 'number' } }, [1, 2]],
    ['a union', { anyOf: [{ type: 'string' }, { type: 'integer' }] }, 5],
    ['a mixed choice', { enum: ['a', 1, null] }, null],
    ['anything', {}, true],
  ])('asks for %s as JSON', (_title, schema, value) => {
    const { field, read } = formField(schema);
    expect(field).toMatchObject({
      type: 'string',
      description: expect.stringContaining('As JSON that fits this schema: {'),
    });
    expect(read(JSON.stringify(value))).toEqual(value);
    expect(() => read('{')).toThrow(SyntaxError);
  });
});
