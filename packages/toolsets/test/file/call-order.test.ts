import { createRuntime, type Run } from '@haft/runtime';
import { MemoryCallLedger } from '@haft/durable';
import { fileToolset } from '../../src/file/index.js';
import { folderWith, removeFolders } from './support/file-run.js';

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
