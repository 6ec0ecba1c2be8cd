import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import {
  providerOf,
  PROVIDER_LIMITS,
  StrictModeError,
  TARGETS,
  toDialect,
  type DialectForm,
  type Target,
} from '../../src/dialects/index.js';
import { validates, type JsonSchemaObject, type JsonValue } from '../../src/index.js';
import { ajvCheck } from '../support/ajv-oracle.js';
import { withoutNullable } from '../support/without-nullable.js';

/** The output of the build for types, with values that the types accept and reject. */
const FIXTURES = join(import.meta.dirname, '../../../reflector/test/fixtures/types');
const names = readdirSync(FIXTURES, { withFileTypes: true })
  .filter((one) => one.isDirectory())
  .map((one) => one.name);

const read = (name: string, file: string): unknown => JSON.parse(readFileSync(join(FIXTURES, name, file), 'utf8'));

/** The forms in all modes. Where there is no strict mode, one of them says all. */
function formsOf(parameters: JsonSchemaObject, target: Target): readonly DialectForm[] {
  const modes = PROVIDER_LIMITS[providerOf(target)].strict === undefined ? [undefined] : [undefined, true, false];
  return modes.flatMap((strict) => {
    try {
      return [toDialect({ name: 'tool', parameters, strict }, target)];
    } catch (error) {
      if (error instanceof StrictModeError) return [];
      throw error;
    }
  });
}

describe.each(names)('the type of the fixture %s', (name) => {
  const { arguments: parameters } = read(name, 'schema.json') as { arguments: JsonSchemaObject };
  const { accept, reject } = read(name, 'values.json') as Record<'accept' | 'reject', readonly JsonValue[]>;
  const asArguments = (value: JsonValue): JsonValue => (validates(parameters, value) ? value : { value });

  it.each(TARGETS)('has values that come back from the form of %s [NEW-21, SCH-14]', (target) => {
    for (const form of formsOf(parameters, target)) {
      if (form.rewrites.some(({ loses }) => loses !== undefined)) continue;
      const accepts = ajvCheck(withoutNullable(form.parameters));
      const values = accept.map(asArguments);
      const found = values.map((value) => {
        const sent = form.write(value);
        const { value: back, issues } = form.restore(sent);
        return { isAccepted: accepts(sent), back, issues };
      });
      expect(found).toEqual(values.map((value) => ({ isAccepted: true, back: value, issues: [] })));
    }
  });

  it.each(TARGETS)('takes nothing through the form of %s that it refuses', (target) => {
    for (const form of formsOf(parameters, target)) {
      const taken = reject
        .flatMap((one) => [one, { value: one }])
        .filter((value) => {
          const { value: restored } = form.restore(value);
          // Only values that the form requires, such as null for a missing one, may become valid.
          const isSame = JSON.stringify(restored) === JSON.stringify(value);
          return isSame && validates(parameters, restored) !== validates(parameters, value);
        });
      expect(taken).toEqual([]);
    }
  });
});
