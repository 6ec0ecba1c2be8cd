import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { exampleOf, type JsonSchema, type JsonSchemaObject } from '@haft/schema';
import { fits, type Fit } from '@haft/schema/compatibility';
import { ajvCheck } from '../support/ajv-oracle.js';
import { arbitrarySchema } from '../support/arbitrary-schema.js';
import { representativeSchemas } from '../support/representative-schemas.js';

const closed = (properties: Readonly<Record<string, JsonSchema>>, ...required: string[]): JsonSchemaObject => ({
  type: 'object',
  properties,
  ...(required.length === 0 ? {} : { required }),
  additionalProperties: false,
});
const list = (items: JsonSchema, more: JsonSchemaObject = {}): JsonSchemaObject => ({ type: 'array', items, ...more });

const text: JsonSchemaObject = { type: 'string' };
const invoice = closed({ id: text, total: { type: 'number' } }, 'id', 'total');
const circle = closed({ kind: { const: 'circle' }, radius: { type: 'number' } }, 'kind', 'radius');
const square = closed({ kind: { const: 'square' }, side: { type: 'number' } }, 'kind', 'side');
const tree = (name: string, value: JsonSchema): JsonSchemaObject => ({
  $ref: `#/$defs/${name}`,
  $defs: { [name]: closed({ value, children: list({ $ref: `#/$defs/${name}` }) }, 'value', 'children') },
});
const chain = (value: JsonSchema): JsonSchemaObject => ({
  $ref: '#/$defs/Link',
  $defs: { Link: closed({ value, next: { anyOf: [{ $ref: '#/$defs/Link' }, { type: 'null' }] } }, 'value', 'next') },
});

const PAIRS: readonly (readonly [string, Fit, JsonSchema, JsonSchema])[] = [
  ['a string and a string', 'always', text, text],
  ['a string and any value', 'always', text, {}],
  ['any value and a string', 'perhaps', true, text],
  ['a string and no value', 'never', text, false],
  ['a string and a number', 'never', text, { type: 'number' }],
  ['an integer and a number', 'always', { type: 'integer' }, { type: 'number' }],
  ['a number and an integer', 'perhaps', { type: 'number' }, { type: 'integer' }],
  ['an enum without a type and a string', 'always', { enum: ['a', 'b'] }, text],
  ['an enum of mixed types and a string', 'perhaps', { enum: ['a', 1] }, text],
  ['an enum and a larger enum', 'always', { enum: ['a'] }, { enum: ['a', 'b'] }],
  ['an enum and another enum', 'never', { enum: ['a'] }, { enum: ['b', 'c'] }],
  ['a string and an enum', 'perhaps', text, { enum: ['a', 'b'] }],
  ['a constant and the pattern that it matches', 'always', { const: 'ab' }, { type: 'string', pattern: '^a' }],
  ['a boolean and both of its values', 'always', { type: 'boolean' }, { enum: [false, true] }],
  ['at least 1 and above 0', 'always', { type: 'integer', minimum: 1 }, { type: 'number', exclusiveMinimum: 0 }],
  ['above 0 and at least 1, of integers', 'always', { type: 'integer', exclusiveMinimum: 0 }, { minimum: 1 }],
  ['above 0 and at least 1, of numbers', 'perhaps', { type: 'number', exclusiveMinimum: 0 }, { minimum: 1 }],
  ['at most 9 and at least 10', 'never', { type: 'number', maximum: 9 }, { type: 'number', minimum: 10 }],
  ['below 10 and at least 10', 'never', { type: 'number', exclusiveMaximum: 10 }, { type: 'number', minimum: 10 }],
  ['multiples of 6 and of 2', 'always', { type: 'integer', multipleOf: 6 }, { type: 'integer', multipleOf: 2 }],
  ['a short text and a longer one', 'always', { type: 'string', maxLength: 3 }, { type: 'string', maxLength: 5 }],
  ['a long text and a short one', 'never', { type: 'string', minLength: 6 }, { type: 'string', maxLength: 5 }],
  ['a date and a text', 'always', { type: 'string', format: 'date' }, text],
  ['a text and a date', 'perhaps', text, { type: 'string', format: 'date' }],
  ['a nullable text and a text', 'perhaps', { type: ['string', 'null'] }, text],
  ['a text and a nullable text', 'always', text, { anyOf: [text, { type: 'null' }] }],
  [
    'two types in one schema and in a union',
    'always',
    { type: ['string', 'null'] },
    { anyOf: [{ type: 'null' }, text] },
  ],
  ['a list of invoices and the same list', 'always', list(invoice), list(invoice)],
  ['a list of invoices and one invoice', 'never', list(invoice), invoice],
  ['a list of invoices and a list of texts', 'perhaps', list(invoice), list(text)],
  ['a filled list of invoices and a list of texts', 'never', list(invoice, { minItems: 1 }), list(text)],
  ['a pair and a list', 'always', { type: 'array', prefixItems: [text, text], items: false, minItems: 2 }, list(text)],
  [
    'an invoice and an object with its id',
    'always',
    invoice,
    { type: 'object', properties: { id: text }, required: ['id'] },
  ],
  ['an invoice and a closed object with its id', 'never', invoice, closed({ id: text }, 'id')],
  ['an object with an optional id and one that needs it', 'perhaps', closed({ id: text }), closed({ id: text }, 'id')],
  [
    'an object with a number as id and one with a text',
    'never',
    closed({ id: { type: 'number' } }, 'id'),
    closed({ id: text }),
  ],
  ['an invoice and a map of texts', 'never', invoice, { type: 'object', additionalProperties: text }],
  [
    'texts by name and a map of texts',
    'always',
    closed({ a: text, b: text }),
    { type: 'object', additionalProperties: text },
  ],
  ['a branch and its tagged union', 'always', circle, { oneOf: [circle, square] }],
  ['a tagged union and one branch', 'perhaps', { oneOf: [circle, square] }, circle],
  ['a tagged union in another order', 'always', { oneOf: [circle, square] }, { oneOf: [square, circle] }],
  ['two branches of a tagged union', 'never', circle, square],
  ['two trees with other names', 'always', tree('Node', text), tree('Item', text)],
  [
    'a tree of integers and a tree of numbers',
    'always',
    tree('Node', { type: 'integer' }),
    tree('Node', { type: 'number' }),
  ],
  ['a tree of texts and a tree of numbers', 'never', tree('Node', text), tree('Node', { type: 'number' })],
  ['a chain of texts and a chain of texts or numbers', 'always', chain(text), chain({ type: ['string', 'number'] })],
  ['the same condition', 'always', { if: text, then: { minLength: 1 } }, { if: text, then: { minLength: 1 } }],
  [
    'a condition in an allOf and the same condition',
    'always',
    { allOf: [{ if: text, then: { minLength: 1 } }] },
    { if: text, then: { minLength: 1 } },
  ],
  [
    'two texts among the items, in an allOf and directly',
    'always',
    { allOf: [{ contains: text, minContains: 2 }] },
    { contains: text, minContains: 2 },
  ],
  [
    'two patterns in another order',
    'always',
    { type: 'string', allOf: [{ pattern: 'a' }, { pattern: 'b' }] },
    { type: 'string', allOf: [{ pattern: 'b' }, { pattern: 'a' }] },
  ],
  ['a number and all but texts', 'always', { type: 'number' }, { not: text }],
  ['a text and all but texts', 'never', text, { not: text }],
];

const num: JsonSchemaObject = { type: 'number' };
const int: JsonSchemaObject = { type: 'integer' };
const open = (more: JsonSchemaObject): JsonSchemaObject => ({ type: 'object', ...more });
const tuple = (prefixItems: readonly JsonSchema[], more: JsonSchemaObject = {}): JsonSchemaObject => ({
  type: 'array',
  prefixItems,
  ...more,
});
const dependent = (names: readonly string[]): JsonSchemaObject => open({ dependentRequired: { a: names } });

/** The bounds of one keyword, each with the schema of a result and that of a parameter. */
const BOUNDS: readonly (readonly [Fit, JsonSchema, JsonSchema])[] = [
  ['always', { ...int, exclusiveMinimum: 1.5 }, { minimum: 2 }],
  ['always', { ...int, maximum: 2.5 }, { maximum: 2 }],
  ['always', { ...int, exclusiveMaximum: 3 }, { maximum: 2 }],
  ['always', { ...num, exclusiveMaximum: 5 }, { ...num, maximum: 5 }],
  ['always', { ...num, minimum: 1, exclusiveMinimum: 1 }, { exclusiveMinimum: 1 }],
  ['always', { ...num, exclusiveMinimum: 0, minimum: 2 }, { minimum: 2 }],
  ['always', { ...num, minimum: 1, maximum: 2 }, { minimum: 1, maximum: 3 }],
  ['perhaps', { ...num, minimum: 1, maximum: 4 }, { minimum: 1, maximum: 3 }],
  ['perhaps', { ...num, maximum: 5 }, { ...num, exclusiveMaximum: 5 }],
  ['perhaps', { ...num, minimum: 5 }, { ...num, maximum: 5 }],
  ['never', { ...num, minimum: 5 }, { ...num, exclusiveMaximum: 5 }],
  ['never', { ...num, exclusiveMinimum: 5 }, { ...num, maximum: 5 }],
  ['never', { ...int, exclusiveMinimum: 4 }, { ...int, exclusiveMaximum: 5 }],
  ['perhaps', { ...num, exclusiveMinimum: 4 }, { ...num, exclusiveMaximum: 5 }],
  ['always', int, { ...num, multipleOf: 1 }],
  ['always', int, { ...num, multipleOf: 0.5 }],
  ['always', { ...num, multipleOf: 4 }, { multipleOf: 2 }],
  ['perhaps', num, { ...num, multipleOf: 1 }],
  ['perhaps', { ...int, multipleOf: 2 }, { ...int, multipleOf: 6 }],
  ['always', { ...text, minLength: 2 }, { minLength: 2 }],
  ['always', text, { minLength: 0 }],
  ['perhaps', { ...text, minLength: 1 }, { minLength: 2 }],
  ['always', { ...text, maxLength: 2 }, { maxLength: 2 }],
  ['perhaps', text, { maxLength: 2 }],
  ['perhaps', { ...text, minLength: 2 }, { ...text, maxLength: 2 }],
  ['perhaps', text, { ...text, pattern: 'a' }],
  ['perhaps', text, { ...text, contentEncoding: 'base64' }],
  ['always', list(text, { minItems: 2 }), { minItems: 2 }],
  ['perhaps', list(text, { minItems: 1 }), { minItems: 2 }],
  ['always', list(text, { maxItems: 2 }), { maxItems: 2 }],
  ['perhaps', list(text), { maxItems: 2 }],
  ['always', tuple([text], { items: false, maxItems: 3 }), { maxItems: 1 }],
  ['never', list(text, { minItems: 3 }), list(text, { maxItems: 2 })],
  ['never', list(text, { minItems: 2 }), tuple([text], { items: false })],
  ['perhaps', list(text, { minItems: 2 }), list(text, { maxItems: 2 })],
  ['always', list(text, { maxItems: 1 }), { uniqueItems: true }],
  ['perhaps', list(text, { maxItems: 2 }), { uniqueItems: true }],
  ['always', list(text, { uniqueItems: true }), { uniqueItems: true, minItems: 0 }],
  ['always', list(text), { uniqueItems: false }],
  ['always', open({ required: ['a', 'b'] }), { minProperties: 2 }],
  ['always', open({ minProperties: 2 }), { minProperties: 1 }],
  ['perhaps', open({ required: ['a', 'b'] }), { minProperties: 3 }],
  ['always', closed({ a: text, b: text }), { maxProperties: 2 }],
  ['perhaps', closed({ a: text, b: text }), { maxProperties: 1 }],
  ['perhaps', { ...closed({ a: text }), patternProperties: { '^b': true } }, { maxProperties: 1 }],
  ['always', open({ maxProperties: 1 }), { maxProperties: 1 }],
  ['never', open({ minProperties: 3 }), closed({ a: text, b: text })],
  ['never', open({ maxProperties: 1 }), open({ required: ['a', 'b'] })],
  ['perhaps', open({ maxProperties: 2 }), open({ required: ['a', 'b'] })],
];

/** The parts of lists and objects, and the keywords that combine schemas. */
const PARTS: readonly (readonly [Fit, JsonSchema, JsonSchema])[] = [
  ['always', tuple([text, num], { items: false }), tuple([text, num])],
  ['perhaps', tuple([text, num], { items: false }), tuple([text, text])],
  ['perhaps', tuple([text, num], { minItems: 1 }), tuple([text, text])],
  ['never', tuple([text, num], { minItems: 2 }), tuple([text, text])],
  ['perhaps', tuple([text], { items: num }), list(text)],
  ['always', list(text, { minItems: 1 }), { contains: text }],
  ['perhaps', list(text), { contains: text }],
  ['always', list(text, { minItems: 2 }), { contains: text, minContains: 2 }],
  ['perhaps', list(text, { minItems: 2 }), { contains: text, minContains: 3 }],
  ['always', list(num), { contains: text, minContains: 0 }],
  ['always', list(text, { minItems: 1, maxItems: 2 }), { contains: text, maxContains: 2 }],
  ['perhaps', list(text, { minItems: 1, maxItems: 2 }), { contains: text, maxContains: 1 }],
  ['perhaps', tuple([num], { items: text, minItems: 2 }), { contains: text }],
  ['always', open({ required: ['a', 'b'] }), dependent(['b'])],
  ['always', dependent(['b', 'c']), dependent(['b'])],
  ['perhaps', dependent(['b']), dependent(['b', 'c'])],
  ['always', closed({ a: text }), { propertyNames: { maxLength: 1 } }],
  ['perhaps', closed({ ab: text }), { propertyNames: { maxLength: 1 } }],
  ['always', open({ propertyNames: { maxLength: 1 } }), { propertyNames: { maxLength: 2 } }],
  ['perhaps', open({ propertyNames: { maxLength: 2 } }), { propertyNames: { maxLength: 1 } }],
  ['perhaps', open({}), { propertyNames: { maxLength: 1 } }],
  ['always', open({ propertyNames: false }), { propertyNames: { maxLength: 1 } }],
  ['always', { ...closed({}), patternProperties: { '^a': text } }, open({ additionalProperties: text })],
  ['perhaps', { ...closed({}), patternProperties: { '^a': text } }, open({ additionalProperties: num })],
  ['always', open({ additionalProperties: text }), open({ patternProperties: { '^a': text } })],
  ['perhaps', open({ additionalProperties: num }), open({ patternProperties: { '^a': text } })],
  ['never', closed({ ab: text }, 'ab'), open({ patternProperties: { '^a': num } })],
  ['always', closed({ ab: text }, 'ab'), open({ patternProperties: { '^b': num } })],
  ['perhaps', closed({ ab: text }), open({ patternProperties: { '^a': num } })],
  ['perhaps', closed({ ab: text }), open({ patternProperties: { '(': num } })],
  ['always', text, { oneOf: [text, num] }],
  ['perhaps', text, { oneOf: [text, { minLength: 1 }] }],
  ['always', text, { allOf: [text, { minLength: 0 }] }],
  ['perhaps', text, { allOf: [text, { minLength: 1 }] }],
  ['always', { ...text, minLength: 2 }, { if: text, then: { minLength: 1 } }],
  ['perhaps', text, { if: text, then: { minLength: 1 } }],
  ['always', text, { if: num, then: false, else: text }],
  ['always', text, { if: { pattern: 'a' }, then: text, else: text }],
  ['always', text, { then: false }],
  ['perhaps', text, { if: { pattern: 'a' }, then: false }],
  ['never', { anyOf: [num, { type: 'boolean' }] }, text],
  ['perhaps', { anyOf: [num, text] }, text],
  ['never', text, { oneOf: [num, { type: 'boolean' }] }],
  ['perhaps', { type: 'boolean' }, { enum: [true] }],
  ['never', { type: ['boolean', 'null'] }, { enum: [1] }],
  ['never', { type: 'null' }, { type: 'boolean' }],
  ['always', { type: 'null' }, { const: null }],
  ['never', { enum: ['a', 'bb'], maxLength: 1 }, { const: 'bb' }],
  ['always', { enum: ['a', 'bb'], maxLength: 1 }, { const: 'a' }],
];

describe('fits of a result and a parameter', () => {
  it.each([...BOUNDS, ...PARTS])('%s: %j and %j [NEW-30]', (fit, result, parameter) => {
    expect(fits(result, parameter)).toBe(fit);
  });

  it.each(PAIRS)('%s: %s [NEW-30]', (_pair, fit, result, parameter) => {
    expect(fits(result, parameter)).toBe(fit);
  });

  it('resolves references in the documents around the two schemas [NEW-30]', () => {
    const roots = { result: { $defs: { A: text } }, parameter: { $defs: { A: { type: 'number' } } } } as const;
    const reference = { $ref: '#/$defs/A' };
    expect(fits(reference, reference, roots)).toBe('never');
    expect(fits(reference, reference, { ...roots, parameter: roots.result })).toBe('always');
  });

  it.each(Object.entries(representativeSchemas))('accepts its own values: %s [NEW-30]', (_name, schema) => {
    expect(fits(schema, structuredClone(schema))).toBe('always');
    // A description changes nothing, but the schemas are no longer equal.
    expect(fits(schema, { ...schema, description: 'another text' })).toBe('always');
  });
});

describe('fits, for any two schemas', () => {
  it('proves only claims that ajv confirms for every value found [NEW-30]', () => {
    const found: Record<Fit, number> = { always: 0, perhaps: 0, never: 0 };
    fc.assert(
      fc.property(pair, fc.array(value, { minLength: 20, maxLength: 30 }), ([result, parameter], values) => {
        const fit = fits(result, parameter);
        found[fit]++;
        if (fit === 'perhaps') return;
        const made = [result, { allOf: [result, parameter] }, { allOf: [result, { not: parameter }] }, parameter];
        const candidates = [...values, ...made.map((one) => exampleOf(one)).filter((one) => one !== undefined)];
        const [isResult, isParameter] = [ajvCheck(result), ajvCheck(parameter)];
        for (const one of candidates.filter(isResult)) expect([one, isParameter(one)]).toEqual([one, fit === 'always']);
      }),
      { numRuns: 500 },
    );
    expect(found.always).toBeGreaterThan(20);
    expect(found.never).toBeGreaterThan(20);
  });

  it('accepts the values of a schema in a copy with another description [NEW-30]', () => {
    fc.assert(
      fc.property(arbitrarySchema, (schema) => {
        const copy = typeof schema === 'boolean' ? schema : { ...structuredClone(schema), description: 'a copy' };
        // No value may be valid, and the branches of `oneOf` may overlap.
        if (!JSON.stringify(schema).includes('oneOf') && exampleOf(schema) !== undefined)
          expect(fits(schema, copy)).toBe('always');
      }),
    );
  });
});

describe('fits with hostile schemas', () => {
  const nested = (depth: number, innermost: JsonSchema): JsonSchema => {
    let schema = innermost;
    for (let i = 0; i < depth; i++) schema = list(schema);
    return schema;
  };
  const union = (size: number, more: JsonSchemaObject = {}): JsonSchemaObject => ({
    anyOf: Array.from({ length: size }, (_, i) =>
      closed({ kind: { const: i }, part: { $ref: '#' }, ...more.properties }, 'kind'),
    ),
  });
  const doubling = (size: number): JsonSchemaObject => ({
    $ref: '#/$defs/T0',
    $defs: Object.fromEntries(
      Array.from({ length: size }, (_, i) => {
        const next = { $ref: `#/$defs/T${(i + 1) % size}` };
        return [`T${i}`, { anyOf: [closed({ a: next, b: next }), list(next), { $ref: `#/$defs/T${(i + 2) % size}` }] }];
      }),
    ),
  });

  it.each<[string, JsonSchema, JsonSchema]>([
    ['an endless reference', { $ref: '#' }, text],
    ['a union that contains itself', { anyOf: [{ $ref: '#' }, { type: 'number' }] }, { anyOf: [{ $ref: '#' }, text] }],
    ['an allOf that contains itself', { allOf: [{ $ref: '#' }, { type: 'number' }] }, list(text)],
    ['deep arrays', nested(5_000, text), nested(5_000, { type: 'number' })],
    ['large recursive unions', union(300), union(300, { properties: { more: text } })],
    ['unions that double', doubling(40), doubling(41)],
    ['large enums', { enum: Array.from({ length: 20_000 }, (_, i) => i) }, union(500)],
    ['a pattern that takes exponential time', { enum: [`${'a'.repeat(40)}!`] }, { type: 'string', pattern: '^(a+)+$' }],
  ])('answers %s in a bounded number of steps [NEW-30]', (_name, result, parameter) => {
    expect(['perhaps', 'never', 'always']).toContain(fits(result, parameter));
    expect(['perhaps', 'never', 'always']).toContain(fits(parameter, result));
  });

  it('claims nothing about unknown references and about names that every object inherits [NEW-30]', () => {
    expect(fits(text, { $ref: 'https://example.com/schema' })).toBe('perhaps');
    expect(fits(closed({}), { type: 'object', required: ['constructor'] })).toBe('never');
    const hidden = JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}') as JsonSchemaObject;
    expect(fits({ ...hidden, required: ['__proto__'] }, { ...hidden, properties: closed({}).properties ?? {} })).toBe(
      'always',
    );
  });
});

const json: fc.Memo<unknown> = fc.memo((depth) =>
  depth <= 1
    ? fc.constantFrom<unknown>('', 'a', 'x', 'en', 'abcd', '12', 0, 1, 2.5, -3, 4, 6, 12, null, true, false, [], {})
    : fc.oneof(
        json(1),
        fc.array(json(depth - 1), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom('a', 'b', 'kind', 'x-1'), json(depth - 1), { maxKeys: 3, noNullPrototype: true }),
      ),
);
const value = json(3);

/** Changes one part of a schema, so that two schemas are related but differ. */
const pair: fc.Arbitrary<readonly [JsonSchema, JsonSchema]> = fc.oneof(
  fc.tuple(arbitrarySchema, arbitrarySchema),
  fc.tuple(arbitrarySchema, arbitrarySchema, fc.nat(1_000), fc.boolean()).map(([schema, other, at, isSwapped]) => {
    const changed = withChange(schema, other, at);
    return isSwapped ? ([changed, schema] as const) : ([schema, changed] as const);
  }),
  fc
    .tuple(arbitrarySchema, arbitrarySchema, arbitrarySchema, fc.constantFrom('anyOf', 'oneOf', 'allOf'))
    .map(([one, other, third, keyword]) => [{ [keyword]: [one, other] }, { anyOf: [third, other, one] }] as const),
);

function withChange(schema: JsonSchema, other: JsonSchema, at: number): JsonSchema {
  const places: (() => void)[] = [];
  const copy = { schema: structuredClone(schema) };
  collectChanges(copy, places, other);
  places[at % places.length]?.();
  return copy.schema;
}

/** Collects changes: a keyword that is gone, a part that is another schema. */
function collectChanges(holder: object, places: (() => void)[], other: JsonSchema): void {
  for (const [key, part] of Object.entries(holder)) {
    if (typeof part !== 'object' || part === null) continue;
    if (!Array.isArray(part) && key !== 'properties' && key !== 'patternProperties')
      places.push(() => Object.assign(holder, { [key]: other }));
    if (!Array.isArray(part))
      for (const name of Object.keys(part)) places.push(() => Reflect.deleteProperty(part, name));
    collectChanges(part as object, places, other);
  }
}
