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
/** Where there is no strict mode, one of them says all. */
const modesOf = (target: Target): fc.Arbitrary<boolean | undefined> =>
  PROVIDER_LIMITS[providerOf(target)].strict === undefined
    ? fc.constant(undefined)
    : fc.constantFrom(undefined, true, false);

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

describe.each([
  ['schemas of the build', emittedParameters],
  ['schemas that stand in themselves', recursiveParameters],
])('%s', (_, schemas) => {
  it.each(TARGETS)('a value in the form of %s comes back unchanged, unless the report names a loss', (target) => {
    fc.assert(
      fc.property(withValue(schemas), modesOf(target), ([schema, value], strict) => {
        const form = formOf(schema, target, strict);
        if (form === undefined || form.rewrites.some((one) => one.loses !== undefined)) return;
        const written = form.write(value);
        const { value: back, issues } = form.restore(written);
        const isAccepted = ajvAccepts(withoutNullable(form.parameters), written);
        expect([back, issues, isAccepted]).toEqual([value, [], true]);
      }),
      { numRuns: RUNS },
    );
  });

  it.each(TARGETS)('a problem of a value in the form of %s has the path that the model sees', (target) => {
    fc.assert(
      fc.property(withValue(schemas), modesOf(target), fc.nat(), ([schema, value], strict, place) => {
        const form = formOf(schema, target, strict);
        if (form === undefined) return;
        const sent = withWrongValue(form.write(value), place);
        const restored = form.restore(sent);
        const found = [...restored.issues, ...collectIssues(schema, restored.value).map(restored.asSent)];
        expect(found.map(({ path }) => path).filter((path) => !hasPlace(sent, path))).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });

  it.each(TARGETS)('the form of %s breaks no limit, and is its own form', (target) => {
    fc.assert(
      fc.property(schemas, modesOf(target), ({ schema }, strict) => {
        const form = formOf(schema, target, strict);
        if (form === undefined) return;
        const definition = { name: 'tool', description: '', parameters: form.parameters, strict: form.strict };
        const findings = limitsBroken([definition], providerOf(target)).filter(({ path }) => path.length !== 1);
        const { refusedAtRoot } = PROVIDER_LIMITS[providerOf(target)];
        const refused = refusedAtRoot.value.filter((keyword) => Object.hasOwn(form.parameters, keyword));
        expect([findings, refused, form.parameters.type]).toEqual([[], [], 'object']);
        const again = toDialect({ ...definition, strict }, target);
        expect(again.parameters).toBe(form.parameters);
        expect([again.rewrites, again.strict]).toEqual([[], form.strict]);
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
