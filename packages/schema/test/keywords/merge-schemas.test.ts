import type { JsonSchemaObject } from '../../src/index.js';
import { mergedExactly } from '../../src/keywords/merge-schemas.js';

describe('two schemas merge', () => {
  test.each<[JsonSchemaObject, JsonSchemaObject, JsonSchemaObject, ...JsonSchemaObject[]]>([
    [{ default: null }, { default: 'x' }, { default: null }],
    [{ description: 'a' }, { description: 'b' }, { description: 'a' }],
    [{ minLength: 1 }, { minLength: 2 }, { minLength: 2 }],
    [{ multipleOf: 0.1 }, { multipleOf: 0.3 }, { multipleOf: 0.3 }],
    [{ multipleOf: 2 }, { multipleOf: 3 }, { multipleOf: 2 }, { multipleOf: 3 }],
    [{ pattern: 'a' }, { pattern: 'b' }, { pattern: 'a' }, { pattern: 'b' }],
  ])('%j and %j', (a, b, schema, ...left) => {
    expect(mergedExactly(a, b)).toEqual({ schema, left });
  });
});
