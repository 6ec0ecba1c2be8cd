import { mcpToolset } from '@haft/mcp/client';
import { createRuntime, type Run } from '@haft/runtime';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ask, fileRun, folderWith, removeFolders } from '../support/file-run.js';

/*
 * The same calls to the official MCP file server and to the file toolset, on the same files. Where
 * the server answers, the toolset gives the same facts and leaves the same files. Where the server
 * fails, the toolset fails with a text that helps, or does it.
 */

const PEERS = join(import.meta.dirname, '../../../../mcp/peers/node_modules');
const SERVER = join(PEERS, '@modelcontextprotocol/server-filesystem/dist/index.js');

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABpfZFQAAAAABJRU5ErkJggg==',
  'base64',
);

const FILES: Readonly<Record<string, string | Buffer>> = {
  'a.txt': 'one\ntwo\nthree\nfour\n',
  'empty.txt': '',
  'windows.txt': 'one\r\ntwo\r\n',
  'umlaut.txt': 'grün 漢字 😀\n',
  'marked.txt': Buffer.from('\ufeffmarked\n'),
  'utf16.txt': Buffer.from('\ufeffwide\n', 'utf16le'),
  'code.ts': 'export function main() {\n  if (true) {\n    return 1;\n  }\n}\n',
  'twice.txt': 'same\nother\nsame\n',
  'image.png': PNG,
  'data.bin': Buffer.from([0, 1, 2, 3, 255]),
  'name with blank.txt': 'blank\n',
  'two..dots.txt': 'dots\n',
  '%2e%2e.txt': 'percent\n',
  'sub/b.txt': 'bee\n',
  'sub/deep/c.ts': 'sea\n',
  'sub/deep/d.test.ts': 'deer\n',
};

type Calls = readonly (readonly [string, object])[];

interface Case {
  readonly title: string;
  /** The call of the server, with paths from the folder of the case on. */
  readonly theirs: readonly [string, Readonly<Record<string, unknown>>];
  /** The calls of the toolset. More than one where it asks for something better in between. */
  readonly ours: Calls;
  /** Facts in the last answer of the toolset. The server shows them too, unless it fails. */
  readonly tells: readonly (string | RegExp)[];
  /** How the server answers. Default `same`: with success, the same facts and the same files. */
  readonly server?: 'same' | 'fails' | 'differs';
}

const read = (path: string, tells: Case['tells'], server?: Case['server']): Case => ({
  title: `reads ${path}`,
  theirs: ['read_text_file', { path }],
  ours: [['file_read', { paths: [path] }]],
  tells,
  ...(server && { server }),
});
const write = (path: string, content: string, server?: Case['server']): Case => ({
  title: `writes ${path}: ${content.length}`,
  theirs: ['write_file', { path, content }],
  ours: [['file_write', { path, content }]],
  tells: ['success'],
  ...(server && { server }),
});
const edit = (path: string, oldText: string, newText: string, tells: Case['tells'], server?: Case['server']): Case => ({
  title: `edits ${path}: ${JSON.stringify(oldText)}`,
  theirs: ['edit_file', { path, edits: [{ oldText, newText }] }],
  ours: [['file_edit', { path, edits: [{ old: oldText, new: newText }] }]],
  tells,
  ...(server && { server }),
});
const list = (path: string, tells: Case['tells'], server?: Case['server']): Case => ({
  title: `lists ${path}`,
  theirs: ['list_directory', { path }],
  ours: [['file_list', { path }]],
  tells,
  ...(server && { server }),
});
const info = (path: string, tells: Case['tells'], server?: Case['server']): Case => ({
  title: `tells of ${path}`,
  theirs: ['get_file_info', { path }],
  ours: [['file_list', { path, times: true }]],
  tells,
  ...(server && { server }),
});
const move = (from: string, to: string, tells: Case['tells'], server?: Case['server']): Case => ({
  title: `moves ${from} to ${to}`,
  theirs: ['move_file', { source: from, destination: to }],
  ours: [['file_move', { from, to }]],
  tells,
  ...(server && { server }),
});
const find = (pattern: string, tells: Case['tells']): Case => ({
  title: `finds ${pattern}`,
  theirs: ['search_files', { path: '.', pattern }],
  ours: [['file_list', { path: pattern }]],
  tells,
});

const CASES: readonly Case[] = [
  read('a.txt', ['one', 'four']),
  read('./sub/../a.txt', ['one', 'four']),
  read('sub/b.txt', ['bee']),
  read('sub//b.txt', ['bee']),
  read('empty.txt', ['success']),
  read('windows.txt', ['one', 'two']),
  read('umlaut.txt', ['grün 漢字 😀']),
  read('marked.txt', ['marked']),
  read('name with blank.txt', ['blank']),
  read('two..dots.txt', ['dots']),
  read('%2e%2e.txt', ['percent']),
  read('utf16.txt', ['wide', 'utf-16le'], 'differs'),
  read('data.bin', ['data.bin is not a text file (5 bytes).'], 'differs'),
  read('a.tx', ['There is no a.tx. Did you mean a.txt?'], 'fails'),
  read('nowhere/a.txt', ['There is no nowhere/a.txt.', 'file_list'], 'fails'),
  read('sub', ['sub is a directory, not a file.'], 'fails'),
  read('a.txt/b', ['a.txt is a file, not a folder.'], 'fails'),
  read('../../secret.txt', ['The path leaves the workspace'], 'fails'),
  read('outside-link/secret.txt', ['The path leaves the workspace'], 'fails'),
  read('secret-link.txt', ['The path leaves the workspace'], 'fails'),
  read('a\0.txt', ['The path has characters that no path can have.'], 'fails'),
  read(`${'x'.repeat(300)}`, ['is too long'], 'fails'),
  {
    title: 'reads through a link inside',
    theirs: ['read_text_file', { path: 'inside-link.txt' }],
    ours: [
      ['file_read', { paths: ['inside-link.txt'] }],
      ['file_read', { paths: ['a.txt'] }],
    ],
    tells: ['one'],
  },
  {
    title: 'reads the first lines',
    theirs: ['read_text_file', { path: 'a.txt', head: 2 }],
    ours: [['file_read', { paths: ['a.txt:1-2'] }]],
    tells: ['one', 'two'],
  },
  {
    title: 'reads the last lines',
    theirs: ['read_text_file', { path: 'a.txt', tail: 2 }],
    ours: [['file_read', { paths: ['a.txt:-2'] }]],
    tells: ['three', 'four'],
    // The server takes the end of the last line for another line.
    server: 'differs',
  },
  {
    title: 'reads several files',
    theirs: ['read_multiple_files', { paths: ['a.txt', 'sub/b.txt'] }],
    ours: [
      ['file_read', { paths: ['a.txt'] }],
      ['file_read', { paths: ['sub/b.txt'] }],
    ],
    tells: ['bee'],
  },
  {
    title: 'shows an image',
    theirs: ['read_media_file', { path: 'image.png' }],
    ours: [['file_view', { path: 'image.png' }]],
    tells: ['success'],
  },
  {
    title: 'shows an image that is not there',
    theirs: ['read_media_file', { path: 'imag.png' }],
    ours: [['file_view', { path: 'imag.png' }]],
    tells: ['There is no imag.png. Did you mean image.png?'],
    server: 'fails',
  },
  write('new.txt', 'new\n'),
  write('a.txt', 'other\n'),
  write('empty.txt', ''),
  write('sub/deep/new.ts', 'x'.repeat(100_000)),
  write('umlaut.txt', 'größer 漢 😀'),
  write('made/for/it.txt', 'folders\n', 'fails'),
  { ...write('sub', 'x', 'fails'), tells: ['sub is a directory, not a file.'] },
  { ...write('../../new.txt', 'x', 'fails'), tells: ['The path leaves the workspace'] },
  { ...write('outside-link/new.txt', 'x', 'fails'), tells: ['The path leaves the workspace'] },
  { ...write('secret-link.txt', 'x', 'fails'), tells: ['The path leaves the workspace'] },
  edit('a.txt', 'two', '2', ['-two', '+2']),
  edit('a.txt', 'one\ntwo', '1\n2', ['-one', '-two', '+1', '+2']),
  edit('a.txt', 'two\n', '', ['-two']),
  edit('a.txt', 'three', '$& $1 $$', ['+$& $1 $$']),
  edit('umlaut.txt', '漢字', 'Kanji', ['+grün Kanji 😀']),
  edit('code.ts', '    return 1;', '    return 2;', ['-    return 1;', '+    return 2;']),
  edit('a.txt', 'nothing like it', 'x', ['old was not found in a.txt.'], 'fails'),
  edit('a.txt', 'twoo', 'x', ['The nearest text is on line 2'], 'fails'),
  edit('nowhere.txt', 'a', 'b', ['There is no nowhere.txt.'], 'fails'),
  edit('secret-link.txt', 'SECRET', 'x', ['The path leaves the workspace'], 'fails'),
  // The server makes all line ends those of Unix, or takes the first of two places.
  edit('windows.txt', 'two', '2', ['+2'], 'differs'),
  edit('twice.txt', 'same', 'x', ['old appears 2 times in twice.txt, on lines 1, 3'], 'differs'),
  {
    title: 'edits a text with other white space',
    theirs: ['edit_file', { path: 'code.ts', edits: [{ oldText: 'if (true) {\nreturn 1;\n}', newText: 'return 2;' }] }],
    ours: [
      ['file_edit', { path: 'code.ts', edits: [{ old: 'if (true) {\nreturn 1;\n}', new: 'return 2;' }] }],
      ['file_edit', { path: 'code.ts', edits: [{ old: '  if (true) {\n    return 1;\n  }', new: '  return 2;' }] }],
    ],
    tells: ['+  return 2;'],
  },
  {
    title: 'makes two edits',
    theirs: [
      'edit_file',
      {
        path: 'a.txt',
        edits: [
          { oldText: 'one', newText: '1' },
          { oldText: 'four', newText: '4' },
        ],
      },
    ],
    ours: [
      ['file_edit', { path: 'a.txt', edits: [{ old: 'one', new: '1' }] }],
      ['file_edit', { path: 'a.txt', edits: [{ old: 'four', new: '4' }] }],
    ],
    tells: ['+4'],
  },
  list('.', ['a.txt', 'sub', 'image.png']),
  list('sub', ['b.txt', 'deep']),
  list('sub/deep', ['c.ts', 'd.test.ts']),
  list('nowhere', ['There is no nowhere.'], 'fails'),
  list('a.txt', ['a.txt 19'], 'fails'),
  list('outside-link', ['The path leaves the workspace'], 'fails'),
  list('../..', ['The path leaves the workspace'], 'fails'),
  {
    title: 'lists with sizes',
    theirs: ['list_directory_with_sizes', { path: 'sub' }],
    ours: [['file_list', { path: 'sub' }]],
    tells: ['b.txt', 'deep', '4'],
  },
  {
    title: 'lists a tree',
    theirs: ['directory_tree', { path: 'sub' }],
    ours: [['file_list', { path: 'sub' }]],
    tells: ['b.txt', 'deep', 'c.ts', 'd.test.ts'],
  },
  find('**/*.ts', ['c.ts', 'd.test.ts', 'code.ts']),
  find('*.txt', ['a.txt']),
  find('**/deep/**', ['c.ts', 'd.test.ts']),
  find('**/nothing*', ['success']),
  info('a.txt', ['19', /"type":"file"|isFile: true/]),
  info('sub', [/"type":"directory"|isDirectory: true/]),
  info('nowhere', ['There is no nowhere.'], 'fails'),
  info('../../secret.txt', ['The path leaves the workspace'], 'fails'),
  move('a.txt', 'b.txt', ['success']),
  move('a.txt', 'sub/a.txt', ['success']),
  move('sub', 'renamed', ['success']),
  move('a.txt', 'made/a.txt', ['success'], 'fails'),
  move('a.txt', 'sub/b.txt', ['sub/b.txt exists already; set overwrite.'], 'fails'),
  move('nowhere', 'x', ['There is no nowhere.'], 'fails'),
  move('a.txt', 'outside-link/a.txt', ['The path leaves the workspace'], 'fails'),
  move('a.txt', '../../a.txt', ['The path leaves the workspace'], 'fails'),
];

// npm writes this file last. A check may install the server while tests run.
const isHere = existsSync(join(PEERS, '.package-lock.json'));
(isHere ? describe : describe.skip)('the official MCP file server (npm run peers -w @haft/mcp)', () => {
  // Jest reads the block also if it skips it, and then runs no hooks that remove the folder.
  const outer = isHere ? folderWith({ 'secret.txt': 'SECRET' }) : 'nowhere';
  const roots = { theirs: join(outer, 'theirs'), ours: join(outer, 'ours') };
  beforeAll(() => {
    for (const root of Object.values(roots)) mkdirSync(root);
  });
  const server = { command: process.execPath, args: [SERVER, roots.theirs] };
  const files = mcpToolset({ name: 'files', server });
  const theirs = createRuntime({ toolsets: files, limits: { retries: 1_000 } }).startRun() as Run;

  afterAll(async () => {
    await theirs.end();
    await files.close();
    removeFolders();
  });

  it('gets more than 60 calls', () => {
    expect(CASES.length).toBeGreaterThan(60);
  });

  it.each(CASES.map((one, index) => ({ ...one, index })))(
    '$title',
    async ({ index, tells, server: answer = 'same', ...calls }) => {
      const folders = { theirs: join(roots.theirs, String(index)), ours: join(roots.ours, String(index)) };
      for (const folder of Object.values(folders)) fill(folder, outer);

      const [name, args] = calls.theirs;
      const theirText = await ask(theirs, name, withFolder(args, folders.theirs));
      const run = fileRun({ root: folders.ours });
      let [ourText, ours] = ['', ''];
      for (const [name, ourArgs] of calls.ours) {
        const outcome = await run.call({ name, arguments: ourArgs });
        ourText = `${outcome.status}: ${outcome.text}`;
        // A program reads more in the value, such as the diff of an edit.
        ours = plain(outcome.status === 'success' ? `${ourText} ${JSON.stringify(outcome.value)}` : ourText);
      }

      for (const fact of tells) expect(ours).toMatch(asPattern(fact));
      expect(ourText).not.toContain('SECRET');
      expect(ourText).not.toContain('failed unexpectedly');
      expect(readFileSync(join(outer, 'secret.txt'), 'utf8')).toBe('SECRET');
      expect(theirText.startsWith('success')).toBe(answer !== 'fails');
      if (answer !== 'same') return;
      for (const fact of tells) expect(plain(theirText)).toMatch(asPattern(fact));
      expect(ourText).toMatch(/^success/);
      expect(contentsOf(folders.ours)).toEqual(contentsOf(folders.theirs));
    },
  );
});

function fill(folder: string, outer: string): void {
  for (const [path, content] of Object.entries(FILES)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  mkdirSync(join(outer, 'outside'), { recursive: true });
  writeFileSync(join(outer, 'outside/secret.txt'), 'SECRET');
  symlinkSync(join(outer, 'outside'), join(folder, 'outside-link'));
  symlinkSync(join(outer, 'secret.txt'), join(folder, 'secret-link.txt'));
  symlinkSync('a.txt', join(folder, 'inside-link.txt'));
}

/** The server takes absolute paths. */
function withFolder(args: Readonly<Record<string, unknown>>, folder: string): object {
  const absolute = (value: unknown): unknown =>
    Array.isArray(value) ? value.map(absolute) : `${folder}/${String(value)}`;
  const names = ['path', 'paths', 'source', 'destination'];
  return Object.fromEntries(
    Object.entries(args).map(([key, value]) => [key, names.includes(key) ? absolute(value) : value]),
  );
}

/** The text without the escapes of JSON. */
function plain(text: string): string {
  return text.replaceAll('\\n', '\n').replaceAll('\\"', '"');
}

function asPattern(fact: string | RegExp): RegExp {
  return typeof fact === 'string' ? new RegExp(fact.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')) : fact;
}

function contentsOf(folder: string): Readonly<Record<string, string>> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    entries
      .map((entry) => [join(entry.parentPath, entry.name), entry] as const)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([path, entry]) => [
        path.slice(folder.length),
        entry.isFile() ? readFileSync(path, 'latin1') : 'not a file',
      ]),
  );
}
