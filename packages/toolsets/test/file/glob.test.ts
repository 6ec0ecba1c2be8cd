import fc from 'fast-check';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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
  ['[^]a]', ']', false],
  ['[^]a]', 'b', true],
  ['[a', '[a', false],
  ['\\*', '*', true],
  ['\\*', 'a', false],
  ['[\\]]', ']', true],
  ['[a-]', '-', true],
  ['[a-]', 'a', true],
  ['[Z-\\_]', '^', true],
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
    const [ignored] = pathsThatGitIgnores(gitRepository(), [{ lines: LINES, paths: PATHS }]);
    expect(PATHS.filter((path) => isIgnored(LINES, path))).toEqual(ignored);
    expect(ignored).toHaveLength(17);
  });

  it('ignores the same paths as git, with any rules', () => {
    const root = gitRepository();
    const unit = fc.constantFrom('a', 'b', '*', '?', '[ab]', '[!a]', '\\a', ' ');
    const part = fc.string({ unit, minLength: 1 }).filter((text) => !text.includes('**'));
    const parts = fc.array(fc.oneof(part, fc.constant('**')), { minLength: 1, maxLength: 4 });
    const line = fc
      .tuple(fc.constantFrom('', '', '!', '/', '#', '\\!'), parts, fc.constantFrom('', '', '/', ' ', '\\ ', '\r'))
      .map(([start, names, end]) => start + names.join('/') + end);
    const name = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '!'), minLength: 1, maxLength: 3 });
    const paths = fc.uniqueArray(
      fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join('/')),
      { minLength: 20, maxLength: 20 },
    );
    const rules = fc.record({ lines: fc.array(line, { minLength: 1, maxLength: 4 }), paths });
    // One process of git for six folders with rules.
    const check = fc.property(fc.array(rules, { minLength: 6, maxLength: 6 }), (folders) => {
      const ignored = folders.map((one) => one.paths.filter((path) => isIgnored(one.lines, path)));
      expect(ignored).toEqual(pathsThatGitIgnores(root, folders));
    });
    fc.assert(check, { numRuns: 10 });
  });

  function isIgnored(lines: readonly string[], path: string): boolean {
    const list = new IgnoreList(lines);
    const names = path.split('/');
    // A rule cannot take back a file in an ignored folder.
    const isInIgnored = names.slice(1).some((_, index) => list.test(names.slice(0, index + 1), true) === true);
    return isInIgnored || list.test(names, false) === true;
  }
});

function gitRepository(): string {
  const root = folderWith();
  execFileSync('git', ['init', '-q'], { cwd: root });
  return root;
}

interface Rules {
  readonly lines: readonly string[];
  readonly paths: readonly string[];
}

/** Returns the ignored paths of folders with rules of their own. The files need not exist. */
function pathsThatGitIgnores(root: string, folders: readonly Rules[]): readonly (readonly string[])[] {
  for (const [at, { lines }] of folders.entries()) {
    mkdirSync(join(root, String(at)), { recursive: true });
    writeFileSync(join(root, String(at), '.gitignore'), lines.join('\n'));
  }
  const { stdout } = spawnSync('git', ['check-ignore', '--no-index', '--stdin', '-z'], {
    cwd: root,
    input: folders.flatMap(({ paths }, at) => paths.map((path) => `${String(at)}/${path}`)).join('\0'),
    encoding: 'utf8',
  });
  const ignored = stdout.split('\0').slice(0, -1);
  return folders.map((_, at) => {
    const start = `${String(at)}/`;
    return ignored.filter((path) => path.startsWith(start)).map((path) => path.slice(start.length));
  });
}
