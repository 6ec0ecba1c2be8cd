import { describe, expect, it } from '@jest/globals';
import type { JsonValue } from '@haft/schema';
import { fillReferences } from '../../src/plan/references/fill-references.js';
import { findReferences } from '../../src/plan/references/find-references.js';

const found = { items: [{ id: 7, 'a.b': 'dotted' }], total: 1, nothing: null } as const;

/** Returns the arguments with the values of references, or the problem. */
const filled = (args: Record<string, unknown>, result: JsonValue = found): unknown => {
  const read = findReferences(args);
  return fillReferences(read, () => result) ?? read.args;
};

const ref = (text: unknown): object => ({ $ref: text });

describe('references in arguments', () => {
  it.each<[string, unknown, unknown]>([
    ['a whole result', ref('s'), found],
    ['a property', ref('s.total'), 1],
    ['an item', ref('s.items.0.id'), 7],
    ['a key with a dot', ref("s.items.0['a.b']"), 'dotted'],
    ['null', ref('s.nothing'), null],
    ['a value in lists and objects', { a: [ref('s.total'), { b: ref('s.total') }] }, { a: [1, { b: 1 }] }],
  ])('become %s [PLAN-2]', (_, written, value) => {
    expect(filled({ x: written })).toEqual({ x: value });
  });

  it.each<[string, unknown, unknown]>([
    ['text with a dollar sign', 'costs $' + '{s.total}', 'costs $' + '{s.total}'],
    ['an object with a second key', { $ref: 's', x: 1 }, { $ref: 's', x: 1 }],
    ['a literal', { $literal: { $ref: 's.total' } }, { $ref: 's.total' }],
    ['a literal in a literal', { $literal: { $literal: 1 } }, { $literal: 1 }],
    ['$literal with a second key', { $literal: 1, x: ref('s.total') }, { $literal: 1, x: 1 }],
  ])('leave %s as it is [PLAN-2]', (_, written, value) => {
    expect(filled({ x: written })).toEqual({ x: value });
  });

  it.each([
    ['s.itms', "there is no 'itms'; did you mean 'items'?"],
    ['s.zzz', "there is no 'zzz'; there are 'items', 'total', 'nothing'"],
    ['s.items.3.id', "there is no 'items.3', because the value is an array of 1 item"],
    ['s.items.-1', "there is no 'items.-1', because the value is an array of 1 item"],
    ['s.items.00', "there is no 'items.00', because the value is an array of 1 item"],
    ['s.items.length', "there is no 'items.length', because the value is an array of 1 item"],
    ['s.items.0.a.b', "there is no 'items.0.a'; there are 'id', 'a.b'"],
    ['s.total.toFixed', "there is no 'total.toFixed', because the value is a number"],
    ['s.nothing.x', "there is no 'nothing.x', because the value is null"],
    ['s.constructor', "there is no 'constructor'; there are 'items', 'total', 'nothing'"],
    ['s.__proto__', "there is no '__proto__'; there are 'items', 'total', 'nothing'"],
  ])('explain that %s has no value [PLAN-2]', (text, problem) => {
    expect(filled({ x: [ref(text)] })).toBe(`args.x[0]: in the result of step 's' ${problem}`);
  });

  it.each([5, null, { a: 1 }, '', 's.', 's[x'])(
    'are an issue if they are not a text of this form: %j [PLAN-2]',
    (text) => {
      const { issues } = findReferences({ x: [ref(text)] });
      expect(issues).toMatchObject([
        { path: ['x', 0], rule: '$ref', expected: expect.stringContaining('a reference') },
      ]);
    },
  );

  it('give each step a copy, which it may change [PLAN-2]', () => {
    const result = { list: [1] };
    const { list } = filled({ list: ref('s.list') }, result) as { list: number[] };
    list.push(2);
    expect(result).toEqual({ list: [1] });
    const literal = { $literal: [1] };
    (filled({ x: literal }) as { x: number[] }).x.push(2);
    expect(literal).toEqual({ $literal: [1] });
  });

  it('keep keys like __proto__ as data [PLAN-2]', () => {
    const result = JSON.parse('{"__proto__":{"polluted":true}}') as JsonValue;
    const args = filled({ x: ref('s') }, result) as { x: object };
    expect(Object.keys(args.x)).toEqual(['__proto__']);
    expect(JSON.stringify(args)).toBe('{"x":{"__proto__":{"polluted":true}}}');
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it('do not multiply a large result [PLAN-2]', () => {
    const large = Array.from({ length: 100_000 }, (_, index) => index);
    const args = { x: Array.from({ length: 9_000 }, () => ref('s')) };
    expect(filled(args, large)).toBe("args.x[9]: the result of step 's' is too large for an argument");
  });

  it('do not overflow the stack with a deep result [PLAN-2]', () => {
    let deep: JsonValue = 1;
    for (let depth = 0; depth < 100_000; depth++) deep = [deep];
    expect(filled({ x: ref('s') }, deep)).toBe("args.x: the result of step 's' is too large for an argument");
    expect(filled({ x: ref(`s${'.0'.repeat(100_000)}`) }, deep)).toEqual({ x: 1 });
  });
});
