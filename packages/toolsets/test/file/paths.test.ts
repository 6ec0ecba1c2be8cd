import { jest } from '@jest/globals';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describeSuite } from '../../../../scripts/suites/public-suite.js';
import { isWithin } from '../../src/file/beneath/is-within.js';
import { parsePath } from '../../src/file/beneath/parse-path.js';
import { ask, fileRun, folderWith, removeFolders } from './support/file-run.js';

jest.setTimeout(120_000);
afterAll(removeFolders);

describe('a path of a model', () => {
  it.each([
    ['a.txt', ['a.txt']],
    ['./a//b/', ['a', 'b']],
    ['a/../b', ['b']],
    ['.', []],
    ['a/..', []],
    ['a..b', ['a..b']],
    ['..a', ['..a']],
    ['a..', ['a..']],
    ['...', ['...']],
    ['....', ['....']],
    ['%2e%2e/a', ['%2e%2e', 'a']],
    ['~/a', ['~', 'a']],
    ['a\\b', ['a\\b']],
    ['a:b', ['a:b']],
    [' ', [' ']],
    ['cafe\u0301', ['cafe\u0301']],
  ])('%j is read as names [TOOL-1]', (path, names) => {
    expect(parsePath(path, 'linux')).toEqual(names);
  });

  it.each([
    ['/', 'Absolute paths are not allowed: /'],
    ['/etc/passwd', 'Absolute paths are not allowed: /etc/passwd'],
    ['//etc/passwd', 'Absolute paths are not allowed: //etc/passwd'],
    ['/proc/self/cwd', 'Absolute paths are not allowed: /proc/self/cwd'],
    ['C:\\Windows', 'Absolute paths are not allowed: C:\\Windows'],
    ['\\\\server\\share', 'Absolute paths are not allowed: \\\\server\\share'],
    ['..', 'The path leaves the workspace: ..'],
    ['../a', 'The path leaves the workspace: ../a'],
    ['a/../../b', 'The path leaves the workspace: a/../../b'],
    ['a/b/../../../c/a', 'The path leaves the workspace: a/b/../../../c/a'],
    ['', 'The path is empty. Use . for the workspace itself.'],
    ['a\0b', 'The path has characters that no path can have.'],
    ['a\ud800', 'The path has characters that no path can have.'],
    ['a/'.repeat(3_000), 'The path is longer than 4096 characters.'],
  ])('%j is rejected [TOOL-1]', (path, message) => {
    expect(() => parsePath(path, 'linux')).toThrow(message);
  });

  it.each([
    ['a\\..\\..\\b', 'The path leaves the workspace: a\\..\\..\\b'],
    ['a.txt:stream', "'a.txt:stream' in a.txt:stream is not a valid name."],
    ['.git::$INDEX_ALLOCATION', "'.git::$INDEX_ALLOCATION' in .git::$INDEX_ALLOCATION is not a valid name."],
    ['a/NUL', "'NUL' in a/NUL is not a valid name."],
    ['COM1', "'COM1' in COM1 is not a valid name."],
    ['lpt9.txt', "'lpt9.txt' in lpt9.txt is not a valid name."],
    ['aux.txt', "'aux.txt' in aux.txt is not a valid name."],
    ['.git.', "'.git.' in .git. is not a valid name."],
    ['.git ', "'.git ' in .git  is not a valid name."],
    ['a\u0001', "'a\u0001' in a\u0001 is not a valid name."],
  ])('%j is rejected on Windows [TOOL-1]', (path, message) => {
    expect(() => parsePath(path, 'win32')).toThrow(message);
  });

  it.each(['falcon', 'console', 'com', 'a.aux', 'nul1', '.git'])('%j is a name on Windows [TOOL-1]', (name) => {
    expect(parsePath(name, 'win32')).toEqual([name]);
  });

  it('separates names at \\ on Windows only', () => {
    expect(parsePath('a\\b/c', 'win32')).toEqual(['a', 'b', 'c']);
    expect(parsePath('a\\b/c', 'linux')).toEqual(['a\\b', 'c']);
  });
});

/** Every tool with a path that it would use. */
const CALLS: readonly [string, (path: string) => object][] = [
  ['file_read', (path) => ({ paths: [path] })],
  ['file_view', (path) => ({ path })],
  ['file_write', (path) => ({ path, content: 'x' })],
  ['file_edit', (path) => ({ path, edits: [{ old: 'a', new: 'b' }] })],
  ['file_list', (path) => ({ path })],
  ['file_search', (path) => ({ query: 'a', path })],
  ['file_move', (path) => ({ from: path, to: 'moved.txt' })],
  ['file_move', (path) => ({ from: 'own.txt', to: path })],
  ['file_delete', (path) => ({ path, recursive: true })],
];

describe.each(CALLS)('%s (%#)', (tool, argumentsFor) => {
  it.each(['/etc/passwd', '/proc/self/environ', '../root-evil/secret.txt', 'a/../../root-evil/secret.txt', '..', '\0'])(
    'rejects %j and tells nothing about it [TOOL-1, TOOL-2, TOOL-3, TOOL-4, TOOL-5, TOOL-6a, TOOL-6b, TOOL-6c]',
    async (path) => {
      const outer = folderWith({ 'root/own.txt': 'a', 'root-evil/secret.txt': 'SECRET' });
      const text = await ask(fileRun({ root: join(outer, 'root') }), tool, argumentsFor(path));
      expect(text).toMatch(/^retry: (Absolute paths are not allowed|The path leaves the workspace|The path has char)/);
      expect(text).not.toContain('SECRET');
    },
  );

  it('tells how a path into the root is written if it is absolute', async () => {
    const root = folderWith({ 'own.txt': 'a', 'src/a.txt': 'a' });
    const text = await ask(fileRun({ root }), tool, argumentsFor(join(root, 'src/a.txt')));
    expect(text).toContain(`Absolute paths are not allowed: ${root}/src/a.txt. Use src/a.txt.`);
  });
});

it('names of one dot more, blanks and backslashes are names', async () => {
  const root = folderWith();
  const run = fileRun({ root });
  for (const path of ['a..b', '...', 'a..', ' b', 'c ', 'd\\e', 'f:g', '-rf', '*', 'line\nbreak']) {
    expect(await ask(run, 'file_write', { path, content: path })).toContain('success');
    expect(await ask(run, 'file_read', { paths: [path] })).toContain('success');
  }
  mkdirSync(join(root, 'x'));
  expect(await ask(run, 'file_list', { path: 'x' })).toBe('success: x has no entries.');
});

interface PathSuite {
  readonly cases: readonly { readonly path?: unknown; readonly allowed?: unknown; readonly result: boolean }[];
}

describeSuite<PathSuite>('paths of the MCP project', 'security/path-containment.json', ({ cases }) => {
  it(`decides ${cases.length} cases of the MCP project as it does`, () => {
    const wrong = cases.filter(({ path, allowed, result }) => {
      const folders: unknown[] = Array.isArray(allowed) ? allowed : [];
      return folders.some((folder) => isWithin(path, folder)) !== result;
    });
    expect(wrong).toEqual([]);
    expect(cases.length).toBeGreaterThan(100);
  });

  it('reads the part behind the folder as a path of a model with the same verdict', () => {
    const wrong = cases.filter(({ path, allowed, result }) => {
      if (typeof path !== 'string' || path.includes('\0') || !Array.isArray(allowed) || allowed.length !== 1)
        return false;
      const start = `${String(allowed[0])}/`;
      if (!path.startsWith(start) || /\/\.\.(\/|$)/.test(start)) return false;
      return isAccepted(`.${path.slice(start.length - 1)}`) !== result;
    });
    // `..` and the name of the folder again is inside for a path, but leaves the root for a model.
    expect(wrong.filter(({ path }) => !String(path).includes('/../project/'))).toEqual([]);
  });
});

function isAccepted(path: string): boolean {
  try {
    parsePath(path);
    return true;
  } catch {
    return false;
  }
}
