import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { nearName } from '../src/index.js';

describe('the name that a developer meant', () => {
  it.each([
    ['max_calls', ['timeoutMs', 'maxCalls'], 'maxCalls'],
    ['TIMEOUTMS', ['timeoutMs', 'maxCalls'], 'timeoutMs'],
    ['desc', ['name', 'description'], 'description'],
    ['provides', ['provide', 'prepare'], 'provide'],
    ['timeuotMs', ['timeoutMs', 'maxCalls'], 'timeoutMs'],
    ['naem', ['name', 'title'], 'name'],
    ['file-read', ['file_write', 'file_read'], 'file_read'],
    ['A', ['b', 'a'], 'a'],
    ['desc', ['descending', 'describe'], 'describe'],
    ['de', ['name', 'description'], 'description'],
    ['abx', ['abc'], 'abc'],
    ['abcdxx', ['abcdef'], 'abcdef'],
    ['abcdefghxxxx', ['abcdefghijkl'], 'abcdefghijkl'],
  ])('%s is meant for one of %j: %s', (word, names, meant) => {
    expect(nearName(word, names)).toBe(meant);
  });

  it.each([
    ['colour', ['timeoutMs', 'maxCalls']],
    ['', ['a', 'b']],
    ['__', ['a', 'b']],
    ['__', ['-']],
    ['x', ['a', 'b']],
    ['d', ['description']],
    ['myownname', ['name']],
    ['abcd', ['xbax']],
    ['ax', ['ab']],
    ['axx', ['abc']],
    ['abcxxx', ['abcdef']],
    ['abcdefghijxxxxx', ['abcdefghijklmno']],
    ['retries', []],
  ])('%j is near none of %j', (word, names) => {
    expect(nearName(word, names)).toBeUndefined();
  });

  it('is the first of names that are equally near', () => {
    expect(nearName('toolA', ['toolB', 'toolC'])).toBe('toolB');
  });

  it('is found with any one letter missing, doubled, replaced, or swapped with its neighbour', () => {
    const letters = fc.string({ unit: fc.constantFrom(...'abcdefgh'), minLength: 4, maxLength: 70 });
    fc.assert(
      fc.property(
        letters,
        fc.nat(),
        fc.constantFrom('missing', 'doubled', 'replaced', 'swapped'),
        (name, place, how) => {
          const i = place % name.length;
          const [before, letter, after] = [name.slice(0, i), name.charAt(i), name.slice(i + 1)];
          const words = {
            missing: before + after,
            doubled: before + letter + letter + after,
            replaced: `${before}z${after}`,
            swapped: before + after.slice(0, 1) + letter + after.slice(1),
          };
          expect(nearName(words[how], ['zzzzzzzzzzzz', name])).toBe(name);
        },
      ),
    );
  });

  it('reads only the beginning of long names', () => {
    const long = 'a'.repeat(1_000_000);
    expect(nearName(long, [`${long}b`])).toBe(`${long}b`);
  });
});
