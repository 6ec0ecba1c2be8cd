import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { createRuntime, type Run } from '@haft/runtime';
import { MemoryCallLedger } from '@haft/durable';
import { FileOptions, fileToolset } from '../../src/file/index.js';
import { Workspace } from '../../src/file/workspace.js';
import { fileRun, folderWith, removeFolders } from './support/file-run.js';

afterAll(removeFolders);

const messages: [string, readonly (readonly [string, object])[], readonly RegExp[]][] = [
  [
    'write, read',
    [
      ['file_write', { path: 'p', content: 'new' }],
      ['file_read', { paths: ['p'] }],
    ],
    [/ created, /, /new/],
  ],
  [
    'write in a new folder, list, read',
    [
      ['file_write', { path: 'x/y/p', content: 'new' }],
      ['file_list', {}],
      ['file_list', { path: 'x/y/p' }],
    ],
    [/created/, /x\/y\/\n p 3/, / p 3/],
  ],
  [
    'edit, search, edit, read',
    [
      ['file_edit', { path: 'old.txt', edits: [{ old: 'one', new: 'two' }] }],
      ['file_search', { query: 'two' }],
      ['file_edit', { path: 'old.txt', edits: [{ old: 'two', new: 'three' }] }],
      ['file_read', { paths: ['old.txt'] }],
    ],
    [/old.txt: 1 replacement, on line 1/, /two/, /1 replacement/, /three/],
  ],
  [
    'read, write, read',
    [
      ['file_read', { paths: ['old.txt'] }],
      ['file_write', { path: 'old.txt', content: 'two' }],
      ['file_read', { paths: ['old.txt'] }],
    ],
    [/one/, / replaced, /, /two/],
  ],
  [
    'move, read both, delete, list',
    [
      ['file_move', { from: 'old.txt', to: 'sub/new.txt' }],
      ['file_read', { paths: ['sub/new.txt'] }],
      ['file_read', { paths: ['old.txt'] }],
      ['file_delete', { path: 'sub', recursive: true }],
      ['file_list', {}],
    ],
    [/sub\/new/, /one/, /There is no old.txt/, /2 entries in all/, /^success: (?!.*sub)/],
  ],
];

const begun = (ledger = false): Run =>
  createRuntime({
    toolsets: fileToolset({ root: folderWith({ 'old.txt': 'one' }), approval: 'none', ripgrep: false }),
    ...(ledger && { durability: { ledger: new MemoryCallLedger() } }),
  }).startRun() as Run;

describe.each([
  ['one message', (run: Run, calls: Parameters<Run['callAll']>[0]) => run.callAll(calls)],
  [
    'calls at the same time',
    (run: Run, calls: Parameters<Run['callAll']>[0]) => Promise.all(calls.map((one) => run.call(one as never))),
  ],
])('%s', (_, send) => {
  it.each([false, true])(
    'uses the same files in the order of its calls, with a ledger: %s [TOOL-1]',
    async (ledger) => {
      for (const [title, calls, expected] of messages) {
        const sent = calls.map(([name, args], index) => ({ id: `c${index}`, name, arguments: JSON.stringify(args) }));
        const outcomes = await send(begun(ledger), sent);
        const texts = outcomes.map(({ status, text }) => `${status}: ${text}`);
        expect({ title, texts }).toEqual({ title, texts: expected.map((one) => expect.stringMatching(one)) });
      }
    },
  );
});

describe.each([
  ['one message', (run: Run, calls: Parameters<Run['callAll']>[0]) => run.callAll(calls)],
  [
    'calls at the same time',
    (run: Run, calls: Parameters<Run['callAll']>[0]) => Promise.all(calls.map((one) => run.call(one as never))),
  ],
])('%s', (_, send) => {
  it.each(['openai', undefined] as const)(
    'lets a first call of a tool begin before a later call of another one, which is used already, for %p',
    async (target) => {
      const run = createRuntime({
        toolsets: fileToolset({ root: folderWith({ 'old.txt': 'one' }), ripgrep: false }),
      }).startRun(target && { target }) as Run;
      const search = { name: 'file_search', arguments: { query: 'one|two', path: '.', regex: true } };
      await run.call(search as never);
      const edit = { path: '*.txt', edits: [{ old: 'one', new: 'two' }] };
      const sent = [
        { id: 'c1', name: 'file_edit', arguments: edit },
        { id: 'c2', ...search },
      ];
      const [, found] = await send(run, sent);
      expect(found?.text).toBe('old.txt\n1: two');
    },
  );
});

describe('one message', () => {
  it('keeps its order if only the first call needs a repair', async () => {
    const run = createRuntime({
      toolsets: fileToolset({ root: folderWith({ 'old.txt': 'one' }), ripgrep: false }),
    }).startRun() as Run;
    const [edited, found] = await run.callAll([
      { name: 'file_edit', arguments: { file_path: 'old.txt', old_string: 'one', new_string: 'two' } },
      { name: 'file_search', arguments: { query: 'one|two', path: '.', regex: true } },
    ]);
    expect(edited?.status).toBe('success');
    expect(found?.text).toBe('old.txt\n1: two');
  });
});

const FILES = { 'a.txt': 'one\n', 'sub/b.txt': 'one\ntwo\n' };
const path = fc.constantFrom('a.txt', 'sub/b.txt', 'sub/new.txt', 'sub');
const text = fc.constantFrom('one', 'two', 'three');
const anyCall = fc.oneof(
  fc.record({ name: fc.constant('file_read'), arguments: fc.record({ paths: fc.array(path, { minLength: 1 }) }) }),
  fc.record({ name: fc.constant('file_write'), arguments: fc.record({ path, content: text }) }),
  fc.record({
    name: fc.constant('file_write'),
    arguments: fc.record({ path, content: text, mode: fc.constant('append') }),
  }),
  fc.record({
    name: fc.constant('file_edit'),
    arguments: fc.record({ path, edits: fc.tuple(fc.record({ old: text, new: text })) }),
  }),
  fc.record({ name: fc.constant('file_move'), arguments: fc.record({ from: path, to: path }) }),
  fc.record({
    name: fc.constant('file_delete'),
    arguments: fc.record({ path, recursive: fc.boolean() }),
  }),
  fc.record({ name: fc.constant('file_list'), arguments: fc.constant({}) }),
  fc.record({ name: fc.constant('file_search'), arguments: fc.record({ query: text }) }),
);

/** The files of a folder with their contents. */
function filesOf(folder: string): Readonly<Record<string, string>> {
  const files = readdirSync(folder, { withFileTypes: true, recursive: true }).filter((one) => one.isFile());
  const paths = files.map(({ parentPath, name }) => join(parentPath, name)).sort();
  return Object.fromEntries(paths.map((file) => [file.slice(folder.length), readFileSync(file, 'utf8')]));
}

it.each([
  ['of one message', (run: Run, calls: Parameters<Run['callAll']>[0]) => run.callAll(calls)],
  [
    'that are made at the same time',
    (run: Run, calls: Parameters<Run['callAll']>[0]) => Promise.all(calls.map((one) => run.call(one as never))),
  ],
])('any calls %s end as if each began after the one before', async (_, send) => {
  const property = fc.asyncProperty(fc.array(anyCall, { minLength: 2, maxLength: 6 }), async (made) => {
    const calls = made.map((one, index) => ({ id: `c${String(index)}`, ...one }));
    const [together, inTurn] = [folderWith(FILES), folderWith(FILES)];
    const outcomes = await send(fileRun({ root: together }), calls);
    const one = fileRun({ root: inTurn });
    for (const [index, call] of calls.entries())
      expect(outcomes[index]?.text).toBe((await one.call(call as never)).text);
    expect(filesOf(together)).toEqual(filesOf(inTurn));
    removeFolders();
  });
  await fc.assert(property, { numRuns: 100 });
});

it('a call waits for calls of the same file, or of a folder above it, and for no others [TOOL-1]', async () => {
  const workspace = new Workspace(new FileOptions({ root: folderWith() }));
  const run = { signal: new AbortController().signal, runId: 'r' } as never;
  const paths = ['a/b.txt', 'a/b.txt', 'a/c.txt', 'A/B.TXT:1-2', 'a', 'ab', 'a/*.md', '.', '../x'];
  const begun: string[] = [];
  const turns = paths.map(async (path, index) => {
    const end = await workspace.begin([path], { changes: true, run });
    begun.push(`${String(index)} ${path}`);
    return end;
  });
  await new Promise((resolve) => setImmediate(resolve));
  const first = [...begun];
  for (const turn of turns) (await turn)();
  expect(first).toEqual(['0 a/b.txt', '2 a/c.txt', '5 ab', '8 ../x']);
});
