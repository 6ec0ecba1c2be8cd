import { expect, it } from '@jest/globals';
import { createRuntime, defineTool, toolset } from '../../src/index.js';

/* A keyword that only ajv checks has the texts of any other keyword, and none of ajv. */

/** A schema of `b` that holds next to `a`. */
const beside = (b: unknown): object => ({ dependentSchemas: { a: { properties: { b } } } });

it.each<[schema: object, args: object, ...texts: string[]]>([
  [{ properties: { a: {} }, unevaluatedProperties: false }, { a: 1, b: 1 }, 'b: expected no property of this name'],
  [{ properties: { a: {} }, unevaluatedProperties: { type: 'number' } }, { a: 1, b: 'x' }, 'b: expected a number'],
  [{ properties: { b: { prefixItems: [{}], unevaluatedItems: false } } }, { b: [1, 2] }, 'b: expected at most 1 item'],
  [
    { properties: { b: { prefixItems: [{}], unevaluatedItems: { type: 'string' } } } },
    { b: [1, 2] },
    'b[1]: expected a string',
  ],
  [{ properties: { b: { items: [{}], additionalItems: false } } }, { b: [1, 2] }, 'b: expected at most 1 item'],
  [{ dependencies: { a: ['b', 'c'] } }, { a: 1 }, 'expected an object with b, c, because it has a'],
  [{ dependentSchemas: { a: { required: ['b'] } } }, { a: 1 }, 'b: expected a value'],
  [beside({ enum: ['x', 'y'] }), { a: 1, b: 'z' }, 'b: expected one of "x", "y"'],
  [beside({ minimum: 3 }), { a: 1, b: 2 }, 'b: expected a number of at least 3'],
  [
    beside({ anyOf: [{ type: 'string' }, { minimum: 3 }] }),
    { a: 1, b: 2 },
    'b: expected a string or a number of at least 3',
  ],
  [beside({ not: { type: 'number' } }), { a: 1, b: 2 }, 'b: expected something other than a number'],
  [
    beside({ contains: { type: 'string' }, minContains: 2 }),
    { a: 1, b: ['x'] },
    'b: expected at least 2 items that are each a string',
  ],
  [
    beside({ propertyNames: { pattern: '^k' } }),
    { a: 1, b: { z: 1 } },
    'b.z: expected a property name that starts with "k"',
  ],
  [
    beside({ properties: {}, additionalProperties: false }),
    { a: 1, b: { z: 1 } },
    'b.z: expected no property of this name',
  ],
  [beside({ if: { type: 'number' }, then: { minimum: 3 } }), { a: 1, b: 2 }, 'b: expected a number of at least 3'],
  [beside({ dependentRequired: { k: ['l'] } }), { a: 1, b: { k: 1 } }, 'b.l: expected a value'],
  [
    beside({ uniqueItems: true, minItems: 3 }),
    { a: 1, b: [2, 2] },
    'b: expected at least 3 items',
    'b: expected items that are all different ([1] repeats [0])',
  ],
  [
    beside({ pattern: '^x', maxLength: 2 }),
    { a: 1, b: 'abc' },
    'b: expected a string of at most 2 characters',
    'b: expected a string that starts with "x"',
  ],
  [beside(false), { a: 1, b: 2 }, 'b: expected a value that fits the schema'],
])('%j with %j', async (schema, args, ...texts) => {
  const parameters = { type: 'object', ...schema } as const;
  const tool = defineTool({ name: 'note', description: 'Notes.', parameters, execute: () => 'noted' });
  const { text } = await createRuntime({ toolsets: toolset('desk', [tool]) })
    .startRun()
    .call({ name: 'note', arguments: args });
  const lines = text.split('\n').filter((line) => line.startsWith('- '));
  expect(lines.map((line) => line.slice(2).replace(/, received .*/, ''))).toEqual(texts);
});
