import fc from 'fast-check';
import type { JsonSchema, JsonValue } from '../../src/index.js';

/** A recursive type without tags, and values of it by their number of nodes. */
export interface RecursiveType {
  readonly schema: JsonSchema;
  /** @param broken - whether the innermost node breaks every branch */
  readonly tree: (nodes: number, broken: boolean) => JsonValue;
  /** As {@link tree}, each node inside the one before. */
  readonly chain: (nodes: number, broken: boolean) => JsonValue;
}

/** How a branch holds the nodes inside of it. */
type Holder = 'list' | 'map' | 'property';

interface Branch {
  readonly holder: Holder;
  /** A property that only this branch has. */
  readonly own: string;
  readonly isClosed: boolean;
}

/**
 * Unions of objects that all hold nodes under the same name, so that only the rest tells them
 * apart.
 */
export const recursiveType: fc.Arbitrary<RecursiveType> = fc
  .record({
    holder: fc.constantFrom<Holder>('list', 'map', 'property'),
    closed: fc.array(fc.boolean(), { minLength: 2, maxLength: 4 }),
    rule: fc.constantFrom('anyOf', 'oneOf'),
    isWrapped: fc.boolean(),
  })
  .map(({ holder, closed, rule, isWrapped }) => {
    const branches = closed.map((isClosed, i): Branch => ({ holder, own: `own${i}`, isClosed }));
    const union: JsonSchema = { [rule]: [...branches.map(schemaOf), { type: 'string' }] };
    const node: JsonSchema = isWrapped ? { allOf: [union] } : union;
    const last = branches.length - 1;
    const nodeOf = (children: readonly JsonValue[], index: number, broken: boolean): JsonValue => ({
      inside: inside(holder, children),
      // The last branch is tried when all others were.
      [`own${index % 7 === 0 ? 0 : last}`]: broken ? true : 1,
    });
    const chain = (nodes: number, broken: boolean): JsonValue => {
      let value: JsonValue = nodeOf(holder === 'property' ? ['end'] : [], 1, broken);
      for (let i = 1; i < nodes; i++) value = nodeOf([value], i, false);
      return value;
    };
    const tree = (nodes: number, broken: boolean): JsonValue => {
      if (nodes <= 1 || holder === 'property') return chain(Math.min(nodes, 24), broken);
      const half = Math.floor((nodes - 1) / 2);
      return nodeOf([tree(half, broken), tree(nodes - 1 - half, false)], nodes, false);
    };
    return { schema: { $ref: '#/$defs/Node', $defs: { Node: node } }, tree, chain };
  });

function schemaOf({ holder, own, isClosed }: Branch): JsonSchema {
  const node: JsonSchema = { $ref: '#/$defs/Node' };
  const held: Readonly<Record<Holder, JsonSchema>> = {
    list: { type: 'array', items: node },
    map: { type: 'object', additionalProperties: node },
    property: node,
  };
  return {
    type: 'object',
    properties: { inside: held[holder], [own]: { type: 'integer' } },
    required: ['inside', own],
    ...(isClosed && { additionalProperties: false }),
  };
}

function inside(holder: Holder, children: readonly JsonValue[]): JsonValue {
  if (holder === 'property') return children[0] ?? 'end';
  return holder === 'list' ? children : Object.fromEntries(children.map((child, i) => [`key${i}`, child]));
}
