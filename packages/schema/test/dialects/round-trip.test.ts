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
import type { JsonSchemaObject, JsonValue } from '../../src/index.js';
import { ajvAccepts } from '../support/ajv-oracle.js';
import { emittedParameters, recursiveParameters, type Emitted } from '../support/emitted-schema.js';
import { withoutNullable } from '../support/without-nullable.js';

const RUNS = 150;
const MODES = [undefined, true, false] as const;
const cases = TARGETS.flatMap((target) => MODES.map((strict) => [target, strict] as const));

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
  it.each(cases)(
    'a value in the form of %s (strict: %s) comes back as it was, unless the report says what is lost',
    (target, strict) => {
      fc.assert(
        fc.property(withValue(schemas), ([schema, value]) => {
          const form = formOf(schema, target, strict);
          if (form === undefined) return;
          const written = form.write(value);
          const { value: back, issues } = form.restore(written);
          const isLossy = form.rewrites.some((one) => one.loses !== undefined);
          if (!isLossy) {
            expect(back).toEqual(value);
            expect(issues).toEqual([]);
            expect(ajvAccepts(withoutNullable(form.parameters), written)).toBe(true);
          }
        }),
        { numRuns: RUNS },
      );
    },
  );

  it.each(cases)('the form of %s (strict: %s) breaks no limit, and is its own form', (target, strict) => {
    fc.assert(
      fc.property(schemas, ({ schema }) => {
        const form = formOf(schema, target, strict);
        if (form === undefined) return;
        const definition = { name: 'tool', description: '', parameters: form.parameters, strict: form.strict };
        const findings = limitsBroken([definition], providerOf(target)).filter(({ path }) => path.length !== 1);
        expect(findings).toEqual([]);
        const { refusedAtRoot } = PROVIDER_LIMITS[providerOf(target)];
        for (const keyword of refusedAtRoot.value) expect(form.parameters).not.toHaveProperty(keyword);
        expect(form.parameters.type).toBe('object');
        const again = toDialect({ ...definition, strict }, target);
        expect(again.rewrites).toEqual([]);
        expect(again.parameters).toBe(form.parameters);
        expect(again.strict).toBe(form.strict);
      }),
      { numRuns: RUNS },
    );
  });
});
