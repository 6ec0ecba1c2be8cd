import { expect, it } from '@jest/globals';
import {
  describeSuite,
  JSON_SCHEMA_TEST_SUITE,
  type JsonSchemaTestSuite,
} from '../../../../scripts/suites/public-suite.js';
import { StrictModeError, TARGETS, toDialect, type DialectForm, type Target } from '../../src/dialects/index.js';
import { validates, type JsonSchema, type JsonSchemaObject, type JsonValue } from '../../src/index.js';
import { ajvAccepts } from '../support/ajv-oracle.js';
import { withoutNullable } from '../support/without-nullable.js';

/** Keywords that only ajv knows, and references out of the document: those are not followed. */
const FOREIGN = /"\$id"|"\$anchor"|"\$dynamic|"\$ref":"(?!#)|"unevaluated|"dependentSchemas"|"\$vocabulary"|"\$schema"/;

/** A schema of the suite as the arguments themselves, and as one argument. */
function* parametersOf(
  schema: JsonSchema,
): Generator<{ parameters: JsonSchemaObject; of: (data: JsonValue) => JsonValue }> {
  if (typeof schema === 'object') yield { parameters: schema, of: (data) => data };
  if (/"\$ref"/.test(JSON.stringify(schema))) return;
  yield {
    parameters: { type: 'object', properties: { a: schema }, required: ['a'], additionalProperties: false },
    of: (data) => ({ a: data }),
  };
}

describeSuite<JsonSchemaTestSuite<JsonSchema>>(
  'the schemas of the JSON Schema test suite',
  JSON_SCHEMA_TEST_SUITE,
  ({ files }) => {
    const cases = Object.keys(files).flatMap((name) => TARGETS.map((target) => [name, target] as const));

    it.each(cases)('%s become forms of %s without a crash and without a quiet change of meaning', (name, target) => {
      const wrong: string[] = [];
      for (const { description, schema, tests } of files[name] ?? []) {
        for (const { parameters, of } of parametersOf(schema)) {
          for (const form of formsOf(parameters, target)) {
            if (FOREIGN.test(JSON.stringify(schema))) continue;
            const mode = form.strict ? 'strict' : 'loose';
            for (const { data } of tests) {
              const found = problemOf(parameters, of(data), form);
              if (found !== undefined) wrong.push(`${description} (${mode}): ${JSON.stringify(of(data))} ${found}`);
            }
          }
        }
      }
      expect(wrong).toEqual([]);
    });
  },
);

/** With strict mode where it can be had, and without. */
function formsOf(parameters: JsonSchemaObject, target: Target): readonly DialectForm[] {
  const loose = toDialect({ name: 'tool', parameters, strict: false }, target);
  const chosen = toDialect({ name: 'tool', parameters }, target);
  try {
    return [loose, chosen, toDialect({ name: 'tool', parameters, strict: true }, target)];
  } catch (error) {
    if (!(error instanceof StrictModeError)) throw error;
    return [loose, chosen];
  }
}

/**
 * Returns the problem of a value after a round trip. Undefined if there is none, or if the report
 * names it.
 */
function problemOf(parameters: JsonSchemaObject, value: JsonValue, form: DialectForm): string | undefined {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isObject) return undefined;
  const written = withoutNullable(form.parameters);
  if (!validates(parameters, value)) {
    const isQuiet = form.rewrites.length === 0 && ajvAccepts(written, value);
    return isQuiet && !ajvAccepts(parameters, value) ? 'is valid now' : undefined;
  }
  if (form.rewrites.some((one) => one.loses !== undefined)) return undefined;
  const sent = form.write(value);
  if (!ajvAccepts(written, sent)) return `is not valid as ${JSON.stringify(sent)}`;
  const back = form.restore(sent);
  if (back.issues.length > 0) return `has issues ${JSON.stringify(back.issues)}`;
  return JSON.stringify(sorted(back.value)) === JSON.stringify(sorted(value))
    ? undefined
    : `came back as ${JSON.stringify(back.value)}`;
}

function sorted(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value as Readonly<Record<string, JsonValue>>).map(
    ([key, one]) => [key, sorted(one)] as const,
  );
  return Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)));
}
