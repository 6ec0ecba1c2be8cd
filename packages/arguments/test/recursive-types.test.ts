import { describe, expect, it, jest } from '@jest/globals';
import { createChecker, type JsonSchema, type JsonValue } from '@haft/schema';
import { DEFAULT_ARGUMENT_LIMITS } from '../src/default-limits.js';
import { coerceArguments } from '../src/value/coerce-arguments.js';

const node: JsonSchema = { $ref: '#/$defs/Node' };

function branch(own: string): JsonSchema {
  return {
    type: 'object',
    properties: { children: { type: 'array', items: node }, [own]: { type: 'integer' } },
    required: ['children', own],
    additionalProperties: false,
  };
}

const schema: JsonSchema = {
  type: 'object',
  properties: { tree: node },
  required: ['tree'],
  $defs: { Node: { anyOf: [branch('a'), branch('b'), { type: 'string' }] } },
};

/** A tree of so many nodes, one of which has a text for a number. */
function treeOf(nodes: number, wrong: JsonValue): JsonValue {
  if (nodes <= 1) return { children: [], b: wrong };
  const half = Math.floor((nodes - 1) / 2);
  return { children: [treeOf(half, wrong), treeOf(nodes - 1 - half, 1)], b: 1 };
}

/** How many parts of the value are looked at. */
function stepsFor(value: JsonValue): number {
  const checker = createChecker(schema);
  let steps = 0;
  const counted = { ...checker, schema, resolve: (name: string) => (steps++, checker.resolve(name)) };
  const part = jest.fn((one: JsonSchema) => checker.part(one));
  coerceArguments(
    {
      ...counted,
      part,
      validates: (one) => checker.validates(one),
      issuesOf: (one) => checker.issuesOf(one),
      findingsOf: (one) => checker.findingsOf(one),
    },
    { tree: value },
    DEFAULT_ARGUMENT_LIMITS,
  );
  return steps + part.mock.calls.length;
}

describe('coercion in recursive unions without a tag', () => {
  it('takes the text for a number in the one branch that then fits', () => {
    const coerced = coerceArguments(createChecker(schema), { tree: treeOf(63, '5') }, DEFAULT_ARGUMENT_LIMITS);
    expect(coerced?.changes.map(({ from, to }) => [from, to])).toEqual([['5', 5]]);
  });

  it.each(['5', 'five'])('takes at most twice the steps for twice the nodes, with the text %s', (wrong) => {
    expect(stepsFor(treeOf(400, wrong))).toBeLessThanOrEqual(2.2 * stepsFor(treeOf(200, wrong)));
  });

  it.each(['5', 'five'])('ends for a value as deep as arguments may be, with the text %s', (wrong) => {
    let value: JsonValue = { children: [], b: wrong };
    for (let depth = 0; depth < 30; depth++) value = { children: [value], b: 1 };
    expect(stepsFor(value)).toBeLessThan(1000);
  });
});
