import { describe, expect, it } from '@jest/globals';
import type { JsonSchemaObject } from '@haft/schema';
import fc from 'fast-check';
import { arbitrarySchema } from '../../../schema/test/support/arbitrary-schema.js';
import { argumentsOf, valuesOf, wrongArgumentsOf } from '../../src/index.js';
import { one, SCHEMAS } from '../support/schemas.js';
import { verdictsOf } from '../support/verdicts.js';

describe.each(SCHEMAS)('%s', (_title, schema) => {
  const verdicts = verdictsOf(schema);

  it('valid arguments fit, by ajv and by Haft [TSP-22, TEST-1]', () => {
    fc.assert(
      fc.property(argumentsOf(schema), (args) => {
        expect([args, verdicts(args)]).toEqual([args, { ajv: true, haft: true }]);
      }),
      { numRuns: 200 },
    );
  });

  it('wrong arguments do not, by neither [TSP-22, TEST-1]', () => {
    fc.assert(
      fc.property(wrongArgumentsOf(schema), (args) => {
        expect([args, verdicts(args)]).toEqual([args, { ajv: false, haft: false }]);
      }),
      { numRuns: 200 },
    );
  });
});

describe('argumentsOf', () => {
  it('makes many different values, also where they are rare', () => {
    const count = (schema: JsonSchemaObject): number =>
      new Set(fc.sample(argumentsOf(schema), { numRuns: 60, seed: 1 }).map((args) => JSON.stringify(args))).size;
    const ranges: readonly JsonSchemaObject[] = [
      { type: 'string', pattern: '^(a|b)-\\w{3}$' },
      { type: 'string', format: 'date-time' },
      { type: 'array', items: { type: 'integer' }, uniqueItems: true },
      { type: 'number', multipleOf: 0.25 },
    ];
    for (const schema of ranges) expect(count(one(schema))).toBeGreaterThan(30);
    const recursive = SCHEMAS.find(([title]) => title === 'recursive union')?.[1] as JsonSchemaObject;
    expect(count(recursive)).toBeGreaterThan(30);
  });

  it('with and without optional properties', () => {
    const schema = SCHEMAS.find(([title]) => title === 'optional with default')?.[1] as JsonSchemaObject;
    const all = fc.sample(argumentsOf(schema), { numRuns: 40, seed: 1 });
    expect(new Set(all.map((args) => 'limit' in args))).toEqual(new Set([true, false]));
  });

  it('is the same for the same seed, and shrinks to something small', () => {
    const schema = one({ type: 'integer', minimum: 3 });
    const sample = (): unknown => fc.sample(argumentsOf(schema), { numRuns: 20, seed: 7 });
    expect(sample()).toEqual(sample());
    const found = fc.check(
      fc.property(argumentsOf<{ value: number }>(schema), ({ value }) => value < 100),
      { seed: 7 },
    );
    expect(found.counterexample).toEqual([{ value: 100 }]);
  });

  it('says so when nothing fits', () => {
    expect(() => fc.sample(argumentsOf(one({ type: 'integer', minimum: 5, maximum: 4 })), 1)).toThrow(
      expect.objectContaining({
        code: 'HAFT_INVALID_SCHEMA',
        message: expect.stringContaining('No value was found that fits'),
      }),
    );
    expect(() => fc.sample(argumentsOf(one(false)), 1)).toThrow('No value was found');
    expect(() => fc.sample(argumentsOf(one({ $ref: '#/$defs/Nobody' })), 1)).toThrow('#/$defs/Nobody');
  });

  it('a schema that allows every object still has invalid values, such as a string', () => {
    for (const value of fc.sample(wrongArgumentsOf({ type: 'object' }), 20)) {
      expect(typeof value !== 'object' || value === null || Array.isArray(value)).toBe(true);
    }
    expect(() => fc.sample(wrongArgumentsOf({}), 1)).toThrow('No value was found that breaks');
  });
});

it('any schema: generated values are valid, by ajv and by Haft', () => {
  /**
   * Names that ajv calls, and a format for which it takes a colon in the first segment, which RFC
   * 3986 does not.
   */
  const misleadsAjv = (value: unknown): boolean => /"(constructor|toString|uri-reference)"/.test(JSON.stringify(value));
  let made = 0;
  fc.assert(
    fc.property(arbitrarySchema, fc.integer(), (schema, seed) => {
      if (misleadsAjv(schema)) return;
      let values: readonly unknown[];
      try {
        values = fc.sample(valuesOf(schema), { numRuns: 5, seed });
      } catch (error) {
        expect(error).toMatchObject({ code: 'HAFT_INVALID_SCHEMA' });
        return;
      }
      made++;
      const verdicts = verdictsOf(schema);
      for (const value of values) {
        expect([value, verdicts(value)]).toEqual([value, { ajv: true, haft: true }]);
      }
    }),
    { numRuns: 400 },
  );
  expect(made).toBeGreaterThan(30);
});
