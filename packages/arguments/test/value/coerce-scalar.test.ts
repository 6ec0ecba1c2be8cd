import type { JsonSchemaObject, JsonValue } from '@haft/schema';
import { scalarOf } from '../../src/value/coerce-scalar.js';

test.each<readonly [schema: JsonSchemaObject, value: JsonValue, result: JsonValue | undefined]>([
  [{ type: 'number' }, '1.5', 1.5],
  [{ type: 'number' }, ' -2 ', -2],
  [{ type: 'number' }, '15e-10', 15e-10],
  [{ type: 'number' }, '1E+10', 1e10],
  [{ type: 'number' }, '1e400', undefined],
  [{ type: 'number' }, '9007199254740993', undefined],
  [{ type: 'number' }, '01', undefined],
  [{ type: 'number' }, '1.', undefined],
  [{ type: 'number' }, '', undefined],
  [{ type: 'number' }, true, undefined],
  [{ type: 'integer' }, '12e1', 120],
  [{ type: 'integer' }, '1.5', undefined],
  [{ type: 'integer' }, 9007199254740992, undefined],
  [{ type: 'boolean' }, 'TRUE', true],
  [{ type: 'boolean' }, 'False', false],
  [{ type: 'boolean' }, 'yes', undefined],
  [{ type: 'boolean' }, 1, undefined],
  [{ type: 'null' }, 'None', null],
  [{ type: 'null' }, 'null', null],
  [{ type: 'null' }, 'NULL', undefined],
  [{ type: 'string' }, 5, undefined],
  [{ type: 'string' }, '5', '5'],
  [{}, 5, 5],
  [{ enum: ['Red', 'blue', 5, true] }, ' red', 'Red'],
  [{ enum: ['Red', 'blue', 5, true] }, '5', 5],
  [{ enum: ['Red', 'blue', 5, true] }, 'true', true],
  [{ enum: ['red', 'Red'] }, 'RED', undefined],
  [{ const: 'on' }, 'ON', 'on'],
])('for %j, %j is read as %j', (schema, value, result) => {
  expect(scalarOf(schema, value)).toStrictEqual(result);
});
