import { decision } from 'haft';
import type { Reading, Turn } from './scripted-model.js';

/*
 * A recorded conversation with its mistakes: the exact output of the model, and the texts that it
 * must read. The example compares every text with Haft's.
 */

const FIX = '\n\nFix the errors and try again.';

const success = (value: unknown, repairs?: readonly string[]): Reading => ({
  status: 'success',
  text: typeof value === 'string' ? value : JSON.stringify(value),
  ...(repairs && { repairs }),
});
const retry = (text: string): Reading => ({ status: 'retry', text: text + FIX });
const failed = (text: string | RegExp): Reading => ({ status: 'failed', text });
const denied = (text: string): Reading => ({ status: 'denied', text });

/** The tools of `TaskToolset`. */
export const ownTools = ['task_list', 'task_add', 'task_finish'];

/** The tools of `fileToolset`. */
export const fileTools = [
  'file_read',
  'file_write',
  'file_edit',
  'file_list',
  'file_search',
  'file_move',
  'file_delete',
];

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

/** Which changes the interceptor noted, with the user of the run. */
export const journalInTheEnd = [
  'ann: task_add {"title":"Oil the oarlocks","priority":"high","dueInDays":1}',
  'ann: file_write {"path":"todo.md","content":"Buy oil.\\n","mode":"create"}',
  'ann: task_finish {"id":1}',
  'ann: file_write {"path":"todo.md","content":"Call Ann.\\n","mode":"append"}',
  'ann: file_edit {"path":"readme.md","edits":[{"old":"on Tuesdays","new":"on Thursdays"}]}',
  'ann: file_delete {"path":"notes","recursive":true}',
];

const oarlocks = {
  id: 1,
  title: 'Oil the oarlocks',
  priority: 'high',
  assignee: 'ann',
  due: '2026-03-02',
  status: 'open',
};
export const recording: readonly Turn[] = [
  {
    title: 'A correct call',
    calls: [{ id: 'call_1', name: 'file_read', arguments: '{"paths":["notes/plan.md"]}' }],
    reads: [success(`notes/plan.md, 3 lines:\n${files['notes/plan.md']}`)],
  },
  {
    title: 'Five calls in parallel, of both toolsets',
    calls: [
      { id: 'call_2', name: 'file_list', arguments: '{"path":"*.{md,png}"}' },
      { id: 'call_3', name: 'file_list', arguments: '{"path":"notes/plan.md","times":true}' },
      { id: 'call_4', name: 'file_read', arguments: '{"paths":["notes/plan.md:2","readme.md"]}' },
      { id: 'call_5', name: 'file_search', arguments: '{"query":"row","path":"*.md"}' },
      { id: 'call_6', name: 'task_list', arguments: '{}' },
    ],
    reads: [
      success('logo.png 11\nreadme.md 35\nnotes/\n plan.md 54'),
      success(`notes/\n plan.md 54 ${modified.slice(0, 19)}Z`),
      success(`=== notes/plan.md, line 2 of 3:\nTuesday: row\n=== readme.md, 3 lines:\n${files['readme.md']}`),
      success('notes/plan.md\n2: Tuesday: row\n\nreadme.md\n3: We row on Tuesdays.'),
      success({ tasks: [], total: 0, truncated: false }),
    ],
  },
  {
    title: 'Rules of a class-validator DTO, one with a message of its own',
    calls: [
      {
        id: 'call_7',
        name: 'task_add',
        arguments: JSON.stringify({ title: 'row '.repeat(30), priority: 'urgent', dueInDays: -1 }),
      },
    ],
    reads: [
      retry(
        `Tool call validation failed for tool 'task_add':
- title: title is too long: write at most 60 characters, and the details to a file
- priority: expected one of "low", "normal", "high", received "urgent"
- dueInDays: expected an integer of at least 0, received -1`,
      ),
    ],
  },
  {
    title: '... and the model corrects itself. The tool gets the user from the run',
    calls: [
      {
        id: 'call_8',
        name: 'task_add',
        arguments: '{"title":"Oil the oarlocks","priority":"high","dueInDays":1}',
      },
    ],
    reads: [success(oarlocks)],
  },
  // #region wrong-arguments
  {
    title: 'Wrong arguments: every problem at once, and the expected values',
    calls: [{ id: 'call_9', name: 'task_list', arguments: '{"from":1,"limit":90,"status":"late"}' }],
    reads: [
      retry(
        `Tool call validation failed for tool 'task_list':
- status: expected one of "open", "done", received "late"
- limit: expected an integer from 1 to 50, received 90
- from: expected no argument of this name, received 1`,
      ),
    ],
  },
  // #endregion wrong-arguments
  {
    title: '... and the model corrects itself',
    calls: [{ id: 'call_10', name: 'task_list', arguments: '{"limit":50,"status":"open","mine":true}' }],
    reads: [success({ tasks: [oarlocks], total: 1, truncated: false })],
  },
  // #region malformed
  {
    title: 'Malformed JSON: repaired, and the repair is recorded',
    calls: [
      { id: 'call_11', name: 'file_write', arguments: "{path: 'todo.md', content: 'Buy oil.\\n', mode: 'create',}" },
    ],
    reads: [success('todo.md created, 9 bytes.', ['syntax'])],
  },
  // #endregion malformed
  {
    title: 'Numbers sent as text: taken for the numbers that they are',
    calls: [
      { id: 'call_12', name: 'file_search', arguments: '{"query":"oil","context":"1"}' },
      { id: 'call_13', name: 'task_finish', arguments: '{"id":"1"}' },
    ],
    reads: [
      success('notes/plan.md\n1: Monday: oil the oarlocks\n2- Tuesday: row\n\ntodo.md\n1: Buy oil.', ['coercion']),
      success({ ...oarlocks, status: 'done' }, ['coercion']),
    ],
  },
  // #region truncated
  {
    title: 'Arguments that end in the middle: never executed, never guessed',
    calls: [{ id: 'call_14', name: 'file_write', arguments: '{"path":"todo.md","mode":"append","content":"Call A' }],
    reads: [retry(`The arguments end in the middle of a text; send them again completely.`)],
  },
  // #endregion truncated
  {
    title: '... sent again completely',
    calls: [
      {
        id: 'call_15',
        name: 'file_write',
        arguments: '{"path":"todo.md","mode":"append","content":"Call Ann.\\n"}',
      },
    ],
    reads: [success('todo.md appended to, 10 bytes.')],
  },
  {
    title: 'No JSON at all',
    calls: [{ id: 'call_16', name: 'file_list', arguments: 'the read-me, please' }],
    reads: [retry(`The arguments are not valid JSON: expected an object at line 1, column 1.`)],
  },
  {
    title: 'A tool that does not exist',
    calls: [{ id: 'call_17', name: 'file_raed', arguments: '{"path":"readme.md"}' }],
    reads: [
      {
        status: 'retry',
        text: `Unknown tool name: 'file_raed'. Did you mean 'file_read'? Available tools: ${[...ownTools, ...fileTools]
          .sort()
          .map((name) => `'${name}'`)
          .join(', ')}.`,
      },
    ],
  },
  {
    title: 'ModelRetry: the tool itself says what would be better',
    calls: [
      { id: 'call_18', name: 'task_finish', arguments: '{"id":7}' },
      { id: 'call_19', name: 'task_add', arguments: '{"title":"Paint the boat","assignee":"bob"}' },
      { id: 'call_20', name: 'file_read', arguments: '{"paths":["notes/plans.md"]}' },
    ],
    reads: [
      retry('There is no task 7. Call task_list to see the tasks.'),
      retry("There is no member 'bob'. Members: ann, ben."),
      retry('There is no notes/plans.md. Did you mean notes/plan.md? Call file_list to see what exists.'),
    ],
  },
  {
    title: 'Paths that lead out of the workspace, also through a link',
    calls: [
      { id: 'call_21', name: 'file_list', arguments: '{"path":"/etc/passwd"}' },
      { id: 'call_22', name: 'file_search', arguments: '{"query":"root","path":"notes/../../etc/passwd"}' },
      { id: 'call_23', name: 'file_read', arguments: '{"paths":["elsewhere/passwd"]}' },
      { id: 'call_24', name: 'file_list', arguments: '{"path":"else*"}' },
    ],
    reads: [
      retry('Absolute paths are not allowed: /etc/passwd'),
      retry('The path leaves the workspace: notes/../../etc/passwd'),
      retry('The path leaves the workspace: elsewhere/passwd'),
      success('elsewhere (link)'),
    ],
  },
  {
    title: 'ToolFailed: it did not work, and trying again will not help',
    calls: [
      { id: 'call_25', name: 'task_finish', arguments: '{"id":1}' },
      { id: 'call_26', name: 'file_write', arguments: '{"path":"todo.md","content":"","mode":"create"}' },
      { id: 'call_27', name: 'file_read', arguments: '{"paths":["logo.png"]}' },
    ],
    reads: [
      failed('Task 1 is done already.'),
      failed('todo.md exists already.'),
      failed('logo.png is not a text file (11 bytes).'),
    ],
  },
  // #region exception
  {
    title: 'An exception without a mapping: masked for the model, complete for the developer',
    calls: [{ id: 'call_28', name: 'task_add', arguments: '{"title":"Row to the moon","dueInDays":1000000000}' }],
    reads: [
      failed(/^The tool failed unexpectedly \(error id [\w-]+\)\. Do not repeat the call with the same arguments\.$/),
    ],
  },
  // #endregion exception
  {
    title: 'An edit with a text that is not in the file: the model reads the nearest lines',
    calls: [
      {
        id: 'call_29',
        name: 'file_edit',
        arguments: '{"path":"readme.md","edits":[{"old":"We  row on Tuesdays.","new":"We row on Thursdays."}]}',
      },
    ],
    reads: [
      retry(
        'old was not found in readme.md. The same text with other white space is on line 3; ' +
          'send it exactly as it is:\nWe row on Tuesdays.',
      ),
    ],
  },
  {
    title: '... and the exact text. The model reads where it is now',
    calls: [
      {
        id: 'call_30',
        name: 'file_edit',
        arguments: '{"path":"readme.md","edits":[{"old":"on Tuesdays","new":"on Thursdays"}]}',
      },
    ],
    reads: [success('readme.md: 1 replacement, on line 3.')],
  },
  {
    title: 'A folder that is not empty. The user approves each deletion',
    calls: [{ id: 'call_31', name: 'file_delete', arguments: '{"path":"notes"}' }],
    decisions: { call_31: decision.approve() },
    reads: [retry('notes is not empty; set recursive.')],
  },
  {
    title: 'The last turn: the user approves one deletion and denies the other',
    calls: [
      { id: 'call_32', name: 'file_delete', arguments: '{"path":"notes","recursive":true}' },
      { id: 'call_33', name: 'file_delete', arguments: '{"path":"readme.md"}' },
    ],
    decisions: { call_32: decision.approve(), call_33: decision.deny('The user wants to keep the read-me.') },
    reads: [success('notes deleted, 2 entries in all.'), denied('The user wants to keep the read-me.')],
  },
];
