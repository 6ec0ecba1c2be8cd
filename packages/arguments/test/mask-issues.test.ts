import type { Repair } from '@haft/core';
import type { Issue, Path } from '@haft/schema';
import { maskIssues, maskOutcome } from '../src/mask-issues.js';
import { argumentCheck } from './support/argument-check.js';

const check = argumentCheck({
  type: 'object',
  properties: {
    secrets: { type: 'object', properties: { key: { type: 'string' } } },
    list: { type: 'array', items: { oneOf: [{ type: 'object', properties: { inner: {} } }, true] } },
    open: { type: 'string' },
  },
});
const sensitive: readonly Path[] = [['secrets'], ['list', 0]];

const at = (path: Path, rule: Issue['rule'] = 'type'): Issue => ({ path, rule, expected: 'e', received: 'r' });
const shown = (...paths: readonly Path[]): readonly Path[] =>
  maskIssues(
    check,
    sensitive,
    paths.map((path) => at(path)),
  ).map(({ path }) => path);

test('an undeclared name inside a sensitive value is hidden, and a declared name or an index is not', () => {
  expect(shown(['secrets', 'pin 1234'])).toEqual([['secrets', '(hidden)']]);
  expect(shown(['secrets', 'key'], ['secrets', 'key', 3])).toEqual([
    ['secrets', 'key'],
    ['secrets', 'key', 3],
  ]);
  expect(shown(['list', 0, 'inner'], ['list', 0, 'other', 'inner'])).toEqual([
    ['list', 0, 'inner'],
    ['list', 0, '(hidden)', 'inner'],
  ]);
});

test('a name elsewhere is shown, also next to a sensitive value', () => {
  expect(shown(['unknown'], ['secrets', 'a'], ['list', 1, 'other'], ['open'])).toEqual([
    ['unknown'],
    ['secrets', '(hidden)'],
    ['list', 1, 'other'],
    ['open'],
  ]);
});

test('issues that look the same after masking are one, and other rules stay', () => {
  const issues = [at(['secrets', 'a']), at(['secrets', 'b']), at(['secrets', 'c'], 'enum'), at(['open']), at(['open'])];
  expect(maskIssues(check, sensitive, issues).map(({ path, rule }) => [path.join('.'), rule])).toEqual([
    ['secrets.(hidden)', 'type'],
    ['secrets.(hidden)', 'enum'],
    ['open', 'type'],
    ['open', 'type'],
  ]);
});

test('an outcome without a secret name stays the same object', () => {
  const repair = (path: Path): Repair => ({ path, kind: 'name', from: 'a', to: 'b' });
  const refused = { refusal: { issues: [at(['open'])] }, repairs: [repair(['open'])] };
  expect(maskOutcome(check, sensitive, refused)).toBe(refused);
  expect(maskOutcome(check, [], { ...refused, repairs: [repair(['secrets', 'a'])] }).repairs[0]?.path).toEqual([
    'secrets',
    'a',
  ]);
  const accepted = { args: {}, wire: {}, repairs: [repair(['secrets', 'a'])] };
  expect(maskOutcome(check, sensitive, accepted)).toMatchObject({
    args: {},
    repairs: [{ path: ['secrets', '(hidden)'] }],
  });
});
