import type { Issue, Path } from '@haft/schema';
import { DEFAULT_ARGUMENT_LIMITS } from '../../src/default-limits.js';
import { openedItems, openedTexts } from '../../src/value/opened-values.js';

const at = (path: Path, rule: Issue['rule'] = 'type'): Issue => ({ path, rule, expected: '', received: '' });

test('an object with a wrong type is a list with one item, and its neighbours stay', () => {
  const root = { rows: ['a', { b: 1 }, 'c'], one: { d: 2 }, text: 'e' };
  const issues = [at(['rows', 1]), at(['one']), at(['text']), at([])];
  expect(openedItems(root, issues)).toEqual({
    value: { rows: ['a', [{ b: 1 }], 'c'], one: [{ d: 2 }], text: 'e' },
    paths: [['rows', 1], ['one']],
  });
  expect(openedItems(root, [at(['one'], 'required')])).toBeUndefined();
});

test('a JSON text with an issue is the list or the object in it', () => {
  const root = { rows: ['[1]', '{"a":2}', '3', 'x'], more: '[1' };
  const issues = [0, 1, 2, 3].map((index) => at(['rows', index]));
  expect(openedTexts(root, [...issues, at(['more'])], DEFAULT_ARGUMENT_LIMITS)).toEqual({
    value: { rows: [[1], { a: 2 }, '3', 'x'], more: '[1' },
    paths: [
      ['rows', 0],
      ['rows', 1],
    ],
  });
});
