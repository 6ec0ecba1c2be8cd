import type { Reading, Turn } from './scripted-model.js';

/*
 * A recorded conversation with its mistakes: the exact output of the model, and the texts that it
 * must read. The example compares every text with Haft's.
 */

const FIX = '\n\nFix the errors and try again.';

const success = (value: unknown, repairs?: readonly string[]): Reading => ({
  status: 'success',
  text: JSON.stringify(value),
  ...(repairs && { repairs }),
});
const retry = (text: string): Reading => ({ status: 'retry', text: text + FIX });
const failed = (text: string | RegExp): Reading => ({ status: 'failed', text });

/** The files that the workspace has at first. */
export const files = {
  'readme.md': '# Rowing club\n\nWe row on Tuesdays.\n',
  'notes/plan.md': 'Monday: oil the oarlocks\nTuesday: row\nWednesday: rest\n',
  'logo.png': '\x89PNG\r\n\x1a\n\0\0\0',
};

/** A link that the workspace has too, and where it leads. */
export const link = { path: 'elsewhere', to: '/etc' };

/** The time of the last change of all of them. */
export const modified = '2026-03-01T09:30:00.000Z';

/** The expected files at the end. */
export const filesInTheEnd = {
  elsewhere: 'no file',
  'readme.md': '# Rowing club\n\nWe row on Thursdays.\n',
  'logo.png': files['logo.png'],
  'todo.md': 'Buy oil.\nCall Ann.\n',
};

/** Which changes the tools noted through their run context. */
export const journalInTheEnd = [
  'ann: file_write todo.md',
  'ann: file_write todo.md',
  'ann: file_write readme.md',
  'ann: file_delete notes',
];

const slice = (path: string, content: string, totalLines: number, firstLine = 1, truncated = false) => ({
  path,
  content,
  firstLine,
  totalLines,
  truncated,
});

export const recording: readonly Turn[] = [
  {
    title: 'A correct call',
    calls: [{ id: 'call_1', name: 'file_read', arguments: '{"path":"readme.md"}' }],
    reads: [success(slice('readme.md', '# Rowing club\n\nWe row on Tuesdays.', 3))],
  },
  {
    title: 'Three calls in parallel',
    calls: [
      { id: 'call_2', name: 'file_list', arguments: '{"depth":2,"type":"file"}' },
      { id: 'call_3', name: 'file_stat', arguments: '{"path":"notes/plan.md"}' },
      { id: 'call_4', name: 'file_read', arguments: '{"path":"notes/plan.md","offset":2,"limit":1}' },
    ],
    reads: [
      success([
        { path: 'logo.png', type: 'file', size: 11 },
        { path: 'notes/plan.md', type: 'file', size: 54 },
        { path: 'readme.md', type: 'file', size: 35 },
      ]),
      success({ path: 'notes/plan.md', type: 'file', size: 54, modified }),
      success(slice('notes/plan.md', 'Tuesday: row', 3, 2, true)),
    ],
  },
  // #region wrong-arguments
  {
    title: 'Wrong arguments: every problem at once, and what would be right',
    calls: [{ id: 'call_5', name: 'file_list', arguments: '{"dir":"notes","depth":9,"type":"folder"}' }],
    reads: [
      retry(
        `Tool call validation failed for tool 'file_list':
- depth: expected an integer from 1 to 5, received 9
- type: expected one of "file", "directory", "link", "other", received "folder"
- dir: expected no argument of this name, received "notes"`,
      ),
    ],
  },
  // #endregion wrong-arguments
  {
    title: '... and the model corrects itself',
    calls: [{ id: 'call_6', name: 'file_list', arguments: '{"path":"notes","depth":5,"type":"file"}' }],
    reads: [success([{ path: 'notes/plan.md', type: 'file', size: 54 }])],
  },
  {
    title: 'Rules of a class-validator DTO, one with a message of its own',
    calls: [
      {
        id: 'call_7',
        name: 'file_write',
        arguments: JSON.stringify({ path: '', content: 'row '.repeat(300), mode: 'replace' }),
      },
    ],
    reads: [
      retry(
        `Tool call validation failed for tool 'file_write':
- path: expected a string of at least 1 character, received ""
- content: content is too long: write at most 1000 characters at a time, then append
- mode: expected one of "overwrite", "create", "append", received "replace"`,
      ),
    ],
  },
  // #region malformed
  {
    title: 'Malformed JSON: repaired, and the repair is recorded',
    calls: [
      { id: 'call_8', name: 'file_write', arguments: "{path: 'todo.md', content: 'Buy oil.\\n', mode: 'create',}" },
    ],
    reads: [success({ path: 'todo.md', bytes: 9, created: true }, ['syntax'])],
  },
  // #endregion malformed
  {
    title: 'A number sent as text: taken for the number it is',
    calls: [{ id: 'call_9', name: 'file_read', arguments: '{"path":"todo.md","limit":"5"}' }],
    reads: [success(slice('todo.md', 'Buy oil.', 1), ['coercion'])],
  },
  // #region truncated
  {
    title: 'Arguments that end in the middle: never executed, never guessed',
    calls: [{ id: 'call_10', name: 'file_write', arguments: '{"path":"todo.md","mode":"append","content":"Call A' }],
    reads: [retry(`The arguments end in the middle of a text; send them again completely.`)],
  },
  // #endregion truncated
  {
    title: '... sent again completely',
    calls: [
      {
        id: 'call_11',
        name: 'file_write',
        arguments: '{"path":"todo.md","mode":"append","content":"Call Ann.\\n"}',
      },
    ],
    reads: [success({ path: 'todo.md', bytes: 10, created: false })],
  },
  {
    title: 'No JSON at all',
    calls: [{ id: 'call_12', name: 'file_stat', arguments: 'the read-me, please' }],
    reads: [retry(`The arguments are not valid JSON: expected an object at line 1, column 1.`)],
  },
  {
    title: 'A tool that does not exist',
    calls: [{ id: 'call_13', name: 'file_raed', arguments: '{"path":"readme.md"}' }],
    reads: [
      {
        status: 'retry',
        text: `Unknown tool name: 'file_raed'. Did you mean 'file_read'? Available tools: 'file_delete', 'file_list', 'file_read', 'file_stat', 'file_write'.`,
      },
    ],
  },
  {
    title: 'ModelRetry: the tool itself says what would be better',
    calls: [{ id: 'call_14', name: 'file_read', arguments: '{"path":"notes/plans.md"}' }],
    reads: [retry('There is no notes/plans.md. Call file_list to see what exists.')],
  },
  {
    title: 'Paths that lead out of the workspace, also through a link',
    calls: [
      { id: 'call_15', name: 'file_stat', arguments: '{"path":"/etc/passwd"}' },
      { id: 'call_16', name: 'file_stat', arguments: '{"path":"notes/../../etc/passwd"}' },
      { id: 'call_17', name: 'file_read', arguments: '{"path":"elsewhere/passwd"}' },
      { id: 'call_18', name: 'file_list', arguments: '{"type":"link"}' },
    ],
    reads: [
      retry('Absolute paths are not allowed: /etc/passwd'),
      retry('The path leaves the workspace: notes/../../etc/passwd'),
      retry('The path leaves the workspace: elsewhere/passwd'),
      success([{ path: 'elsewhere', type: 'link', size: 0 }]),
    ],
  },
  {
    title: 'ToolFailed: it did not work, and trying again will not help',
    calls: [
      { id: 'call_19', name: 'file_write', arguments: '{"path":"todo.md","content":"","mode":"create"}' },
      { id: 'call_20', name: 'file_read', arguments: '{"path":"logo.png"}' },
    ],
    reads: [failed('todo.md exists already.'), failed('logo.png is not a text file (11 bytes).')],
  },
  // #region exception
  {
    title: 'An exception that nobody thought of: masked for the model, whole for the developer',
    calls: [{ id: 'call_21', name: 'file_write', arguments: '{"path":"readme.md/todo.md","content":"Row."}' }],
    reads: [
      failed(/^The tool failed unexpectedly \(error id [\w-]+\)\. Do not repeat the call with the same arguments\.$/),
    ],
  },
  // #endregion exception
  {
    title: 'A folder that is not empty',
    calls: [{ id: 'call_22', name: 'file_delete', arguments: '{"path":"notes"}' }],
    reads: [retry('notes is not empty; set recursive.')],
  },
  {
    title: 'The last turn: two changes of real files',
    calls: [
      {
        id: 'call_23',
        name: 'file_write',
        arguments: '{"path":"readme.md","content":"# Rowing club\\n\\nWe row on Thursdays.\\n"}',
      },
      { id: 'call_24', name: 'file_delete', arguments: '{"path":"notes","recursive":true}' },
    ],
    reads: [success({ path: 'readme.md', bytes: 36, created: false }), success({ path: 'notes', deleted: 2 })],
  },
];
