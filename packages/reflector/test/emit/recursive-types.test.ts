import type { JsonSchema, JsonSchemaObject, JsonValue } from '@haft/schema';
import fc from 'fast-check';
import type { Revival } from '../../src/model.js';
import { typeOf } from '../support/models.js';
import { readWith } from '../support/read-with.js';

const node: JsonSchema = { $ref: '#/$defs/Node' };

interface Shape {
  readonly rule: 'anyOf' | 'oneOf';
  readonly branches: number;
  readonly isBuilt: boolean;
}

const shape: fc.Arbitrary<Shape> = fc.record({
  rule: fc.constantFrom('anyOf', 'oneOf'),
  branches: fc.integer({ min: 2, max: 4 }),
  isBuilt: fc.boolean(),
});

/** Reads the arguments `{ tree }` of a recursive union without a tag. */
function readerOf({ rule, branches, isBuilt }: Shape): (value: unknown) => unknown {
  const revivals: [JsonSchemaObject, Revival][] = [];
  const branch = (_: unknown, i: number): JsonSchemaObject => {
    const at: JsonSchemaObject = { type: 'string', format: 'date-time' };
    if (isBuilt) revivals.push([at, { kind: 'date' }]);
    return {
      type: 'object',
      properties: { children: { type: 'array', items: node }, [`own${i}`]: { type: 'integer' }, at },
      required: ['children', `own${i}`],
      additionalProperties: false,
    };
  };
  const schema: JsonSchemaObject = {
    type: 'object',
    properties: { tree: node },
    required: ['tree'],
    additionalProperties: false,
    $defs: { Node: { [rule]: [...Array.from({ length: branches }, branch), { type: 'string' }] } },
  };
  return readWith(typeOf(schema, revivals), {}, { tree: 'leaf' });
}

function treeOf(nodes: number, last: string, leaf: JsonValue): JsonValue {
  if (nodes <= 1) return { children: [], [last]: leaf };
  const half = Math.floor((nodes - 1) / 2);
  return { children: [treeOf(half, last, leaf), treeOf(nodes - 1 - half, last, 1)], [last]: 1 };
}

/** A value, and how often something in it is read. */
function watched(value: JsonValue): { readonly value: unknown; readonly reads: () => number } {
  let reads = 0;
  const watch = (one: unknown): unknown => {
    if (typeof one !== 'object' || one === null) return one;
    const inside: object = Array.isArray(one)
      ? one.map(watch)
      : Object.fromEntries(Object.entries(one).map(([key, child]) => [key, watch(child)]));
    return new Proxy(inside, { get: (target, key) => (reads++, Reflect.get(target, key) as unknown) });
  };
  return { value: watch(value), reads: () => reads };
}

describe('the emitted check of a recursive union without a tag', () => {
  it.each<JsonValue>([1, 'no number'])('reads at most twice as much of twice the nodes: leaf %j', (leaf) => {
    fc.assert(
      fc.property(shape, (one) => {
        const read = readerOf(one);
        const readsOf = (nodes: number): number => {
          const { value, reads } = watched(treeOf(nodes, `own${one.branches - 1}`, leaf));
          expect(read({ tree: value }) === undefined).toBe(leaf !== 1);
          return reads();
        };
        expect(readsOf(400)).toBeLessThanOrEqual(2.2 * readsOf(200));
      }),
      { numRuns: 20 },
    );
  });

  it('looks at an object again in the next call', () => {
    const read = readerOf({ rule: 'anyOf', branches: 2, isBuilt: false });
    const inner: Record<string, unknown> = { children: [], own1: 1 };
    const tree = { children: [inner], own1: 1 };
    expect(read({ tree })).toBeDefined();
    inner['own1'] = 'no number';
    expect(read({ tree })).toBeUndefined();
  });
});
