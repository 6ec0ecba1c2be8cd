import { createChecker, exampleOf, type JsonSchema, type Path } from '@haft/schema';
import { findingsBy } from '@haft/schema/internal';
import fc from 'fast-check';
import { EmitError } from '../../../src/emit/emit-error.js';
import { arbitrarySchema, arbitraryValue } from '../../support/arbitrary-schema.js';
import { arbitraryToolSchema, changedSomewhere } from '../../support/arbitrary-tool-schema.js';
import { collectorOf } from '../../support/collector-of.js';

/** The number of schemas per run. Set `HAFT_FUZZ` for more. */
const RUNS = Number(process.env['HAFT_FUZZ'] ?? 300);

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
  if (Array.isArray(value)) return [[...(value as unknown[]), change], value.slice(1), Array(30).fill(change)];
  if (typeof value !== 'object' || value === null) return [[value], { a: value }];
  return [
    { ...value, other: change },
    ...Object.keys(value).flatMap((key) => [without(value, key), { ...value, [key]: change }]),
  ];
}

function without(value: object, key: string): object {
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
}

const SENSITIVE: readonly Path[] = [['a'], ['b', '*'], ['*', 'kind']];

function expectSame(schema: JsonSchema, values: readonly unknown[]): void {
  const [collector, checker] = [collectorOf(schema), createChecker(schema)];
  for (const value of values) {
    for (const options of [{}, { limit: 2 }, { sensitive: SENSITIVE, messages: wordsOf }]) {
      const expected = checker.findingsOf(value, options);
      const found = findingsBy(collector, value, options);
      if (found === undefined) {
        expect(expected.issues.map(({ rule }) => rule)).toContain('additionalProperties');
        continue;
      }
      const { issues, isHopeless, hasJsonText } = found;
      expect({ schema, value, issues, isHopeless, hasJsonText }).toEqual({
        schema,
        value,
        issues: expected.issues,
        isHopeless: expected.isHopeless,
        hasJsonText: expected.hasJsonText,
      });
    }
  }
}

function wordsOf(path: Path, rule: string): string | undefined {
  return path.length === 1 && rule !== 'type' ? `${path.join()} breaks ${rule}` : undefined;
}

describe('an emitted collector', () => {
  it('finds the same issues as interpretation, in the same order, and the same hope', () => {
    fc.assert(
      fc.property(cases, ({ schema, values }) => {
        try {
          expectSame(schema, [...values, 1e21, 2 ** 53, [-(2 ** 60)], 'null']);
        } catch (error) {
          if (!(error instanceof EmitError)) throw error;
        }
      }),
      { numRuns: RUNS },
    );
  });

  it('does so for the schemas of tools, with mistakes anywhere in their arguments', () => {
    const mistaken = arbitraryToolSchema.chain((schema) => {
      const fitting = exampleOf(schema) ?? {};
      const once = changedSomewhere(fitting);
      return fc.tuple(
        fc.constant(schema),
        fc.array(fc.oneof(once, once.chain(changedSomewhere)), { minLength: 6, maxLength: 12 }),
      );
    });
    fc.assert(
      fc.property(mistaken, ([schema, values]) => {
        expectSame(schema, values);
      }),
      { numRuns: RUNS },
    );
  });

  it('treats non-data values as interpretation does, for anything that a program may pass', () => {
    fc.assert(
      fc.property(
        arbitraryToolSchema,
        fc.array(fc.anything({ withDate: true, withBigInt: true }), { maxLength: 5 }),
        (schema, values) => {
          expectSame(schema, values);
        },
      ),
      { numRuns: RUNS },
    );
  });
});
