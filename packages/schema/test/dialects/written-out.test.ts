import { describe, expect, it, jest } from '@jest/globals';
import { limitsBroken, providerOf, TARGETS, toDialect, type Target } from '../../src/dialects/index.js';
import { Budget } from '../../src/dialects/rewrite/budget.js';
import { collectIssues, type JsonSchema, type JsonSchemaObject } from '../../src/index.js';
import { subschemasOf } from '../../src/references/visit.js';

type Link = (reference: JsonSchemaObject, index: number) => JsonSchema;

const object = (properties: Readonly<Record<string, JsonSchema>>): JsonSchemaObject => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

/** A schema of `length` definitions. Each one refers to the next one. */
const chain = (length: number, link: Link, end: JsonSchema = { type: 'string' }): JsonSchemaObject => {
  const definitions = Array.from({ length }, (_, i) => [`d${i}`, link({ $ref: `#/$defs/d${i + 1}` }, i)] as const);
  return {
    ...object({ v: { $ref: '#/$defs/d0' } }),
    $defs: { ...Object.fromEntries(definitions), [`d${length}`]: end },
  };
};

const named = <T>(count: number, make: (index: number) => T): Readonly<Record<string, T>> =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`p${i}`, make(i)]));

const unions: Link = (next, i) => ({
  anyOf: [{ allOf: [next, { minLength: i + 1 }] }, { allOf: [next, { maxLength: 1000 - i }] }],
});

/** Counts the schemas in a schema, without following references. */
function partsOf(schema: JsonSchema): number {
  if (typeof schema === 'boolean') return 1;
  return subschemasOf(schema).reduce((sum, one) => sum + partsOf(one.schema), 1);
}

/** Counts the schemas that `work` writes or tries to write. */
function writesIn(work: () => unknown): number {
  const mayWrite = jest.spyOn(Budget.prototype, 'mayWrite');
  work();
  const { length } = mayWrite.mock.calls;
  mayWrite.mockRestore();
  return length;
}

const LOST_IN_BRANCHES = 'what these keywords ask for in some branches';

const formOf = (parameters: JsonSchemaObject, target: Target, strict?: boolean) =>
  toDialect({ name: 'tool', parameters, strict }, target);

const SCHEMAS: readonly (readonly [string, (length: number) => JsonSchemaObject])[] = [
  ['unions of merged parts', (length) => chain(length, unions)],
  [
    'limits next to references in unions',
    (length) =>
      chain(length, ($ref, i) => ({
        anyOf: [
          { ...$ref, minLength: i },
          { ...$ref, maxLength: 900 - i },
        ],
      })),
  ],
  [
    'properties of merged parts',
    (length) =>
      chain(length, (next, i) =>
        object({ x: { allOf: [next, { minProperties: i }] }, y: { allOf: [next, { maxProperties: 99 }] } }),
      ),
  ],
  [
    'tuples of merged parts',
    (length) =>
      chain(length, (next, i) => ({
        type: 'array',
        prefixItems: [{ allOf: [next, { minItems: i }] }, { allOf: [next, { maxItems: 99 }] }],
      })),
  ],
  [
    'both kinds of unions',
    (length) => chain(length, (next, i) => ({ anyOf: [next, { minLength: i }], oneOf: [next, { maxLength: i }] })),
  ],
  [
    'unions without references',
    (length) =>
      object({
        v: { allOf: Array.from({ length }, (_, i) => ({ anyOf: [{ minLength: i }, { maxLength: 99 + i }] })) },
      }),
  ],
];

describe.each(SCHEMAS)('a short schema that is very long written out: %s', (_, schemaOf) => {
  it.each(TARGETS)('has a bounded form, made in bounded work, for %s', (target) => {
    // Two to the power of 16 is more than these numbers.
    const parameters = schemaOf(16);
    const writes = writesIn(() => {
      const form = formOf(parameters, target);
      expect(partsOf(form.parameters)).toBeLessThan(5000);
      expect(form.rewrites.length).toBeLessThan(10_000);
    });
    expect(writes).toBeLessThan(20_000);
  });

  it.each([...new Set(TARGETS.map(providerOf))])('is checked against the limits of %s in bounded work', (provider) => {
    const definition = { name: 'tool', description: '', parameters: schemaOf(64), strict: true };
    const writes = writesIn(() => limitsBroken([definition], provider));
    expect(writes).toBeLessThan(20_000);
  });
});

describe('a copy that is not made', () => {
  it('is a reference to the definition in strict mode', () => {
    const { parameters, rewrites } = formOf(chain(32, unions), 'openai', true);
    const definitions = Object.keys(parameters.$defs ?? {});
    expect(definitions).toEqual(expect.arrayContaining(['d1', 'd2', 'd3']));
    expect(parameters.$defs?.['d1']).toEqual({
      anyOf: [
        { anyOf: [{ $ref: '#/$defs/d2' }], minLength: 2 },
        { anyOf: [{ $ref: '#/$defs/d2' }], maxLength: 999 },
      ],
    });
    expect(collectIssues(parameters, { v: 'x'.repeat(50) })).toEqual([]);
    expect(rewrites.filter(({ loses }) => loses !== undefined && loses !== LOST_IN_BRANCHES)).toEqual([]);
  });

  it('is a loss for keywords next to a union', () => {
    const anyOf = Array.from({ length: 1200 }, (_, i) => ({ type: 'string' as const, maxLength: i }));
    const { rewrites } = formOf(object({ v: { minLength: 1, anyOf } }), 'openai', true);
    const reason = 'the schema is too large with these keywords in each branch';
    expect(rewrites).toContainEqual({
      path: ['v'],
      keyword: 'anyOf',
      from: { minLength: 1 },
      reason,
      loses: LOST_IN_BRANCHES,
    });
    expect(formOf(object({ v: { minLength: 1, anyOf } }), 'openai').strict).toBe(false);
  });

  it('is JSON text without references, and the report says so', () => {
    const pair: Link = (next, i) => object({ x: { allOf: [next, { minProperties: i % 2 }] }, y: next });
    const given = chain(16, pair, object({ z: { type: 'string' } }));
    const form = formOf(given, 'gemini');
    const lost = form.rewrites.filter(({ loses }) => loses !== undefined);
    const [first] = lost;
    expect(lost.length).toBeGreaterThan(0);
    expect(first).toMatchObject({
      to: 'string',
      reason: 'Gemini has no references, and the schema is too large written out: the value is sent as JSON text',
      loses: 'what the value looks like',
    });
    const nested = (path: readonly unknown[], value: unknown): unknown =>
      path.reduceRight((inside, key) => ({ [String(key)]: inside }), value);
    const sent = nested(first?.path ?? [], '{"z":"a"}');
    expect(form.restore(sent as never).value).toEqual(nested(first?.path ?? [], { z: 'a' }));
  });

  it('counts with its size: a large definition is copied less often than a small one', () => {
    const limited = (values: number): JsonSchemaObject => ({
      ...object(named(400, (i) => ({ $ref: '#/$defs/e', minLength: i }))),
      $defs: { e: { type: 'string', enum: Array.from({ length: values }, (_, i) => `value${i}`) } },
    });
    const copies = (values: number): number =>
      Object.values(formOf(limited(values), 'gemini').parameters.properties ?? {}).filter(
        (one) => typeof one === 'object' && one.enum !== undefined,
      ).length;
    expect(copies(10)).toBe(200);
    expect(copies(5000)).toBeLessThan(20);
    expect(copies(5000)).toBeGreaterThan(0);
  });

  it('may be a part of a schema without references: then strict mode is refused', () => {
    const given: JsonSchemaObject = {
      type: 'object',
      required: Object.keys(named(300, String)),
      additionalProperties: object(named(300, () => ({ type: 'string' }))),
    };
    const writes = writesIn(() => {
      const form = formOf(given, 'openai');
      expect([form.strict, form.parameters]).toEqual([false, given]);
    });
    expect(writes).toBeLessThan(60_000);
    expect(() => formOf(given, 'openai', true)).toThrow('the schema is too large written out');
  });
});

describe('forms of a union', () => {
  it('are compared in bounded work', () => {
    // Two references share only their last value, so that a proof needs the whole search.
    const constants = (from: number, step: number): JsonSchema => ({
      anyOf: Array.from({ length: 40 }, (_, i) => ({ const: from + i * step })),
    });
    const form = (_: unknown, i: number): JsonSchema =>
      object({ a: { $ref: i % 2 === 0 ? '#/$defs/up' : '#/$defs/down' }, k: { const: i } });
    const given = (count: number): JsonSchemaObject => ({
      ...object({ v: { oneOf: Array.from({ length: count }, form) } }),
      $defs: { up: constants(0, 1), down: constants(78, -1) },
    });
    const losses = (count: number): readonly (string | undefined)[] =>
      formOf(given(count), 'openai', true)
        .rewrites.map(({ loses }) => loses)
        .filter((loses) => loses !== undefined);
    expect(losses(20)).toEqual([]);
    expect(losses(200)).toEqual(['that only one of the forms may fit']);
  });

  it('keep the keywords next to their references', () => {
    const given = object({ v: { anyOf: [{ $ref: '#/$defs/s', minLength: 3 }, { type: 'null' }], maxLength: 5 } });
    const { parameters } = formOf({ ...given, $defs: { s: { type: 'string', pattern: '^a' } } }, 'openai', true);
    expect(parameters.properties?.['v']).toMatchObject({
      anyOf: [{ type: 'string', pattern: '^a', minLength: 3, maxLength: 5 }, { type: 'null' }],
    });
  });
});
