import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { StrictModeError, TARGETS, toDialect, type DialectForm, type Target } from '../../src/dialects/index.js';
import { validates, type JsonSchemaObject, type JsonValue } from '../../src/index.js';
import { ajvCheck } from '../support/ajv-oracle.js';
import { withoutNullable } from '../support/without-nullable.js';

/** The output of the build for types, with values that the types accept and reject. */
const FIXTURES = join(import.meta.dirname, '../../../reflector/test/fixtures/types');
const names = readdirSync(FIXTURES, { withFileTypes: true })
  .filter((one) => one.isDirectory())
  .map((one) => one.name);

const read = (name: string, file: string): unknown => JSON.parse(readFileSync(join(FIXTURES, name, file), 'utf8'));

function formOf(parameters: JsonSchemaObject, target: Target, strict: boolean | undefined): DialectForm | undefined {
  try {
    return toDialect({ name: 'tool', parameters, strict }, target);
  } catch (error) {
    if (error instanceof StrictModeError) return undefined;
    throw error;
  }
}

describe.each(names)('the type of the fixture %s', (name) => {
  const { arguments: parameters } = read(name, 'schema.json') as { arguments: JsonSchemaObject };
  const { accept, reject } = read(name, 'values.json') as Record<'accept' | 'reject', readonly JsonValue[]>;
  const asArguments = (value: JsonValue): JsonValue => (validates(parameters, value) ? value : { value });

  it.each(TARGETS)('has values that come back from the form of %s [NEW-21, SCH-14]', (target) => {
    for (const strict of [undefined, true, false]) {
      const form = formOf(parameters, target, strict);
      if (form === undefined || form.rewrites.some(({ loses }) => loses !== undefined)) continue;
      const accepts = ajvCheck(withoutNullable(form.parameters));
      for (const value of accept.map(asArguments)) {
        const sent = form.write(value);
        expect(accepts(sent)).toBe(true);
        expect(form.restore(sent)).toMatchObject({ value, issues: [] });
      }
    }
  });

  it.each(TARGETS)('takes nothing through the form of %s that it refuses', (target) => {
    for (const strict of [undefined, true, false]) {
      const form = formOf(parameters, target, strict);
      for (const value of form === undefined ? [] : reject.flatMap((one) => [one, { value: one }])) {
        const restored = form?.restore(value).value ?? null;
        // Only values that the form requires, such as null for a missing one, may become valid.
        if (JSON.stringify(restored) === JSON.stringify(value))
          expect(validates(parameters, restored)).toBe(validates(parameters, value));
      }
    }
  });
});
