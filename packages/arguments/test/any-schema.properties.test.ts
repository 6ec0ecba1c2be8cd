import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createChecker, exampleOf, type JsonSchemaObject } from '@haft/schema';
import { ajvAccepts } from '../../schema/test/support/ajv-oracle.js';
import { arbitrarySchema, arbitraryValue } from '../../schema/test/support/arbitrary-schema.js';
import { parseArguments } from '../src/parse-arguments.js';
import { DEFAULT_ARGUMENT_LIMITS } from '../src/default-limits.js';
import { coerceArguments } from '../src/value/coerce-arguments.js';
import { formatAnnotated } from '../src/feedback/format-annotated.js';
import { formatRetryPrompt } from '../src/feedback/format-retry-prompt.js';
import { argumentCheck } from './support/argument-check.js';

const parameters = arbitrarySchema.map((value): JsonSchemaObject => ({
  type: 'object',
  properties: { value },
  additionalProperties: false,
}));
/** Generates values, and the same values as models send them: everything as text. */
const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
const sentValue = fc.oneof(arbitraryValue, arbitraryValue.map(asText));
/**
 * Returns whether a value has a name that no argument may have, or one that ajv calls when it
 * compares objects.
 */
const isReserved = (value: unknown): boolean => /\\*"(constructor|toString)\\*":/.test(JSON.stringify(value));

describe('for any schema and any value', () => {
  it('an accepted value is valid, repaired or not, and a valid value is accepted unchanged [NEW-2]', () => {
    fc.assert(
      fc.property(parameters, sentValue, fc.boolean(), (schema, value, open) => {
        if (isReserved(value) || isReserved(schema)) return;
        const outcome = parseArguments(argumentCheck(schema, { open }), JSON.stringify({ value }));
        const fits = ajvAccepts(schema, { value });
        if (fits) expect(outcome).toMatchObject({ wire: { value }, repairs: [] });
        else if (outcome.refusal === undefined) {
          expect(ajvAccepts(schema, outcome.wire)).toBe(true);
          expect(outcome.repairs).not.toEqual([]);
        } else expect(outcome.refusal.issues).not.toEqual([]);
      }),
      { numRuns: 400 },
    );
  });

  it('no coercion that would help is left out', () => {
    fc.assert(
      fc.property(parameters, sentValue, (schema, value) => {
        const checker = createChecker(schema);
        const coerced = coerceArguments(checker, { value }, DEFAULT_ARGUMENT_LIMITS);
        if (coerced === undefined || !checker.validates(coerced.value) || isReserved(value)) return;
        expect(parseArguments(argumentCheck(schema), JSON.stringify({ value }))).toMatchObject({
          wire: coerced.value,
        });
      }),
      { numRuns: 2000 },
    );
  });

  it('the example is accepted as it is [NEW-2]', () => {
    fc.assert(
      fc.property(parameters, (schema) => {
        const example = exampleOf(schema);
        if (example === undefined || isReserved(example) || isReserved(schema)) return;
        expect(parseArguments(argumentCheck(schema), JSON.stringify(example))).toMatchObject({
          wire: example,
          repairs: [],
        });
      }),
      { numRuns: 400 },
    );
  });

  it('the prompts are bounded, in both forms, and a second time [ERR-6]', () => {
    fc.assert(
      fc.property(parameters, sentValue, fc.boolean(), (schema, value, again) => {
        const check = argumentCheck(schema);
        const sent = { value };
        const { refusal } = parseArguments(check, sent);
        if (refusal === undefined) return;
        const repeated = again ? { schema, example: check.example() } : undefined;
        for (const format of [formatRetryPrompt, formatAnnotated]) {
          const text = format({ tool: 'set_value', refusal, repeated, sent });
          expect(text.length).toBeLessThanOrEqual(2000);
          expect(text.endsWith('\n\nFix the errors and try again.')).toBe(true);
        }
      }),
      { numRuns: 1000 },
    );
  });
});
