import { describe, expect, it } from '@jest/globals';
import type { JsonSchemaObject } from '@haft/schema';
import { formField } from '../../src/elicitation/form-field.js';

/** A schema with the keyword, and what the field has for it. */
interface Case {
  readonly schema: JsonSchemaObject;
  /** The keywords of the field. */
  readonly said?: object;
  /** A text in the description. */
  readonly told?: string;
}

/** The keywords that apply to no primitive value, or that check no value. */
type Other =
  | ('properties' | 'required' | 'additionalProperties' | 'patternProperties' | 'propertyNames' | 'minProperties')
  | ('maxProperties' | 'dependentRequired' | 'prefixItems' | 'discriminator' | 'deprecated' | 'readOnly' | 'writeOnly');

/** Every keyword that a schema of a primitive value or of a list of them can have. */
const CASES: Readonly<Record<Exclude<keyof JsonSchemaObject, Other>, readonly Case[]>> = {
  type: [{ schema: { type: 'string' }, said: { type: 'string' } }],
  title: [{ schema: { type: 'string', title: 'T' }, said: { title: 'T' } }],
  description: [{ schema: { type: 'string', description: 'D' }, said: { description: 'D' } }],
  default: [{ schema: { type: 'integer', default: 2 }, said: { default: 2 } }],
  examples: [
    { schema: { type: 'string', examples: ['a', 'b'] }, told: 'Examples: a, b' },
    { schema: { type: 'number', examples: [1, 2.5] }, told: 'Examples: 1, 2.5' },
  ],
  const: [
    { schema: { const: 'a' }, said: { enum: ['a'] } },
    { schema: { type: 'boolean', const: true }, told: 'Must be true.' },
  ],
  enum: [
    { schema: { enum: ['a', 'b'] }, said: { enum: ['a', 'b'] } },
    { schema: { type: ['string', 'null'], enum: ['a', null] }, said: { enum: ['a'] } },
    { schema: { type: 'boolean', enum: [true] }, told: 'Must be true.' },
  ],
  minLength: [
    { schema: { type: 'string', minLength: 2 }, said: { minLength: 2 } },
    { schema: { enum: ['a', 'bb'], type: 'string', minLength: 2 }, told: 'Must be a string of at least 2 characters.' },
  ],
  maxLength: [{ schema: { type: 'string', maxLength: 9 }, said: { maxLength: 9 } }],
  pattern: [
    { schema: { type: 'string', pattern: '^\\d{4}$' }, told: 'Must be a string that matches ^\\d{4}$.' },
    { schema: { type: 'string', pattern: '^A' }, told: 'Must be a string that starts with "A".' },
    {
      schema: { type: 'string', minLength: 2, pattern: '^a+$' },
      said: { minLength: 2 },
      told: 'Must be a string of at least 2 characters that matches ^a+$.',
    },
  ],
  format: [
    ...['email', 'uri', 'date', 'date-time'].map((format): Case => ({
      schema: { type: 'string', format },
      said: { format },
    })),
    { schema: { type: 'string', format: 'uuid' }, told: 'Must be a UUID like "' },
    { schema: { type: 'string', format: 'time' }, told: 'Must be a time with its zone like "' },
    { schema: { type: 'string', format: 'iban' }, told: 'Format: iban' },
    { schema: { type: 'integer', format: 'int32' }, told: 'Format: int32' },
  ],
  contentEncoding: [
    { schema: { type: 'string', contentEncoding: 'base64' }, told: 'Must be base64 text like "' },
    { schema: { type: 'string', contentEncoding: 'base32' }, told: 'Encoding: base32' },
  ],
  contentMediaType: [{ schema: { type: 'string', contentMediaType: 'text/csv' }, told: 'Media type: text/csv' }],
  minimum: [{ schema: { type: 'number', minimum: 0.5 }, said: { minimum: 0.5 } }],
  maximum: [{ schema: { type: 'integer', maximum: 5 }, said: { maximum: 5 } }],
  exclusiveMinimum: [
    { schema: { type: 'number', exclusiveMinimum: 0 }, told: 'Must be a number greater than 0.' },
    { schema: { type: 'integer', exclusiveMinimum: 0 }, said: { minimum: 1 } },
    { schema: { type: 'integer', exclusiveMinimum: 0.5, minimum: 3 }, said: { minimum: 3 } },
    { schema: { type: 'integer', exclusiveMinimum: -1.5, minimum: -9 }, said: { minimum: -1 } },
    { schema: { type: 'integer', exclusiveMinimum: 2 ** 53 }, told: 'Must be an integer ' },
  ],
  exclusiveMaximum: [
    {
      schema: { type: 'number', minimum: 1, exclusiveMaximum: 5 },
      said: { minimum: 1 },
      told: 'Must be a number of at least 1 and less than 5.',
    },
    { schema: { type: 'integer', exclusiveMaximum: 5, maximum: 7 }, said: { maximum: 4 } },
    { schema: { type: 'integer', exclusiveMaximum: 5.5 }, said: { maximum: 5 } },
  ],
  multipleOf: [
    { schema: { type: 'number', multipleOf: 0.5 }, told: 'Must be a number that is a multiple of 0.5.' },
    {
      schema: { type: 'integer', minimum: 10, multipleOf: 5 },
      said: { minimum: 10 },
      told: 'Must be an integer of at least 10 that is a multiple of 5.',
    },
  ],
  not: [{ schema: { type: 'string', not: { const: 'x' } }, told: 'Must fit this schema: {"not":{"const":"x"}}' }],
  allOf: [
    {
      schema: { type: 'string', allOf: [{ pattern: 'a' }] },
      told: 'Must fit this schema: {"allOf":[{"pattern":"a"}]}',
    },
  ],
  anyOf: [
    { schema: { anyOf: [{ const: 'a' }, { const: 'b' }] }, said: { oneOf: [{ const: 'a' }, { const: 'b' }] } },
    { schema: { anyOf: [{ type: 'integer', minimum: 2 }, { type: 'null' }] }, said: { type: 'integer', minimum: 2 } },
    {
      schema: { type: 'string', anyOf: [{ format: 'ipv4' }, { format: 'ipv6' }] },
      told: '{"anyOf":[{"format":"ipv4"},{"format":"ipv6"}]}',
    },
    {
      schema: { type: 'string', anyOf: [{ type: 'string', format: 'date' }, { type: 'null' }] },
      said: { format: 'date' },
    },
    { schema: { minLength: 3, anyOf: [{ type: 'string', minLength: 2 }, { type: 'null' }] }, told: '"minLength":3' },
  ],
  oneOf: [
    { schema: { oneOf: [{ const: 'a', title: 'A' }] }, said: { oneOf: [{ const: 'a', title: 'A' }] } },
    { schema: { type: 'string', oneOf: [{ format: 'ipv4' }] }, told: '{"oneOf":[{"format":"ipv4"}]}' },
  ],
  if: [{ schema: { type: 'string', if: { maxLength: 3 }, then: { pattern: '^a' } }, told: '"if":{"maxLength":3}' }],
  then: [
    { schema: { type: 'string', if: { maxLength: 3 }, then: { pattern: '^a' } }, told: '"then":{"pattern":"^a"}' },
  ],
  else: [
    { schema: { type: 'string', if: { maxLength: 3 }, else: { pattern: '^a' } }, told: '"else":{"pattern":"^a"}' },
  ],
  $ref: [{ schema: { type: 'string', $ref: '#/$defs/a', $defs: { a: { pattern: 'a' } } }, told: '"$ref":"#/$defs/a"' }],
  $defs: [
    {
      schema: { type: 'string', $ref: '#/$defs/a', $defs: { a: { pattern: 'a' } } },
      told: '"$defs":{"a":{"pattern":"a"}}',
    },
  ],
  items: [
    { schema: { type: 'array', items: { enum: ['a'] } }, said: { items: { type: 'string', enum: ['a'] } } },
    {
      schema: { type: 'array', items: { type: 'string', pattern: '^a+$' } },
      told: 'Each item must be a string that matches ^a+$.',
    },
    {
      schema: { type: 'array', items: { enum: ['a'], maxLength: 1, type: 'string' } },
      told: 'Each item must be a string',
    },
  ],
  minItems: [
    { schema: { type: 'array', items: { enum: ['a'] }, minItems: 1 }, said: { minItems: 1 } },
    {
      schema: { type: 'array', items: { type: 'string' }, minItems: 2 },
      told: 'Must be an array of at least 2 items.',
    },
  ],
  maxItems: [
    { schema: { type: 'array', items: { enum: ['a'] }, maxItems: 1 }, said: { maxItems: 1 } },
    { schema: { type: 'array', items: { type: 'string' }, maxItems: 2 }, told: 'Must be an array of at most 2 items.' },
  ],
  uniqueItems: [
    { schema: { type: 'array', items: { enum: ['a'] }, uniqueItems: true }, told: 'All items must differ.' },
    { schema: { type: 'array', items: { type: 'string' }, uniqueItems: true }, told: 'All items must differ.' },
  ],
  contains: [{ schema: { type: 'array', items: { enum: ['a'] }, contains: { const: 'a' } }, told: '{"contains":{' }],
  minContains: [{ schema: { type: 'array', items: { type: 'string' }, minContains: 2 }, told: '"minContains":2' }],
  maxContains: [{ schema: { type: 'array', items: { type: 'string' }, maxContains: 2 }, told: '"maxContains":2' }],
};

const flat = Object.entries(CASES).flatMap(([keyword, cases]) => cases.map((one) => [keyword, one] as const));

describe('a field of a form tells a person each rule, in the form or in its description', () => {
  it.each(flat)('%s of %j', (_keyword, { schema, said = {}, told }) => {
    const field = formField(schema).field as { readonly description?: string };
    expect(field).toMatchObject(said);
    if (told === undefined) expect(field.description).toBe(schema.description);
    else expect(field.description).toContain(told);
  });

  it('after the description and the examples', () => {
    const { field } = formField({ type: 'string', description: 'D', examples: ['1234'], pattern: '^\\d{4}$' });
    expect(field).toEqual({
      type: 'string',
      description: 'D\nExamples: 1234\nMust be a string that matches ^\\d{4}$.',
    });
  });

  it('without invisible characters', () => {
    expect(formField({ type: 'string', pattern: '\u202e' }).field).toMatchObject({
      description: 'Must be a string that contains "\\u{202e}".',
    });
  });
});
