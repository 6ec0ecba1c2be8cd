import fc from 'fast-check';
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Glob, expandBraces } from '../../src/file/tree/glob.js';
import { IgnoreList } from '../../src/file/tree/ignore-list.js';
import { folderWith, removeFolders } from './support/file-run.js';

afterAll(removeFolders);

it.each<[string, string, boolean]>([
  ['*.ts', 'a.ts', true],
  ['*.ts', '.ts', true],
  ['*.ts', 'a/b.ts', false],
  ['**/*.ts', 'b.ts', true],
  ['**/*.ts', 'a/b/c.ts', true],
  ['a/**/b', 'a/b', true],
  ['a/**/b', 'a/x/y/b', true],
  ['a/**', 'a', false],
  ['a/**', 'a/b/c', true],
  ['a?c', 'abc', true],
  ['a?c', 'a😀c', true],
  ['a?c', 'ac', false],
  ['[a-c]x', 'bx', true],
  ['[!a-c]x', 'bx', false],
  ['[^a-c]x', 'dx', true],
  ['[]a]', ']', true],
  ['[a', '[a', false],
  ['\\*', '*', true],
  ['\\*', 'a', false],
  ['[\\]]', ']', true],
  ['a*b*c', 'aXbYc', true],
  ['a*b*c', 'aXcYb', false],
  ['', 'a', false],
])('%s takes %s: %s', (pattern, path, expected) => {
  expect(new Glob(pattern).test(path.split('/'))).toBe(expected);
});

it('expands braces, up to 64 patterns', () => {
  expect(expandBraces('a.{b,c}')).toEqual(['a.b', 'a.c']);
  expect(expandBraces('{a,b{c,d}}')).toEqual(['a', 'bc', 'a', 'bd']);
  expect(expandBraces('{a}')).toEqual(['{a}']);
  expect(expandBraces('{a,b}'.repeat(7))).toBeUndefined();
});

it('agrees with regular expressions on 2,000 random patterns', () => {
  const part = fc.string({ unit: fc.constantFrom('a', 'b', '*', '?'), minLength: 1, maxLength: 5 });
  const pattern = fc.array(fc.oneof(part, fc.constant('**')), { minLength: 1, maxLength: 4 });
  const name = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 4 });
  const path = fc.array(name, { minLength: 1, maxLength: 4 });
  const check = fc.property(pattern, path, (parts, names) => {
    const isPlain = parts.every((one) => one === '**' || !one.includes('**'));
    fc.pre(isPlain);
    expect(new Glob(parts.join('/')).test(names)).toBe(expressionOf(parts).test(`/${names.join('/')}`));
  });
  fc.assert(check, { numRuns: 2_000 });
});

function expressionOf(parts: readonly string[]): RegExp {
  const sources = parts.map((part, index) => {
    if (part !== '**') return `/${part.replaceAll('*', '[^/]*').replaceAll('?', '[^/]')}`;
    return index === parts.length - 1 ? '(/[^/]+)+' : '(/[^/]+)*';
  });
  return new RegExp(`^${sources.join('')}$`);
}

describe('a .gitignore file', () => {
  const LINES = [
    '# comment',
    '',
    '*.log',
    '!keep.log',
    '/only-here',
    'dir/',
    'deep/**/x',
    '**/any',
    'a/b',
    'sp ace ',
    '\\#hash',
    '\\!bang',
    'end\\ ',
    '*.[oa]',
    'q?',
    'both/**',
    'win.txt\r',
  ];
  const PATHS = [
    'x.log',
    'keep.log',
    'sub/keep.log',
    'only-here',
    'sub/only-here',
    'dir/f',
    'sub/dir/f',
    'dir',
    'deep/x',
    'deep/1/2/x',
    'deep/1/y',
    'any',
    'sub/any',
    'a/b',
    'sub/a/b',
    'sp ace',
    '#hash',
    '!bang',
    'end ',
    'lib.o',
    'lib.so',
    'qq',
    'qqq',
    'both/x/y',
    'win.txt',
    '# comment',
    'plain',
  ];

  it('ignores the same paths as git', () => {
    for (const path of PATHS) {
      // In a folder for each path, since a path cannot be a file and a folder.
      const root = folderWith({ '.gitignore': LINES.join('\n') });
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), '');
      execFileSync('git', ['init', '-q'], { cwd: root });
      const files = execFileSync('git', ['ls-files', '-z', '--others', '--exclude-standard'], {
        cwd: root,
        encoding: 'utf8',
      });
      expect(`${path}: ${String(isIgnored(path))}`).toBe(`${path}: ${String(!files.split('\0').includes(path))}`);
    }
  });

  function isIgnored(path: string): boolean {
    const list = new IgnoreList(LINES);
    const names = path.split('/');
    return names.some((_, index) => list.test(names.slice(0, index + 1), index < names.length - 1) === true);
  }
});
