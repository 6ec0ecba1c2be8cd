import { createChecker, exampleOf, type CollectOptions, type Findings, type JsonSchema, type Path } from '@haft/schema';
import { anyDepth, findingsBy, Search, sensitiveStart } from '@haft/schema/internal';
import fc from 'fast-check';
import { EmitError } from '../../../src/emit/emit-error.js';
import { isOpen } from '../../../src/emit/is-open.js';
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
/** Names that no schema here declares, and whose values a text may assign. */
const SECRETS = anyDepth(['password', 'null', 'x']);

function expectSame(schema: JsonSchema, values: readonly unknown[]): void {
  const [collector, checker] = [collectorOf(schema), createChecker(schema)];
  const every: CollectOptions[] = [
    {},
    { limit: 2 },
    { sensitive: SENSITIVE, messages: wordsOf },
    { sensitive: SECRETS },
  ];
  const [ours, theirs, lacking]: [object[], object[], object[]] = [[], [], []];
  for (const value of values) {
    for (const options of every) {
      const expected = checker.findingsOf(value, options);
      // The runtime passes it for closed schemas.
      const found = findingsBy(collector, value, new Search({ ...options, declaresAll: !isOpen(schema) }));
      if (found === undefined) {
        expect(expected.issues.map(({ rule }) => rule)).toContain('additionalProperties');
        continue;
      }
      ours.push(comparable(value, found));
      theirs.push(comparable(value, expected));
      lacking.push(...[found, expected].filter((one) => lacksFlag(one, options.sensitive ?? [])));
    }
  }
  expect({ schema, found: ours }).toEqual({ schema, found: theirs });
  expect(lacking).toEqual([]);
}

function comparable(value: unknown, { issues, isHopeless, hasJsonText }: Findings): object {
  return { value, issues, isHopeless, hasJsonText };
}

/** Whether a flag is missing. One may be set for a problem that another one replaced. */
function lacksFlag({ issues, hasUnclearValue, isInsideSensitive }: Findings, sensitive: readonly Path[]): boolean {
  const isUnclear = issues.some(({ received }) => /^(?:null|an object|-?\d{16,}|-?\d\.?\d*e\+\d+)$/.test(received));
  const isInside = issues.some(({ path }) => sensitiveStart(sensitive, path) !== -1);
  return (isUnclear && !hasUnclearValue) || (isInside && !isInsideSensitive);
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
