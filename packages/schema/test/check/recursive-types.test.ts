import { describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { SchemaNode } from '../../src/check/schema-node.js';
import {
  collectIssues,
  createChecker,
  validates,
  type JsonSchema,
  type JsonSchemaObject,
  type JsonValue,
} from '../../src/index.js';
import { ajvAccepts } from '../support/ajv-oracle.js';
import { recursiveType } from '../support/recursive-types.js';

/** How many schemas a check asks about parts of the value. */
function stepsFor(work: () => unknown): number {
  const checks = jest.spyOn(SchemaNode.prototype, 'check');
  try {
    work();
    return checks.mock.calls.length;
  } finally {
    checks.mockRestore();
  }
}

describe('checks of recursive unions without a tag', () => {
  it.each<['chain' | 'tree', boolean, number]>([
    ['chain', false, 24],
    ['chain', true, 24],
    ['tree', false, 80],
    ['tree', true, 80],
  ])('take at most twice the steps for twice the nodes: a %s, broken: %s', (shape, broken, nodes) => {
    fc.assert(
      fc.property(recursiveType, (type) => {
        const stepsOf = (count: number): number => {
          const value = type[shape](count, broken);
          const checker = createChecker(type.schema);
          return stepsFor(() => checker.validates(value)) + stepsFor(() => checker.issuesOf(value));
        };
        expect(stepsOf(2 * nodes)).toBeLessThanOrEqual(2.2 * stepsOf(nodes));
      }),
      { numRuns: 60 },
    );
  });

  it('give the answer of ajv', () => {
    fc.assert(
      fc.property(recursiveType, fc.integer({ min: 1, max: 6 }), fc.boolean(), ({ schema, tree }, nodes, broken) => {
        const checker = createChecker(schema);
        const value = tree(nodes, broken);
        expect(checker.validates(value)).toBe(ajvAccepts(schema, value));
        expect(checker.issuesOf(value).length > 0).toBe(!checker.validates(value));
      }),
      { numRuns: 200 },
    );
  });

  it('take a value of 10,000 nodes', () => {
    const [type] = fc.sample(
      recursiveType.filter(({ tree }) => JSON.stringify(tree(100, false)).length > 1000),
      1,
    );
    const checker = createChecker(type?.schema ?? true);
    expect(checker.validates(type?.tree(10_000, false))).toBe(true);
  });

  it('look at a value again after it was changed', () => {
    const schema: JsonSchema = {
      anyOf: [
        { type: 'object', properties: { inside: { $ref: '#' }, a: { type: 'integer' } }, required: ['a'] },
        { type: 'object', properties: { inside: { $ref: '#' }, b: { type: 'integer' } }, required: ['b'] },
      ],
    };
    const checker = createChecker(schema);
    const inner: Record<string, JsonValue> = { b: 1 };
    const value = { inside: inner, b: 1 };
    expect(checker.validates(value)).toBe(true);
    inner['b'] = 'no number';
    expect(checker.validates(value)).toBe(false);
    expect(checker.issuesOf(value)).toHaveLength(1);
  });
});

describe('a check that takes too many steps', () => {
  const twice = (levels: number): JsonSchemaObject => ({
    $defs: Object.fromEntries(
      Array.from({ length: levels }, (_, i) => {
        const next: JsonSchema = i + 1 < levels ? { $ref: `#/$defs/d${i + 1}` } : { type: 'string' };
        return [`d${i}`, { allOf: [next, next] }];
      }),
    ),
  });

  it.each<[string, JsonSchemaObject]>([
    ['not', { not: { $ref: '#/$defs/d0' } }],
    ['if', { if: { $ref: '#/$defs/d0' }, then: false }],
    ['oneOf', { oneOf: [{ $ref: '#/$defs/d0' }, true] }],
    ['maxContains', { items: true, contains: { $ref: '#/$defs/d0' }, minContains: 0, maxContains: 0 }],
  ])('rejects a value whose answer %s turns around', (keyword, schema) => {
    const value = keyword === 'maxContains' ? ['x'] : 'x';
    // With few levels, the check ends, and the exact answer is no.
    expect(validates({ ...schema, ...twice(5) }, value)).toBe(false);
    expect(validates({ ...schema, ...twice(25) }, value)).toBe(false);
    expect(collectIssues({ ...schema, ...twice(25) }, value)).toMatchObject([{ expected: 'a simpler value' }]);
  });
});
