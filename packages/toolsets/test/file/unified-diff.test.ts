import fc from 'fast-check';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { replaceIn, unifiedDiff, type Replacement } from '../../src/file/text/unified-diff.js';
import { folderWith, removeFolders } from './support/file-run.js';

afterAll(removeFolders);

it.each<[string, Replacement[], string]>([
  ['a\n', [{ start: 0, end: 1, text: 'b' }], '@@ -1 +1 @@\n-a\n+b\n'],
  [
    'a',
    [{ start: 0, end: 1, text: 'b' }],
    '@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n\\ No newline at end of file\n',
  ],
  ['a\nb\n', [{ start: 0, end: 2, text: '' }], '@@ -1,2 +1 @@\n-a\n b\n'],
  ['a\nb\n', [{ start: 1, end: 2, text: ' ' }], '@@ -1,2 +1 @@\n-a\n-b\n+a b\n'],
  ['a\n', [{ start: 0, end: 2, text: '' }], '@@ -1 +0,0 @@\n-a\n'],
  ['a\n', [{ start: 2, end: 2, text: 'b\n' }], '@@ -1 +1,2 @@\n a\n+b\n'],
  [
    'a\nb\n',
    [
      { start: 0, end: 2, text: 'x\n' },
      { start: 2, end: 3, text: 'y' },
    ],
    '@@ -1,2 +1,2 @@\n-a\n+x\n-b\n+y\n',
  ],
  [
    'a\nb\nc\nd\ne\nf\ng\nh\ni\nj\n',
    [
      { start: 0, end: 2, text: '' },
      { start: 14, end: 15, text: 'x' },
    ],
    '@@ -1,10 +1,9 @@\n-a\n b\n c\n d\n e\n f\n g\n-h\n+x\n i\n j\n',
  ],
  [
    'a\nb\nc\nd\ne\nf\ng\nh\ni\nj\n',
    [
      { start: 0, end: 2, text: '' },
      { start: 16, end: 17, text: 'x' },
    ],
    '@@ -1,4 +1,3 @@\n-a\n b\n c\n d\n@@ -6,5 +5,5 @@\n f\n g\n h\n-i\n+x\n j\n',
  ],
])('%j with %j is the diff %j [TOOL-3]', (text, replacements, diff) => {
  expect(unifiedDiff('f', text, replacements)).toBe(`--- a/f\n+++ b/f\n${diff}`);
});

it('marks a diff that is cut', () => {
  const text = 'a\n\n\n\n\n\n\n\n\n'.repeat(2_000);
  const starts = Array.from({ length: 2_000 }, (_, i) => i * 10);
  const diff = unifiedDiff(
    'f',
    text,
    starts.map((start) => ({ start, end: start + 1, text: 'b' })),
  );
  expect(diff.length).toBeLessThan(20_100);
  expect(diff).toMatch(/\.\.\. the diff goes on\n$/);
});

it.each(['a', 'a\n', 'a\n\n\n\n\n\n\n\n\n'])('is the same for 30,000 changes of %j as for 20,000', (part) => {
  const diffOf = (count: number): string =>
    unifiedDiff(
      'f',
      part.repeat(30_000),
      Array.from({ length: count }, (_, i) => ({ start: i * part.length, end: i * part.length + 1, text: '' })),
    );
  expect(diffOf(30_000)).toBe(diffOf(20_000));
});

it('git applies the diff of 200 random changes, and gets the new text [TOOL-3]', () => {
  const line = fc.constantFrom('a\n', 'b\n', 'ab\n', '\n', 'ba\n');
  const text = fc.tuple(fc.array(line, { minLength: 1, maxLength: 40 }), fc.constantFrom('', 'a', 'ab'));
  const change = fc.tuple(
    fc.constantFrom('a', 'b', 'a\n', '\nb', 'ab\n', '\n\n'),
    fc.constantFrom('', 'x', 'x\ny', 'b\n', '\n'),
  );
  const root = folderWith();
  execFileSync('git', ['init', '-q'], { cwd: root });
  // One process of git for ten changes, each of its own file.
  const changes = fc.array(fc.tuple(text, change), { minLength: 10, maxLength: 10 });
  const check = fc.property(changes, (cases) => {
    const files = cases.flatMap(([[lines, end], [wanted, replacement]], number) => {
      const before = lines.join('') + end;
      const replacements: Replacement[] = [];
      for (let at = before.indexOf(wanted); at >= 0; at = before.indexOf(wanted, at + wanted.length)) {
        replacements.push({ start: at, end: at + wanted.length, text: replacement });
      }
      const after = replaceIn(before, replacements);
      if (after === before || after === '') return [];
      const name = `f${String(number)}`;
      writeFileSync(join(root, name), before);
      return [{ name, after, diff: unifiedDiff(name, before, replacements) }];
    });
    fc.pre(files.length > 0);
    const input = files.map(({ diff }) => diff).join('');
    execFileSync('git', ['apply', '--whitespace=nowarn', '-'], { cwd: root, input });
    for (const { name, after } of files) expect(readFileSync(join(root, name), 'utf8')).toBe(after);
  });
  fc.assert(check, { numRuns: 20 });
});
