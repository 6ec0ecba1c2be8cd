import { createRequire } from 'node:module';
import { collectIssues, exampleOf, type JsonSchemaObject } from '@haft/schema';
import type { Ajv2020 as Ajv2020Class } from 'ajv/dist/2020.js';
import type { FormatsPlugin } from 'ajv-formats';
import fc from 'fast-check';
import { arbitrarySchema, arbitraryValue } from '../../support/arbitrary-schema.js';
import { predicateOf } from '../../support/predicate-of.js';

const require = createRequire(import.meta.url);
const { Ajv2020 } = require('ajv/dist/2020.js') as { Ajv2020: typeof Ajv2020Class };
const addFormats = require('ajv-formats') as FormatsPlugin;

/** The number of schemas per run. Set `HAFT_FUZZ` for more. */
const RUNS = Number(process.env['HAFT_FUZZ'] ?? 300);

function oracle(schema: JsonSchemaObject): (value: unknown) => boolean | undefined {
  const ajv = new Ajv2020({
    ownProperties: true,
    strict: false,
    logger: false,
    addUsedSchema: false,
    inlineRefs: false,
    // It would compile the schema of schemas for each schema.
    validateSchema: false,
  });
  addFormats(ajv);
  // The other form of ajv-formats wants a dot in the domain, which RFC 5321 does not.
  ajv.addFormat('email', addFormats.get('email', 'fast'));
  const validate = ajv.compile(schema);
  return (value) => {
    try {
      return validate(value);
    } catch (error) {
      // ajv calls the `valueOf` and `toString` of data when it compares.
      if (error instanceof TypeError) return undefined;
      throw error;
    }
  };
}

/**
 * A schema with several values: some drawn at random, one that was made to fit, and copies of it
 * with one change.
 */
const cases = fc
  .tuple(arbitrarySchema, fc.array(arbitraryValue, { minLength: 4, maxLength: 8 }), arbitraryValue)
  .map(([schema, values, change]) => {
    const fitting = exampleOf(schema);
    return { schema, values: fitting === undefined ? values : [...values, fitting, ...mutations(fitting, change)] };
  });

function mutations(value: unknown, change: unknown): unknown[] {
  if (Array.isArray(value))
    return [[...(value as unknown[]), change], value.slice(1), [change, ...(value.slice(1) as unknown[])]];
  if (typeof value !== 'object' || value === null) return [[value], { a: value }];
  const [first] = Object.keys(value);
  const { [first ?? '']: _, ...rest } = value as Record<string, unknown>;
  return [{ ...value, other: change }, rest, first === undefined ? {} : { ...value, [first]: change }];
}

describe('emitted checks of any schema', () => {
  it('accept the same values as ajv [NEW-2]', () => {
    fc.assert(
      fc.property(cases, ({ schema, values }) => {
        const [accepts, expected] = [predicateOf(schema), oracle(schema)];
        const differing = values.filter((value) => {
          const verdict = expected(value);
          return verdict !== undefined && verdict !== accepts(value);
        });
        expect(differing).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });

  it('reject exactly the values for which the issue collector finds an issue [NEW-2]', () => {
    fc.assert(
      fc.property(cases, ({ schema, values }) => {
        const accepts = predicateOf(schema);
        const differing = [...values, 1e21, 2 ** 53, [-(2 ** 60)]].filter(
          (value) => accepts(value) !== (collectIssues(schema, value).length === 0),
        );
        expect(differing).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });

  it('never change a value, and never throw, whatever it is', () => {
    fc.assert(
      fc.property(
        arbitrarySchema,
        fc.array(fc.anything({ withDate: true, withBigInt: true, withMap: true }), { maxLength: 5 }),
        (schema, values) => {
          const accepts = predicateOf(schema);
          for (const value of values) accepts(deepFrozen(value));
        },
      ),
      { numRuns: RUNS },
    );
  });
});

function deepFrozen(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const one of Object.values(value)) deepFrozen(one);
  return value;
}
