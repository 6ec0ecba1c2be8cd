import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { floor, handChecks } from '../../src/floor/floor.js';
import { jsonSchemas } from '../../src/shapes/json-schemas.js';
import { methods } from '../../src/shapes/methods.js';
import { payloads, WRONG_FIELDS } from '../../src/shapes/payloads.js';
import { SHAPES } from '../../src/shapes/shapes.js';

const ajv = new Ajv({ discriminator: true, strict: false, allErrors: true });
addFormats.default(ajv);

describe.each(SHAPES)('the floor, shape %s', (shape) => {
  const { valid, invalid } = payloads[shape];

  test('accepts the same values as ajv', () => {
    for (const one of valid.objects) {
      expect(ajv.validate(jsonSchemas[shape], one)).toBe(true);
      expect(handChecks[shape](one)).toBeUndefined();
    }
  });

  test('names exactly the fields that are wrong', () => {
    for (const one of invalid.objects) {
      expect(ajv.validate(jsonSchemas[shape], one)).toBe(false);
      expect(handChecks[shape](one)?.map(({ path }) => path)).toEqual(WRONG_FIELDS[shape]);
    }
  });

  test('refuses an unknown property at the root', () => {
    expect(handChecks[shape]({ ...valid.objects[0], other: 1 })).toEqual([
      { path: 'other', message: 'is not allowed' },
    ]);
  });

  test('answers a right call with the result and a wrong one with the problems', async () => {
    const call = floor(methods).callFor(shape);
    expect(JSON.parse(String(await call(valid.texts[0] ?? '')))).toMatchObject({ ok: true });
    expect(await call(invalid.texts[0] ?? '')).toMatch(/^Fix the errors: \[/);
  });
});
