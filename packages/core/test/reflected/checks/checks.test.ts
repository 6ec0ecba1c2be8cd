import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { formatTest, hasOtherKeys, isLonger, isObject, isShorter, isUnique } from '../../../src/reflected/index.js';

describe('lengths in code points', () => {
  it('are those of the text, whatever it is made of', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'é', '😀', '\ud83d', '\ude00', ''), maxLength: 12 });
    fc.assert(
      fc.property(text, fc.nat(14), (one, limit) => {
        const length = [...one].length;
        expect({ one, limit, shorter: isShorter(one, limit), longer: isLonger(one, limit) }).toEqual({
          one,
          limit,
          shorter: length < limit,
          longer: length > limit,
        });
      }),
    );
  });
});

describe('an object', () => {
  it('is neither null nor an array', () => {
    expect([{}, Object.create(null), [], null, 'a', undefined, 1].map(isObject)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
      false,
    ]);
  });

  it('has other keys when more keys than were counted have a value', () => {
    expect(hasOtherKeys({ a: 1, b: undefined }, 1 - 2)).toBe(false);
    expect(hasOtherKeys({ a: 1, b: 2 }, 1 - 2)).toBe(true);
  });
});

describe('items', () => {
  it('are unique as JSON values', () => {
    expect(isUnique([1, '1', [1], ['1'], { a: 1 }, { a: '1' }, null, true])).toBe(true);
    expect(
      isUnique([
        { a: 1, b: [2] },
        { b: [2], a: 1 },
      ]),
    ).toBe(false);
    expect(isUnique([0, -0])).toBe(false);
  });
});

describe('a format', () => {
  it('is that of the table', () => {
    expect(formatTest('email')('ada@example.com')).toBe(true);
    expect(formatTest('email')('ada')).toBe(false);
  });

  it('that does not exist is an error', () => {
    expect(() => formatTest('constructor')).toThrow('asks for the format "constructor", which does not exist');
  });
});
