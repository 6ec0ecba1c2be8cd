import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  limitsBroken,
  providerOf,
  PROVIDER_LIMITS,
  TARGETS,
  toDialect,
  type DialectForm,
  type Target,
} from '../../src/dialects/index.js';
import { collectIssues, type JsonSchemaObject, type JsonValue, type Path } from '../../src/index.js';
import { ajvAccepts } from '../support/ajv-oracle.js';
import { emittedParameters, recursiveParameters, type Emitted } from '../support/emitted-schema.js';
import { withoutNullable } from '../support/without-nullable.js';

const RUNS = 300;
const MODES = fc.constantFrom(undefined, true, false);

interface TargetForm {
  readonly target: Target;
  readonly strict: boolean | undefined;
  readonly form: DialectForm;
}

/**
 * The forms of a schema for all targets that have one. Where there is no strict mode, one of them
 * says all.
 */
const formsOf = (parameters: JsonSchemaObject, mode: boolean | undefined): readonly TargetForm[] =>
  TARGETS.flatMap((target) => {
    const strict = PROVIDER_LIMITS[providerOf(target)].strict === undefined ? undefined : mode;
    const form = formOf(parameters, target, strict);
    return form === undefined ? [] : [{ target, strict, form }];
  });

function formOf(parameters: JsonSchemaObject, target: Target, strict: boolean | undefined): DialectForm | undefined {
  try {
    return toDialect({ name: 'tool', parameters, strict }, target);
  } catch (error) {
    expect((error as Error).name).toBe('StrictModeError');
    return undefined;
  }
}

/** A schema in the form of a dialect, and a value that fits the schema that was given. */
const withValue = (schemas: fc.Arbitrary<Emitted>): fc.Arbitrary<readonly [JsonSchemaObject, JsonValue]> =>
  schemas.chain(({ schema, values }) => values.map((value) => [schema, value] as const));

// Each case is for all targets: many of their forms are equal, and ajv compiles equal ones once.
describe.each([
  ['schemas of the build', emittedParameters],
  ['schemas that stand in themselves', recursiveParameters],
])('%s', (_, schemas) => {
  it('a value in the form of any target comes back unchanged, unless the report names a loss', () => {
    fc.assert(
      fc.property(withValue(schemas), MODES, ([schema, value], mode) => {
        const lossless = formsOf(schema, mode).filter(({ form }) => form.rewrites.every(({ loses }) => !loses));
        const found = lossless.map(({ target, form }) => {
          const written = form.write(value);
          const { value: back, issues } = form.restore(written);
          return { target, back, issues, isAccepted: ajvAccepts(withoutNullable(form.parameters), written) };
        });
        expect(found).toEqual(lossless.map(({ target }) => ({ target, back: value, issues: [], isAccepted: true })));
      }),
      { numRuns: RUNS },
    );
  });

  it('a problem of a value in the form of any target has the path that the model sees', () => {
    fc.assert(
      fc.property(withValue(schemas), MODES, fc.nat(), ([schema, value], mode, place) => {
        const misplaced = formsOf(schema, mode).flatMap(({ target, form }) => {
          const sent = withWrongValue(form.write(value), place);
          const restored = form.restore(sent);
          const found = [...restored.issues, ...collectIssues(schema, restored.value).map(restored.asSent)];
          return found.filter(({ path }) => !hasPlace(sent, path)).map(({ path }) => ({ target, path }));
        });
        expect(misplaced).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });

  it('the form of any target breaks no limit, and is its own form', () => {
    fc.assert(
      fc.property(schemas, MODES, ({ schema }, mode) => {
        for (const { target, strict, form } of formsOf(schema, mode)) {
          const { parameters } = form;
          const definition = { name: 'tool', description: '', parameters, strict: form.strict };
          const findings = limitsBroken([definition], providerOf(target)).filter(({ path }) => path.length !== 1);
          const { refusedAtRoot } = PROVIDER_LIMITS[providerOf(target)];
          const refused = refusedAtRoot.value.filter((keyword) => Object.hasOwn(parameters, keyword));
          const again = toDialect({ ...definition, strict }, target);
          expect({
            target,
            findings,
            refused,
            type: parameters.type,
            isSame: again.parameters === parameters,
            rewrites: again.rewrites,
            strict: again.strict,
          }).toEqual({
            target,
            findings: [],
            refused: [],
            type: 'object',
            isSame: true,
            rewrites: [],
            strict: form.strict,
          });
        }
      }),
      { numRuns: RUNS },
    );
  });
});

/** A value with something else in one of its places. */
function withWrongValue(value: JsonValue, place: number): JsonValue {
  const places = countPlaces(value);
  let left = place % places;
  const change = (one: JsonValue): JsonValue => {
    if (left-- === 0) return { wrong: [true] };
    if (Array.isArray(one)) return (one as readonly JsonValue[]).map(change);
    if (typeof one !== 'object' || one === null) return one;
    return Object.fromEntries(Object.entries(one).map(([key, inside]) => [key, change(inside as JsonValue)]));
  };
  return change(value);
}

function countPlaces(value: JsonValue): number {
  const inside =
    typeof value === 'object' && value !== null ? Object.values<JsonValue>(value as Record<string, JsonValue>) : [];
  return inside.reduce((sum: number, one) => sum + countPlaces(one), 1);
}

/** Whether everything on the way to the last key is there. */
function hasPlace(root: JsonValue, path: Path): boolean {
  let value: unknown = root;
  for (const key of path.slice(0, -1)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return false;
    value = (value as Readonly<Record<string | number, unknown>>)[key];
  }
  return path.length === 0 || (typeof value === 'object' && value !== null);
}
