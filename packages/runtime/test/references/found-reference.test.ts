import type { Path } from '@haft/schema';
import fc from 'fast-check';
import { referencesIn, withValues } from '../../src/call/references/found-reference.js';

const place = (text: string): Path =>
  text === '' ? [] : text.split('.').map((key) => (/^\d+$/.test(key) ? +key : key));

test.each<readonly [value: unknown, found: readonly string[]]>([
  [{ $ref: 'rows_1' }, ['']],
  [{ a: { $ref: 'rows_1', type: 'x', preview: 'y' }, b: [1, { $ref: 'rows_2' }] }, ['a', 'b.1']],
  [{ a: { $ref: 'rows_1', more: 1 } }, []],
  [{ a: { $ref: '#/$defs/a' }, b: { $ref: 5 }, c: { type: 'x', preview: 'y' }, d: null }, []],
  [{ a: { more: { $ref: 'rows_1' } } }, ['a.more']],
  ['rows_1', []],
])('the references in %j are at %j', (value, found) => {
  expect(referencesIn(value, 10).map(({ path }) => path)).toEqual(found.map(place));
});

test('the search for references ends with one more than the limit', () => {
  const many = Array.from({ length: 50 }, (_, index) => ({ $ref: `rows_${index + 1}` }));
  expect(referencesIn(many, 3).map(({ id }) => id)).toEqual(['rows_1', 'rows_2', 'rows_3', 'rows_4']);
});

const key = fc.constantFrom('a', 'b', '__proto__', 'constructor');
const { data } = fc.letrec<{ data: unknown }>((tie) => ({
  data: fc.oneof(
    { maxDepth: 3 },
    fc.integer(),
    fc.array(tie('data'), { maxLength: 3 }),
    fc.array(fc.tuple(key, tie('data')), { maxLength: 3 }).map((entries) => Object.fromEntries(entries)),
  ),
}));

/** Returns the places of all integers. */
function leaves(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return entries.flatMap(([name, inside]: [string | number, unknown]) => leaves(inside, [...path, name]));
}

test('a copy has the other values at their places, and the value before stays', () => {
  fc.assert(
    fc.property(data, fc.nat(), (value, chosen) => {
      const before = JSON.stringify(value);
      const all = leaves(value);
      const places = all.filter((_path, index) => (chosen >> (index % 30)) % 2 === 1);
      const copy = withValues(
        value,
        places.map((path) => ({ path, value: path.join('/') })),
      );
      expect(JSON.stringify(value)).toBe(before);
      expect(leaves(copy)).toEqual(all);
      const at = (path: Path): unknown =>
        path.reduce<unknown>((one, name) => Object.getOwnPropertyDescriptor(one, name)?.value, copy);
      for (const path of places) expect(at(path)).toBe(path.join('/'));
      if (places.length === 0) expect(copy).toBe(value);
    }),
  );
});

test('a value in place of the whole wins', () => {
  const places = [
    { path: ['a'], value: 1 },
    { path: [], value: 2 },
  ];
  expect(withValues({ a: 0 }, places)).toBe(2);
});
